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
    if (attempt.status === 'succeeded') return { kind: 'succeeded', attempt: attempt.attempt, at: attempt.endedAt };
    if (attempt.status === 'running') continue;
    failed.push(attempt);
    const because = classify({ ...rules, ...(attempt.action && { action: attempt.action }) }, attempt.errorCode);
    const next = counted[index + 1];
    const outcome = afterFailure(policy.retry, { attempt, because, firstStart: startOf(first), next });
    if (outcome.kind === 'over') return handOff(execution, failed, because, outcome);
    if (next !== undefined) continue;
    if (execution.runEnded) return handOff(execution, failed, because, RUN_ENDED);
    const { wait } = outcome;
    if (now >= wait.overdueAt) return handOff(execution, failed, because, { ...OVERDUE, at: wait.overdueAt });
    return { kind: 'retry', attempt: attempt.attempt + 1, ...wait, because };
  }
  const last = failed.at(-1);
  if (last !== undefined && execution.runEnded)
    return handOff(execution, failed, classify(rules, last.errorCode), RUN_ENDED);
  return { kind: 'running', reason: 'attempt_running' };
}

type Outcome = Pick<HandOff, 'trigger' | 'limit' | 'stoppedEarly'> & { readonly at?: EpochMs };
const RUN_ENDED: Outcome = { trigger: 'exhausted', stoppedEarly: 'run_ended' };
const OVERDUE: Outcome = { trigger: 'exhausted', stoppedEarly: 'overdue' };

interface Failure {
  readonly attempt: Attempt;
  readonly because: Classification;
  readonly firstStart: EpochMs;
  readonly next: Attempt | undefined;
}

/** Whether this failure ends the execution by itself, and if not, when the next attempt may come. */
function afterFailure(
  retry: Retry | undefined,
  { attempt, because, firstStart, next }: Failure,
): ({ kind: 'over' } & Outcome) | { kind: 'on'; wait: Wait } {
  if (because.class === 'terminal') return { kind: 'over', trigger: 'terminal' };
  if (retry === undefined || attempt.attempt >= retry.maxAttempts)
    return { kind: 'over', trigger: 'exhausted', limit: 'max_attempts' };
  const latest = firstStart + (retry.maxElapsed ?? Number.POSITIVE_INFINITY);
  const wait = waitAfter(retry, attempt, latest);
  // An attempt that came too early for the schedule may still have come in time.
  const cameInTime = next !== undefined && startOf(next) <= latest;
  if (wait.earliestAt > latest && !cameInTime) return { kind: 'over', trigger: 'exhausted', limit: 'max_elapsed' };
  return { kind: 'on', wait };
}

type Wait = { readonly earliestAt: EpochMs; readonly dueAt: EpochMs; readonly overdueAt: EpochMs };

/**
 * When the attempt after this one may come, `latest` being the last moment that `maxElapsed`
 * allows: it counts from the first start, and even a start shortened by jitter may lie behind it.
 */
function waitAfter(retry: Retry, attempt: Attempt, latest: EpochMs): Wait {
  const { min, max } = delayRange(retry, attempt.attempt + 1, attempt.retryAfterMs);
  const dueAt = Math.min(attempt.endedAt + max, latest);
  return { earliestAt: attempt.endedAt + min, dueAt, overdueAt: dueAt + Math.max(OVERDUE_MS, max) };
}

/** Start unknown: the end stands for it, which is late by the length of the try. */
export function startOf(attempt: Pick<Attempt, 'startedAt' | 'endedAt'>): EpochMs {
  return attempt.startedAt ?? attempt.endedAt;
}

function handOff(
  { nodeId }: Execution,
  failed: readonly Attempt[],
  because: Classification,
  { at, trigger, limit, stoppedEarly }: Outcome,
): HandOff {
  const record = recordOf(nodeId, failed);
  const why = { trigger, ...(limit && { limit }), ...(stoppedEarly && { stoppedEarly }) };
  return { kind: 'hand_off', ...why, because, at: at ?? record.lastFailedAt, record };
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
