import { type EpochMs, MINUTE_MS } from '@/lib/shared/clock';
import type { CatalogueExtra } from './catalogue';
import { type Classification, classify, classifyInput } from './classify';
import { delayRange } from './schedule';
import type { NodePolicy, Retry } from './schema';

export const ATTEMPT_STATUSES = ['failed', 'succeeded', 'running', 'skipped', 'cancelled'] as const;
export type AttemptStatus = (typeof ATTEMPT_STATUSES)[number];

/** One attempt, as the log has it. */
export interface Attempt {
  /** 1 is the first try. */
  readonly attempt: number;
  /** Absent or null when the log has neither start nor duration. */
  readonly startedAt?: EpochMs | null;
  /** End of the attempt; of a running one, when it was last seen. */
  readonly endedAt: EpochMs;
  readonly status: AttemptStatus;
  /** Raw; null = no code. */
  readonly errorCode: string | null;
  readonly errorMessage?: string | null;
  readonly payloadHash?: string | null;
  /** What the receiver asked for in `Retry-After` (429, 503), in ms. */
  readonly retryAfterMs?: number | null;
  /** Id of the action that failed, where the log tells. */
  readonly action?: string | null;
}

/** All attempts of one (source, workflow, run, node, sub-index), in any order. */
export interface Execution {
  readonly nodeId: string;
  readonly attempts: readonly Attempt[];
  /** True when the log shows that the run ended failed: no further attempt will come. */
  readonly runEnded: boolean;
}

/** The eight fields of a hand-off record; null = not available from this source. */
export interface HandOffRecord {
  readonly nodeId: string;
  readonly attempt: number;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly payloadHash: string | null;
  readonly firstFailedAt: EpochMs;
  readonly lastFailedAt: EpochMs;
  readonly finalAction: 'manual';
}

export type Decision =
  | { readonly kind: 'succeeded'; readonly attempt: number; readonly at: EpochMs }
  /** `nothing_counts`: no attempt at all, or only skipped and cancelled ones. */
  | { readonly kind: 'running'; readonly reason: 'attempt_running' | 'nothing_counts' }
  | {
      readonly kind: 'retry';
      /** Number of the attempt that is to come. */
      readonly attempt: number;
      /** Due between these; they differ by jitter and `Retry-After`. */
      readonly earliestAt: EpochMs;
      readonly dueAt: EpochMs;
      /** From then on it no longer counts as coming. */
      readonly overdueAt: EpochMs;
      readonly because: Classification;
    }
  | HandOff;

export interface HandOff {
  readonly kind: 'hand_off';
  readonly trigger: 'terminal' | 'exhausted';
  /** Which limit was reached, when none stopped early; absent for `terminal`. */
  readonly limit?: 'max_attempts' | 'max_elapsed';
  /** Fewer attempts than allowed: the run ended failed, or the next attempt did not come. */
  readonly stoppedEarly?: 'run_ended' | 'overdue';
  /** Why the deciding failure has its class. */
  readonly because: Classification;
  /** From when on this was so. */
  readonly at: EpochMs;
  readonly record: HandOffRecord;
}

/** An attempt that is later than the larger of this and its own delay does not come any more. */
export const OVERDUE_MS = MINUTE_MS;

/**
 * What is to happen with an execution at `now` (`domain.md`, "Hand-off"). The attempts are walked
 * in order, and the first failure that calls for a hand-off decides: what comes later closes the
 * record, it does not undo it. Without retry in the policy one attempt is allowed.
 */
export function decide(policy: NodePolicy, execution: Execution, now: EpochMs, extra?: CatalogueExtra): Decision {
  const counted = execution.attempts
    .filter(({ status }) => status === 'failed' || status === 'succeeded' || status === 'running')
    .toSorted((a, b) => a.attempt - b.attempt || a.endedAt - b.endedAt);
  const first = counted[0];
  if (first === undefined) return { kind: 'running', reason: 'nothing_counts' };
  const rules = classifyInput(policy, extra);
  const failed: Attempt[] = [];
  for (const [index, attempt] of counted.entries()) {
    if (attempt.status === 'running') continue;
    if (attempt.status === 'succeeded') return { kind: 'succeeded', attempt: attempt.attempt, at: attempt.endedAt };
    failed.push(attempt);
    const because = classify({ ...rules, ...(attempt.action && { action: attempt.action }) }, attempt.errorCode);
    const over = (outcome: Pick<HandOff, 'trigger' | 'limit' | 'stoppedEarly'>, at = attempt.endedAt): HandOff => {
      return { kind: 'hand_off', ...outcome, because, at, record: recordOf(execution.nodeId, failed) };
    };
    if (because.class === 'terminal') return over({ trigger: 'terminal' });
    const next = counted[index + 1];
    const { retry } = policy;
    if (retry === undefined || attempt.attempt >= retry.maxAttempts)
      return over({ trigger: 'exhausted', limit: 'max_attempts' });
    const wait = waitAfter(retry, attempt, startOf(first));
    if (wait === 'max_elapsed' && !(next && startOf(next) <= startOf(first) + (retry.maxElapsed ?? 0)))
      return over({ trigger: 'exhausted', limit: 'max_elapsed' });
    if (next !== undefined || wait === 'max_elapsed') continue;
    if (execution.runEnded) return over({ trigger: 'exhausted', stoppedEarly: 'run_ended' });
    if (now >= wait.overdueAt) return over({ trigger: 'exhausted', stoppedEarly: 'overdue' }, wait.overdueAt);
    return { kind: 'retry', attempt: attempt.attempt + 1, ...wait, because };
  }
  const last = failed.at(-1);
  if (last !== undefined && execution.runEnded) {
    const because = classify(rules, last.errorCode);
    const record = recordOf(execution.nodeId, failed);
    return { kind: 'hand_off', trigger: 'exhausted', stoppedEarly: 'run_ended', because, at: last.endedAt, record };
  }
  return { kind: 'running', reason: 'attempt_running' };
}

type Wait = { readonly earliestAt: EpochMs; readonly dueAt: EpochMs; readonly overdueAt: EpochMs };

/**
 * When the attempt after this one may come. `maxElapsed` counts from the first start and ends
 * retrying when even the earliest start, shortened by jitter, would lie behind it.
 */
function waitAfter(retry: Retry, attempt: Attempt, firstStart: EpochMs): Wait | 'max_elapsed' {
  const { min, max } = delayRange(retry, attempt.attempt + 1, attempt.retryAfterMs);
  const latest = firstStart + (retry.maxElapsed ?? Number.POSITIVE_INFINITY);
  const earliestAt = attempt.endedAt + min;
  if (earliestAt > latest) return 'max_elapsed';
  const dueAt = Math.min(attempt.endedAt + max, latest);
  return { earliestAt, dueAt, overdueAt: dueAt + Math.max(OVERDUE_MS, max) };
}

/** Start unknown: the end stands for it, which is late by the length of the try. */
function startOf(attempt: Attempt): EpochMs {
  return attempt.startedAt ?? attempt.endedAt;
}

function recordOf(nodeId: string, failed: readonly Attempt[]): HandOffRecord {
  const first = failed[0];
  const last = failed.at(-1);
  if (first === undefined || last === undefined) throw new Error('a hand-off needs a failed attempt');
  return {
    nodeId,
    attempt: last.attempt,
    errorCode: last.errorCode,
    errorMessage: last.errorMessage ?? null,
    payloadHash: failed.findLast((attempt) => attempt.payloadHash)?.payloadHash ?? null,
    firstFailedAt: first.endedAt,
    lastFailedAt: last.endedAt,
    finalAction: 'manual',
  };
}
