import type { Retry } from './schema';
import { DEFAULT_MULTIPLIER } from './vocabulary';

/** What a schedule is made of; a valid `Retry` is one. Times in ms. */
export type Schedule = Pick<
  Retry,
  'maxAttempts' | 'backoff' | 'initialInterval' | 'maxInterval' | 'multiplier' | 'jitter' | 'maxElapsed'
>;

/**
 * Start of each attempt in ms from the first, for tries that take no time, without jitter. Ends
 * with `maxElapsed`: an attempt that would start after it does not come.
 */
export function attemptTimes(retry: Schedule): number[] {
  const times = [0];
  let at = 0;
  for (let k = 2; k <= retry.maxAttempts; k += 1) {
    at += delayBefore(retry, k);
    if (at > (retry.maxElapsed ?? Number.POSITIVE_INFINITY)) break;
    times.push(at);
  }
  return times;
}

/**
 * Delay in ms from the end of attempt k−1 to the start of attempt k, without jitter; 0 for the
 * first (`domain.md`, "Retry"). Throws on intervals missing, which the schema rules out for k ≥ 2.
 */
export function delayBefore(retry: Schedule, k: number): number {
  if (k < 2) return 0;
  const { backoff, initialInterval, maxInterval, multiplier = DEFAULT_MULTIPLIER } = retry;
  if (backoff === undefined || initialInterval === undefined || maxInterval === undefined)
    throw new RangeError('retry with more than one attempt needs backoff, initialInterval and maxInterval');
  switch (backoff) {
    case 'fixed':
      return Math.min(maxInterval, initialInterval);
    case 'linear':
      return Math.min(maxInterval, initialInterval * (k - 1));
    case 'exponential':
      return Math.min(maxInterval, initialInterval * multiplier ** (k - 2));
  }
}

/** Shortest and longest delay in ms that keeps to the schedule. */
export interface DelayRange {
  readonly min: number;
  readonly max: number;
}

/**
 * What attempt k may wait, in ms. Jitter only shortens: full from 0, equal from the half.
 * `Retry-After` (429, 503) may lengthen it, up to `maxInterval`, and never shortens it.
 */
export function delayRange(retry: Schedule, k: number, retryAfterMs?: number | null): DelayRange {
  const delay = delayBefore(retry, k);
  const least = { none: delay, full: 0, equal: delay / 2 }[retry.jitter ?? 'none'];
  if (k < 2) return { min: 0, max: 0 };
  const asked = Math.min(retry.maxInterval ?? delay, retryAfterMs ?? 0);
  return { min: least, max: Math.max(delay, asked) };
}

/** When the last attempt starts, in ms after the first; the tries themselves come on top. */
export function givesUpAfter(retry: Schedule): number {
  return attemptTimes(retry).at(-1) ?? 0;
}
