import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './clock';

const UNIT_MS = { ms: 1, s: SECOND_MS, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS } as const;
type Unit = keyof typeof UNIT_MS;

const SUM = /^(?:\d+(?:\.\d+)?(?:ms|s|m|h|d))+$/;
const PART = /(\d+(?:\.\d+)?)(ms|s|m|h|d)/g;
const ISO = /^P(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/**
 * Reads a duration as `domain.md` writes it: `500ms`, `5s`, `1m`, `2h`, `1d`, sums such as
 * `1m30s` (units from large to small, each once), and ISO 8601 up to days (`PT5S`, `P1DT2H`).
 * Returns whole milliseconds, or null when the text says nothing of the kind. Never rounds.
 */
export function parseDuration(text: string): number | null {
  const ms = SUM.test(text) ? parseSum(text) : parseIso(text);
  return ms !== null && Number.isSafeInteger(ms) ? ms : null;
}

/** Writes whole milliseconds the short way, exactly: 90000 → `1m30s`, 0 → `0s`. */
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

function parseSum(text: string): number | null {
  let total = 0;
  let previous = Number.POSITIVE_INFINITY;
  for (const [, amount, unit] of text.matchAll(PART)) {
    const size = UNIT_MS[unit as Unit];
    if (size >= previous) return null;
    previous = size;
    total += exactProduct(amount ?? '', size);
  }
  return total;
}

function parseIso(text: string): number | null {
  const match = ISO.exec(text);
  if (!match || text.endsWith('T') || text === 'P') return null;
  const sizes = [DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS];
  return sizes.reduce((sum, size, i) => sum + exactProduct(match[i + 1] ?? '0', size), 0);
}

/** `1.1` × 1000 is 1100.0000000000002 in floating point; decimal digits multiply exactly. */
function exactProduct(amount: string, size: number): number {
  const [whole = '0', fraction = ''] = amount.split('.');
  return Number(whole) * size + (Number(fraction || '0') * size) / 10 ** fraction.length;
}
