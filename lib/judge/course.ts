import type { CatalogueExtra } from '@/lib/policy/catalogue';
import { classify, classifyInput } from '@/lib/policy/classify';
import { type Attempt, type Decision, decide } from '@/lib/policy/decide';
import { delayRange, type Schedule } from '@/lib/policy/schedule';
import type { NodePolicy, Retry } from '@/lib/policy/schema';
import type { EpochMs } from '@/lib/shared/clock';
import { lateness, longestAsked } from './tolerance';

/** How one execution went, as far as a policy has a say in it. */
export interface Course {
  readonly retry: Retry | undefined;
  /** All tries that the policy allows. */
  readonly allowed: number;
  /** Attempts that count, in order; where `Retry-After` may have been sent and is not in the log, it is the longest. */
  readonly counted: readonly Attempt[];
  /** Those up to the first success: what ran after it is no retry. */
  readonly course: readonly Attempt[];
  /** What `decide` says of them at the end of the log. */
  readonly decision: Decision;
  readonly isTerminal: (attempt: Attempt) => boolean;
}

export interface CourseInput {
  readonly policy: NodePolicy;
  readonly attempts: readonly Attempt[];
  readonly runEnded?: boolean;
  readonly until: EpochMs;
  readonly extra?: CatalogueExtra;
}

/** Reads an execution against a policy, by the same `classify` and `decide` as everything else. */
export function readCourse({ policy, attempts, runEnded = false, until, extra }: CourseInput): Course {
  const counted = attempts
    .filter(({ status }) => status === 'failed' || status === 'succeeded' || status === 'running')
    .toSorted((a, b) => a.attempt - b.attempt || a.endedAt - b.endedAt)
    .map((each) => ({ ...each, retryAfterMs: longestAsked(each, extra) }));
  const success = counted.findIndex(({ status }) => status === 'succeeded');
  const rules = classifyInput(policy, extra);
  return {
    retry: policy.retry,
    allowed: policy.retry?.maxAttempts ?? 1,
    counted,
    course: success < 0 ? counted : counted.slice(0, success + 1),
    decision: decide(policy, { nodeId: '', attempts: counted, runEnded }, until, extra),
    isTerminal: ({ status, errorCode, action }) =>
      status === 'failed' && classify({ ...rules, ...(action && { action }) }, errorCode).class === 'terminal',
  };
}

/** Each attempt with the one that came after it. */
export function pairsOf(attempts: readonly Attempt[]): (readonly [Attempt, Attempt])[] {
  return attempts.flatMap((before, index) => {
    const after = attempts[index + 1];
    return after === undefined ? [] : [[before, after] as const];
  });
}

/** The first attempt that started although `maxElapsed` was over; a start within the tolerance was in time. */
export function startedTooLate({ course, retry, allowed, isTerminal }: Course): Attempt | null {
  const latest = latestStart(course, retry);
  if (latest === null || retry === undefined) return null;
  const found = pairsOf(course).find(([before, after]) => {
    if (before.status !== 'failed' || isTerminal(before) || after.attempt > allowed) return false;
    const startedAt = after.startedAt ?? null;
    if (startedAt === null || startedAt <= latest) return false;
    const { min, max } = delayRange(retry, before.attempt + 1, before.retryAfterMs);
    return before.endedAt + min > latest || startedAt > latest + lateness(max);
  });
  return found?.[1] ?? null;
}

/**
 * Whether the attempt after this failure may have been left out for `maxElapsed`: jitter or `Retry-After` can have put
 * its start behind the limit. `unknown`: the log does not say when the first attempt started.
 */
export function crossesLimit(
  last: Attempt,
  { course, retry }: Pick<Course, 'course' | 'retry'>,
): 'no' | 'perhaps' | 'unknown' {
  if (retry?.maxElapsed === undefined) return 'no';
  const latest = latestStart(course, retry);
  if (latest === null) return 'unknown';
  const { max } = delayRange(retry, last.attempt + 1, last.retryAfterMs);
  return last.endedAt + max > latest ? 'perhaps' : 'no';
}

/** The last moment at which `maxElapsed` lets an attempt start; null = no limit, or none that the log lets us know. */
function latestStart(attempts: readonly Attempt[], retry: Schedule | undefined): EpochMs | null {
  const first = attempts[0];
  if (retry?.maxElapsed === undefined || first?.attempt !== 1) return null;
  const startedAt = first.startedAt ?? null;
  return startedAt === null ? null : startedAt + retry.maxElapsed;
}
