import { type CatalogueExtra, normaliseCode } from '@/lib/policy/catalogue';
import type { Attempt } from '@/lib/policy/decide';
import { delayRange, type Schedule } from '@/lib/policy/schedule';
import { SECOND_MS } from '@/lib/shared/clock';

/** Between what a gap may lie, in ms; the least may be below zero, which a right one never is. */
export interface Tolerance {
  readonly leastMs: number;
  readonly mostMs: number;
}

/** What of a failed attempt says how long the next may wait. */
export type Asking = Pick<Attempt, 'errorCode' | 'retryAfterMs'>;

/**
 * Between what the gap before attempt k may lie (`domain.md`, "Conformance"): −max(250 ms, 10 %) and +max(2 s, 50 %) of
 * the delay, wider by jitter and by `Retry-After` of the attempt before. Throws where the schedule has no intervals.
 */
export function gapTolerance(retry: Schedule, k: number, before?: Asking): Tolerance {
  const { min, max } = delayRange(retry, k, before && longestAsked(before));
  return { leastMs: min - Math.max(250, min * 0.1), mostMs: max + lateness(max) };
}

/** By how much a start may be later than a delay of so many ms has it. */
export function lateness(delayMs: number): number {
  return Math.max(2 * SECOND_MS, delayMs * 0.5);
}

/** Tokens of answers that may carry `Retry-After`. */
const ASKING: readonly string[] = ['http_429', 'http_503', 'rate_limited', 'service_unavailable'];

/**
 * The longest wait that the receiver can have asked for, in ms; null = none. Most logs do not keep `Retry-After`: of an
 * answer that may carry it, any wait can then be right, and the schedule's cap alone bounds it. It may whether people's
 * own rows say so or the built-in ones do: what the receiver sent does not change with what we call it.
 */
export function longestAsked({ errorCode, retryAfterMs }: Asking, extra?: CatalogueExtra): number | null {
  if (retryAfterMs !== undefined && retryAfterMs !== null) return retryAfterMs;
  if (errorCode === null) return null;
  const may = ASKING.includes(normaliseCode(errorCode, extra)) || ASKING.includes(normaliseCode(errorCode));
  return may ? Number.POSITIVE_INFINITY : null;
}

/** A gap between two attempts beside what it may be. */
export interface Gap extends Tolerance {
  /** The later one. */
  readonly attempt: number;
  readonly gapMs: number;
  /** Its start is unknown: the gap runs from end to end, and is longer by that try. */
  readonly endToEnd: boolean;
  readonly standing: 'on_time' | 'early' | 'late';
}

/**
 * The gap between two attempts, from the end of the one to the start of the other; null where nothing can be compared:
 * the first did not fail, one between them is missing, none was to come, or it runs and its start is unknown.
 */
export function gapBetween(before: Attempt, after: Attempt, retry: Schedule | undefined): Gap | null {
  const { attempt } = after;
  if (retry === undefined || before.status !== 'failed') return null;
  if (attempt !== before.attempt + 1 || attempt > retry.maxAttempts) return null;
  const startedAt = after.startedAt ?? null;
  if (startedAt === null && after.status === 'running') return null;
  const gapMs = (startedAt ?? after.endedAt) - before.endedAt;
  const tolerance = gapTolerance(retry, attempt, before);
  return { attempt, gapMs, ...tolerance, endToEnd: startedAt === null, standing: standingOf(gapMs, tolerance) };
}

/** How a gap stands to its tolerance. */
export function standingOf(gapMs: number, { leastMs, mostMs }: Tolerance): Gap['standing'] {
  if (gapMs < leastMs) return 'early';
  return gapMs > mostMs ? 'late' : 'on_time';
}
