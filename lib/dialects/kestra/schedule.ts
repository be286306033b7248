import type { DelayRange } from '@/lib/policy/schedule';
import { LIMITS } from '@/lib/policy/vocabulary';
import { formatDuration, parseDuration } from '@/lib/shared/duration';
import { isJsonObject, type Json, type JsonObject } from '@/lib/shared/json';
import { own } from '../source/shape';
import type { EngineSchedule } from '../types';

/**
 * Releases between which retries differ, newest first. Growing pauses were computed otherwise before 1.3.25 and 1.0.49
 * (pull request 17031); `maxAttempt` is called `maxAttempts` since 0.24 (pull request 9765).
 */
export const VERSIONS = ['≥ 1.3.25 / 1.0.49', '0.24 – 1.3.24 / 1.0.48', '≤ 0.23'] as const;
const [NEWEST, , OLDEST] = VERSIONS;

/** True where growing pauses are computed by the older formula. */
export function hasOldFormula(engineVersion: string | null | undefined): boolean {
  return VERSIONS.some((version) => version === engineVersion && version !== NEWEST);
}

/** True where only the older name of the count is known. */
export function hasOldName(engineVersion: string | null | undefined): boolean {
  return engineVersion === OLDEST;
}

/** A retry as Kestra goes by it, defaults filled in; times in ms. */
export interface KestraSchedule {
  readonly type: 'constant' | 'exponential' | 'random';
  /** All tries; null = no limit on them. */
  readonly attempts: number | null;
  /** The first pause; of a random one the shortest. */
  readonly interval: number;
  /** The longest pause. */
  readonly cap: number;
  /** 1 where pauses do not grow. */
  readonly factor: number;
  /** From the start of the first try; null = no limit. */
  readonly maxDuration: number | null;
}

/** A task's `retry` in our terms. */
export type Interpretation =
  | { readonly kind: 'none' }
  | { readonly kind: 'plain'; readonly schedule: KestraSchedule; readonly retry: JsonObject }
  | { readonly kind: 'engine'; readonly reason: 'execution' | 'endless' | 'random' | 'limits' | 'malformed' };

const TYPES = ['constant', 'exponential', 'random'] as const;
/** `maxAttempt` is the older name; where both stand, the later one in the text holds (issue 18762). */
export const COUNT_KEYS = ['maxAttempts', 'maxAttempt'] as const;
const OTHER_KEYS = ['type', 'behavior', 'warningOnRetry', 'interval', 'minInterval', 'maxInterval', 'delayFactor'];
const KNOWN: readonly string[] = [...COUNT_KEYS, ...OTHER_KEYS, 'maxDuration'];
const DEFAULT_FACTOR = 2;
/** Of a schedule that has no end, or one beyond any use. */
const MAX_WAITS = 100;
const FIRST_WAITS = 10;

/** What a `retry` means: nothing, one schedule that a policy may say, or what stays the engine's own. */
export function interpretRetry(value: Json | undefined): Interpretation {
  if (value === undefined || value === null) return { kind: 'none' };
  const schedule = readSchedule(value);
  if (!isJsonObject(value) || schedule === null) return { kind: 'engine', reason: 'malformed' };
  // One try is one try, whatever begins it again.
  if (schedule.attempts === 1) return { kind: 'none' };
  if (own(value, 'behavior') === 'CREATE_NEW_EXECUTION') return { kind: 'engine', reason: 'execution' };
  if (schedule.attempts === null) return { kind: 'engine', reason: 'endless' };
  if (!withinLimits(schedule)) return { kind: 'engine', reason: 'limits' };
  const retry = retryOf(schedule);
  return retry ? { kind: 'plain', schedule, retry } : { kind: 'engine', reason: 'random' };
}

/** A `retry` by Kestra's own rules; null where its validation would refuse it. */
export function readSchedule(value: Json): KestraSchedule | null {
  if (!isJsonObject(value) || !Object.keys(value).every(isKnownKey)) return null;
  const attempts = countOf(value);
  const maxDuration = own(value, 'maxDuration') == null ? null : isoMs(own(value, 'maxDuration'));
  const pauses = pausesOf(value);
  if (!pauses || attempts === 'bad' || (maxDuration === null && own(value, 'maxDuration') != null)) return null;
  const { type, interval, cap } = pauses;
  if (maxDuration !== null && maxDuration <= (type === 'random' ? cap : interval)) return null;
  return { ...pauses, attempts, maxDuration };
}

function pausesOf(value: JsonObject): Pick<KestraSchedule, 'type' | 'interval' | 'cap' | 'factor'> | null {
  const type = TYPES.find((each) => each === own(value, 'type'));
  const interval = isoMs(own(value, type === 'random' ? 'minInterval' : 'interval'));
  if (!type || interval === null) return null;
  const constant = { type: 'constant', interval, cap: interval, factor: 1 } as const;
  if (type === 'constant') return constant;
  const cap = isoMs(own(value, 'maxInterval'));
  const factor = own(value, 'delayFactor') ?? DEFAULT_FACTOR;
  if (cap === null || cap <= interval || typeof factor !== 'number' || factor < 1) return null;
  if (type === 'random') return { type, interval, cap, factor: 1 };
  return factor === 1 ? constant : { type, interval, cap, factor };
}

/** False for a key of a `retry` at which Kestra's strict reader stops. */
export function isKnownKey(key: string): boolean {
  return KNOWN.includes(key);
}

/** The name under which a `retry` says how often, and hence what is in force; null = it does not say. */
export function countKey(value: JsonObject): (typeof COUNT_KEYS)[number] | null {
  const last = Object.keys(value).findLast((key) => COUNT_KEYS.some((each) => each === key));
  return COUNT_KEYS.find((each) => each === last) ?? null;
}

/** A policy's `retry` that says just this schedule; null where none does. Kestra tries every error again. */
export function retryOf({ type, attempts, interval, cap, factor, maxDuration }: KestraSchedule): JsonObject | null {
  const jitter = type === 'random' ? jitterOf(interval, cap) : null;
  if (attempts === null || (type === 'random' && jitter === null)) return null;
  return {
    maxAttempts: attempts,
    backoff: type === 'exponential' ? 'exponential' : 'fixed',
    initialInterval: formatDuration(type === 'random' ? cap : interval),
    maxInterval: formatDuration(cap),
    ...(type === 'exponential' && factor !== DEFAULT_FACTOR && { multiplier: factor }),
    ...(jitter && { jitter }),
    ...(maxDuration !== null && { maxElapsed: formatDuration(maxDuration) }),
    retryOn: ['*'],
  };
}

/** Equal in every pause and in every limit. */
export function sameSchedule(a: KestraSchedule | null, b: KestraSchedule | null): boolean {
  if (!a || !b) return a === b;
  const keys = ['type', 'attempts', 'interval', 'cap', 'factor', 'maxDuration'] as const;
  return keys.every((key) => a[key] === b[key]);
}

/**
 * The pauses by Kestra's formula: `min(d·m^(k−1), cap)`; by the older one `min(d·⌊m⌋·(k−1), cap)`, so that the first
 * retry comes at once. Kestra rounds to whole ms, which nobody sees.
 */
export function waitsOf(schedule: KestraSchedule, engineVersion: string | null | undefined): EngineSchedule {
  const { attempts, maxDuration } = schedule;
  const endless = attempts === null && maxDuration === null;
  const most = endless ? FIRST_WAITS : Math.min(MAX_WAITS, attempts === null ? MAX_WAITS : attempts - 1);
  const waits: DelayRange[] = [];
  let at = 0;
  for (let k = 1; k <= most; k++) {
    const wait = waitBefore(schedule, k, hasOldFormula(engineVersion));
    at += wait.max;
    if (at > (maxDuration ?? Number.POSITIVE_INFINITY)) break;
    waits.push(wait);
  }
  return { waits, ...(endless && { endless }) };
}

function waitBefore({ type, interval, cap, factor }: KestraSchedule, k: number, older: boolean): DelayRange {
  if (type === 'random') return { min: interval, max: cap };
  if (type === 'constant') return { min: interval, max: interval };
  const grown = older ? interval * Math.floor(factor) * (k - 1) : interval * factor ** (k - 1);
  const wait = Math.min(grown, cap);
  return { min: wait, max: wait };
}

/** Half a millisecond cannot be written. */
function jitterOf(interval: number, cap: number): 'full' | 'equal' | null {
  if (interval === 0) return 'full';
  return interval === Math.ceil(cap / 2) ? 'equal' : null;
}

function withinLimits({ type, attempts, interval, cap, factor }: KestraSchedule): boolean {
  const first = type === 'random' ? cap : interval;
  const { initialInterval, maxInterval, multiplier, maxAttempts } = LIMITS;
  return (
    (attempts ?? 0) <= maxAttempts.max &&
    first >= initialInterval.min &&
    first <= initialInterval.max &&
    cap <= maxInterval.max &&
    factor <= multiplier.max
  );
}

/** Kestra reads a number from a text too. */
function countOf(value: JsonObject): number | null | 'bad' {
  const key = countKey(value);
  const said = key === null ? null : (own(value, key) ?? null);
  if (said === null) return null;
  const count = typeof said === 'string' && /^\d{1,9}$/.test(said) ? Number(said) : said;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 1 ? count : 'bad';
}

/** ISO 8601 only, in either case, as `java.time.Duration` reads it; what it cannot mean in whole ms is null. */
export function isoMs(value: Json | undefined): number | null {
  return typeof value === 'string' && /^p/i.test(value) ? parseDuration(value.toUpperCase()) : null;
}
