import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './clock';

const UNIT_MS = { ms: 1, s: SECOND_MS, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS } as const;
type Unit = keyof typeof UNIT_MS;

const SUM = /^(?:\d+(?:\.\d+)?(?:ms|s|m|h|d))+$/;
const PART = /(\d+(?:\.\d+)?)(ms|s|m|h|d)/g;
const ISO = /^P(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
/** No duration that anybody writes is longer; keeps exact arithmetic cheap on hostile input. */
const MAX_LENGTH = 100;

/**
 * Reads a duration as `domain.md` writes it: `500ms`, `5s`, `1m`, `2h`, `1d`, sums such as
 * `1m30s` (units from large to small, each once), and ISO 8601 up to days (`PT5S`, `P1DT2H`).
 * Returns whole milliseconds, or null when the text says nothing of the kind. Never rounds.
 */
export function parseDuration(text: string): number | null {
  if (text.length > MAX_LENGTH) return null;
  const ms = SUM.test(text) ? parseSum(text) : parseIso(text);
  return ms !== null && Number.isSafeInteger(ms) ? ms : null;
}

/** Writes whole milliseconds (0 or more) the short way, exactly: 90000 → `1m30s`, 0 → `0s`. */
export function formatDuration(ms: number): string {
  if (ms === 0) return '0s';
  let rest = ms;
  let text = '';
  for (const unit of ['d', 'h', 'm', 's', 'ms'] as const) {
    const n = Math.floor(rest / UNIT_MS[unit]);
    if (n > 0) text += `${n}${unit}`;
    rest -= n * UNIT_MS[unit];
  }
  return text;
}

/** Writes whole milliseconds (0 or more) as ISO 8601 up to days, exactly: 90500 → `PT1M30.5S`, 0 → `PT0S`. */
export function formatIsoDuration(ms: number): string {
  const days = Math.floor(ms / DAY_MS);
  const hours = Math.floor((ms % DAY_MS) / HOUR_MS);
  const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS);
  const seconds = (ms % MINUTE_MS) / SECOND_MS;
  const date = days > 0 ? `${days}D` : '';
  const time = [
    [hours, 'H'],
    [minutes, 'M'],
    [seconds, 'S'],
  ].flatMap(([n, unit]) => (n === 0 ? [] : [`${n}${unit}`]));
  if (time.length === 0) return date === '' ? 'PT0S' : `P${date}`;
  return `P${date}T${time.join('')}`;
}

function parseSum(text: string): number | null {
  const parts: Part[] = [];
  let previous = Number.POSITIVE_INFINITY;
  for (const [, amount = '', unit] of text.matchAll(PART)) {
    const size = isUnit(unit) ? UNIT_MS[unit] : Number.POSITIVE_INFINITY;
    if (size >= previous) return null;
    previous = size;
    parts.push({ amount, size });
  }
  return exactSum(parts);
}

function parseIso(text: string): number | null {
  const match = ISO.exec(text);
  if (!match || text.endsWith('T') || text === 'P') return null;
  const sizes = [DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS];
  return exactSum(sizes.map((size, i) => ({ amount: match[i + 1] ?? '0', size })));
}

interface Part {
  readonly amount: string;
  readonly size: number;
}

/** In whole numbers: floating point would round `1.00000000000000000001s` to a value nobody wrote. */
function exactSum(parts: readonly Part[]): number | null {
  const scaled = parts.map(({ amount, size }) => {
    const [whole = '0', fraction = ''] = amount.split('.');
    return { digits: fraction.length, value: BigInt(whole + fraction) * BigInt(size) };
  });
  const digits = Math.max(...scaled.map((part) => part.digits));
  const total = scaled.reduce((sum, part) => sum + part.value * 10n ** BigInt(digits - part.digits), 0n);
  const unit = 10n ** BigInt(digits);
  return total % unit === 0n ? Number(total / unit) : null;
}

function isUnit(text: string | undefined): text is Unit {
  return text !== undefined && Object.hasOwn(UNIT_MS, text);
}
