import type { CatalogueExtra } from '@/lib/policy/catalogue';
import type { Attempt } from '@/lib/policy/decide';
import type { NodePolicy } from '@/lib/policy/schema';
import type { EpochMs } from '@/lib/shared/clock';
import { type Course, crossesLimit, pairsOf, readCourse, startedTooLate } from './course';
import { FINDINGS, type Finding, type FindingKind } from './finding';
import { gapBetween } from './tolerance';

/** One execution as the log has it, and what it is held against. */
export interface Judged {
  /** In force when it ran. */
  readonly policy: NodePolicy;
  /** All of the execution, in any order. */
  readonly attempts: readonly Attempt[];
  /** Its hand-off record; null = none. */
  readonly handOff: { readonly trigger: 'terminal' | 'exhausted' } | null;
  /** False where a record could not be expected: before the source alerted, for instance. */
  readonly handOffJudgeable?: boolean;
  /** The log shows that the run ended: no further attempt will come. */
  readonly runEnded?: boolean;
  /** Until when the log was read. */
  readonly until: EpochMs;
  readonly extra?: CatalogueExtra;
}

/**
 * What an execution shows against its policy (`domain.md`, "Conformance"), at most one finding of a kind, in the order
 * of `FINDINGS`. Nothing is said that the log does not show: not of attempts that are missing in it, not of a wait that
 * `Retry-After` may have asked for, not of what somebody ran again after a success.
 */
export function judge(judged: Judged): Finding[] {
  const log = readLog(judged);
  const found: Readonly<Record<FindingKind, (log: Log) => Finding | null>> = {
    retried_although_terminal: retriedAlthoughTerminal,
    more_attempts_than_allowed: moreThanAllowed,
    off_schedule: offSchedule,
    given_up_early: givenUpEarly,
    no_hand_off: noHandOff,
  };
  return FINDINGS.flatMap((kind) => found[kind](log) ?? []);
}

/**
 * When an execution that has not ended is to be judged again, if nothing of it is reported until then: its next attempt
 * no longer counts as coming. Null = only something new in the log can change the findings.
 */
export function judgedAgainAt(judged: Omit<Judged, 'handOff' | 'handOffJudgeable'>): EpochMs | null {
  const { decision } = readLog({ ...judged, handOff: null });
  return decision.kind === 'retry' ? decision.overdueAt : null;
}

interface Log extends Judged, Course {}

function readLog(judged: Judged): Log {
  return { ...judged, ...readCourse(judged) };
}

/** The code is that of the failure after which nothing should have come. */
function retriedAlthoughTerminal({ course, isTerminal }: Log): Finding | null {
  const index = course.findIndex(isTerminal);
  const [failure, next] = index < 0 ? [] : course.slice(index, index + 2);
  if (failure === undefined || next === undefined) return null;
  return finding('retried_although_terminal', next, { errorCode: failure.errorCode });
}

function moreThanAllowed(log: Log): Finding | null {
  const beyond = log.counted.find(({ attempt }) => attempt > log.allowed);
  const late = startedTooLate(log);
  if (late !== null) return finding('more_attempts_than_allowed', late, { allowed: late.attempt - 1 });
  return beyond ? finding('more_attempts_than_allowed', beyond, { allowed: log.allowed }) : null;
}

function offSchedule(log: Log): Finding | null {
  const { course, retry, isTerminal } = log;
  const tooLate = startedTooLate(log);
  const end = course.findIndex(isTerminal);
  const due = end < 0 ? course : course.slice(0, end + 1);
  for (const [before, after] of pairsOf(due)) {
    if (after === tooLate) return null;
    const gap = gapBetween(before, after, retry);
    if (gap === null || gap.standing === 'on_time') continue;
    const { gapMs, mostMs, endToEnd } = gap;
    const leastMs = Math.max(0, gap.leastMs);
    return finding('off_schedule', after, { gapMs, leastMs, mostMs, ...(endToEnd && { endToEnd }) });
  }
  return null;
}

function givenUpEarly({ attempts, course, retry, allowed, decision }: Log): Finding | null {
  const last = course.at(-1);
  if (decision.kind !== 'hand_off' || decision.stoppedEarly === undefined || retry === undefined) return null;
  if (last?.status !== 'failed' || last.attempt !== decision.record.attempt) return null;
  // A next one was there, and somebody or something stopped it: that is no giving up.
  if (
    attempts.some(({ attempt, status }) => attempt > last.attempt && (status === 'cancelled' || status === 'skipped'))
  )
    return null;
  if (crossesLimit(last, { course, retry }) !== 'no') return null;
  return finding('given_up_early', last, { allowed });
}

function noHandOff({ handOff, handOffJudgeable = true, decision }: Log): Finding | null {
  if (!handOffJudgeable || handOff !== null || decision.kind !== 'hand_off') return null;
  const { attempt, errorCode, lastFailedAt } = decision.record;
  return { kind: 'no_hand_off', attempt, errorCode, at: lastFailedAt };
}

function finding(kind: FindingKind, { attempt, errorCode, endedAt }: Attempt, more: Partial<Finding>): Finding {
  return { kind, attempt, errorCode, at: endedAt, ...more };
}
