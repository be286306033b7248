import { patternKey } from '@/lib/policy/classify';
import { LIMITS } from '@/lib/policy/vocabulary';
import { DAY_MS, SECOND_MS } from '@/lib/shared/clock';
import { formatDuration } from '@/lib/shared/duration';
import { isJsonObject, type Json, type JsonObject } from '@/lib/shared/json';
import { own } from '../source/shape';

/** A schedule as a retrier says it, defaults filled in. */
export interface Schedule {
  /** Retries after the first try. */
  readonly retries: number;
  readonly intervalSeconds: number;
  readonly rate: number;
  /** Longest delay in ms: `MaxDelaySeconds`, or the largest delay that the schedule reaches, at most 7 days. */
  readonly capMs: number;
  readonly jitter: 'none' | 'full';
}

export interface Transient {
  /** Place in the list. */
  readonly index: number;
  readonly names: readonly string[];
  readonly schedule: Schedule;
  /** No `MaxDelaySeconds` stands there. */
  readonly capDerived: boolean;
}

/** What a `Retry` list means to us, or why one schedule cannot hold it. */
export type Interpretation =
  | {
      readonly kind: 'plain';
      /** Retriers that never retry, in order. */
      readonly terminal: readonly { readonly index: number; readonly names: readonly string[] }[];
      readonly transient: Transient | null;
    }
  | { readonly kind: 'engine'; readonly reason: 'several' | 'limits' | 'order' | 'malformed' };

/** Defaults of the Amazon States Language. */
const DEFAULTS = { MaxAttempts: 3, IntervalSeconds: 1, BackoffRate: 2 } as const;
const KNOWN = [
  'ErrorEquals',
  'MaxAttempts',
  'IntervalSeconds',
  'BackoffRate',
  'MaxDelaySeconds',
  'JitterStrategy',
  'Comment',
];
/** Matches every error; stands alone and last. */
export const ALL = 'States.ALL';
/** Matches every error but a timeout. */
export const TASK_FAILED = 'States.TaskFailed';

/** Reads a state's `Retry`. Each retrier counts for itself, so two that retry make no single schedule. */
export function interpretRetry(value: Json | undefined): Interpretation {
  if (value === undefined) return { kind: 'plain', terminal: [], transient: null };
  if (!Array.isArray(value)) return { kind: 'engine', reason: 'malformed' };
  const terminal: { index: number; names: readonly string[] }[] = [];
  const transients: Transient[] = [];
  for (const [index, item] of value.entries()) {
    const retrier = readRetrier(item, index);
    if (retrier === null) return { kind: 'engine', reason: 'malformed' };
    if (retrier.schedule.retries === 0) terminal.push({ index, names: retrier.names });
    else transients.push(retrier);
  }
  if (transients.length > 1) return { kind: 'engine', reason: 'several' };
  const [transient = null] = transients;
  if (!inOrder(terminal, transient, value.length)) return { kind: 'engine', reason: 'order' };
  if (transient && !withinLimits(transient.schedule)) return { kind: 'engine', reason: 'limits' };
  return { kind: 'plain', terminal, transient };
}

/** The policy keys that a plain interpretation means; codes keep the engine's own names. */
export function policyOfRetry(found: Interpretation & { kind: 'plain' }): JsonObject {
  const codes = [...new Set(found.terminal.flatMap((each) => each.names))];
  return {
    ...(codes.length > 0 && { classification: codes.map((code) => ({ code, class: 'terminal' })) }),
    ...(found.transient && { retry: retryOf(found.transient) }),
  };
}

/** The largest delay that a schedule without cap reaches, in whole ms (rounded up). */
export function largestDelayMs(schedule: Pick<Schedule, 'retries' | 'intervalSeconds' | 'rate'>): number {
  const { retries, intervalSeconds, rate } = schedule;
  return Math.ceil(Number((intervalSeconds * SECOND_MS * rate ** Math.max(0, retries - 1)).toPrecision(12)));
}

function retryOf({ names, schedule }: Transient): JsonObject {
  const { retries, intervalSeconds, rate, capMs, jitter } = schedule;
  return {
    maxAttempts: retries + 1,
    backoff: rate === 1 ? 'fixed' : 'exponential',
    initialInterval: formatDuration(intervalSeconds * SECOND_MS),
    maxInterval: formatDuration(capMs),
    ...(rate !== 1 && rate !== DEFAULTS.BackoffRate && { multiplier: rate }),
    ...(jitter === 'full' && { jitter: 'full' }),
    retryOn: [...names],
  };
}

function readRetrier(item: Json, index: number): Transient | null {
  if (!isJsonObject(item) || Object.keys(item).some((key) => !KNOWN.includes(key))) return null;
  const names = own(item, 'ErrorEquals');
  const retries = whole(own(item, 'MaxAttempts'), DEFAULTS.MaxAttempts, 0);
  const intervalSeconds = whole(own(item, 'IntervalSeconds'), DEFAULTS.IntervalSeconds, 1);
  const rate = own(item, 'BackoffRate') ?? DEFAULTS.BackoffRate;
  const maxDelay = own(item, 'MaxDelaySeconds');
  const jitter = own(item, 'JitterStrategy') ?? 'NONE';
  if (!isNames(names) || retries === null || intervalSeconds === null) return null;
  if (typeof rate !== 'number' || rate < 1 || (jitter !== 'NONE' && jitter !== 'FULL')) return null;
  const cap = maxDelay === undefined ? null : whole(maxDelay, 0, 1);
  if (maxDelay !== undefined && cap === null) return null;
  const base = { retries, intervalSeconds, rate };
  const capMs = cap === null ? Math.min(7 * DAY_MS, largestDelayMs(base)) : cap * SECOND_MS;
  return {
    index,
    names,
    schedule: { ...base, capMs, jitter: jitter === 'FULL' ? 'full' : 'none' },
    capDerived: cap === null,
  };
}

function isNames(value: Json | undefined): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string' && each !== '');
}

function whole(value: Json | undefined, fallback: number, min: number): number | null {
  if (value === undefined) return fallback;
  return typeof value === 'number' && Number.isInteger(value) && value >= min ? value : null;
}

/** The engine takes the first match, we the most specific one: both must come to the same. */
function inOrder(
  terminal: readonly { readonly index: number; readonly names: readonly string[] }[],
  transient: Transient | null,
  count: number,
): boolean {
  const retried = transient?.names ?? [];
  const retriedKeys = new Set(retried.map((name) => patternKey(name)));
  const wide = retried.includes(ALL) || retried.includes(TASK_FAILED);
  const beyondFailed = retried.every((name) => name === ALL || patternKey(name) === 'timeout');
  return terminal.every(({ index, names }) => {
    const everything = names.includes(ALL);
    if (everything && (names.length > 1 || index !== count - 1)) return false;
    if (names.some((name) => retriedKeys.has(patternKey(name)))) return false;
    if (!transient || everything) return true;
    if (index > transient.index) return !wide;
    return !names.includes(TASK_FAILED) || beyondFailed;
  });
}

function withinLimits({ retries, intervalSeconds, rate, capMs }: Schedule): boolean {
  const interval = intervalSeconds * SECOND_MS;
  return (
    retries + 1 <= LIMITS.maxAttempts.max &&
    interval <= LIMITS.initialInterval.max &&
    rate <= LIMITS.multiplier.max &&
    capMs >= interval &&
    capMs <= LIMITS.maxInterval.max
  );
}
