import { recipientOf } from '@/lib/policy/recipient';
import { attemptTimes } from '@/lib/policy/schedule';
import type { EpochMs } from '@/lib/shared/clock';
import { type Course, crossesLimit, readCourse } from './course';
import type {
  LoggedHandOff,
  LoggedMessage,
  MendPlace,
  ObservationKey,
  ReasonOf,
  TrialEvidence,
  TrialExpectation,
  Verdict,
} from './drill';
import { gapTolerance, lateness } from './tolerance';

/** A trial as it is judged: what is expected, and what the log and the notifications say. */
export interface Trial {
  readonly expectation: TrialExpectation;
  readonly evidence: TrialEvidence;
  /** Executions with at least one attempt that counts, in the order in which they failed. */
  readonly courses: readonly TrialCourse[];
  /** Slug of the group that is to be told; null = nobody is. */
  readonly recipient: string | null;
}

export interface TrialCourse extends Course {
  readonly runId: string;
  readonly until: EpochMs;
}

type Values = Readonly<Record<string, string | number | null>>;

/** What one observation comes to. */
export interface Seen<K extends ObservationKey> {
  readonly verdict: Verdict;
  readonly reason: ReasonOf<K>;
  readonly expected: Values;
  readonly seen: Values;
  readonly mend?: MendPlace;
}

export function readTrial(expectation: TrialExpectation, evidence: TrialEvidence): Trial {
  const { policy, extra, workflowOwner } = expectation;
  const { until } = evidence;
  const courses = evidence.executions.flatMap(({ runId, attempts }): TrialCourse[] => {
    const course = readCourse({ policy, attempts, until, ...(extra && { extra }) });
    return course.counted.length === 0 ? [] : [{ ...course, runId, until }];
  });
  return { expectation, evidence, courses, recipient: recipientOf(policy, workflowOwner) };
}

/** Executions that a drill makes fail. */
export function executionsOf({ drill }: Pick<TrialExpectation, 'drill'>): number {
  return drill === 4 ? 2 : 1;
}

/** True where the policy has the failure in another class than the drill makes, so that nothing else can be said. */
export function classDiffers({ expectation: { drill } }: Trial, { counted, isTerminal }: Course): boolean {
  const failed = counted.filter(({ status }) => status === 'failed');
  const first = failed[0];
  if (first === undefined) return false;
  if (drill === 1) return failed.some(isTerminal);
  if (drill === 3) return !isTerminal(first);
  return drill === 5 && isTerminal(first);
}

/** True when a further attempt is still to come by the policy, or was and did not. */
export function isWaiting({ decision }: Course): boolean {
  return decision.kind === 'retry' || (decision.kind === 'hand_off' && decision.stoppedEarly !== undefined);
}

/** Attempts that the policy allows this execution, as far as `maxElapsed` lets them come. */
export function expectedAttempts({ retry, allowed, decision }: Course): number {
  if (decision.kind === 'hand_off' && decision.stoppedEarly === undefined) return decision.record.attempt;
  return retry === undefined ? allowed : attemptTimes(retry).length;
}

/**
 * Until when the log must have been read for a verdict on this execution; null = an attempt still runs. A platform may
 * go on after it should have stopped, so its log is watched as long as one more attempt would take to come.
 */
export function settledAt(course: Course, simulated: boolean): EpochMs | null {
  const { counted, retry, decision } = course;
  const last = counted.at(-1);
  if (last === undefined || last.status === 'running') return null;
  if (decision.kind === 'succeeded') return last.endedAt;
  if (isWaiting(course) && retry !== undefined) {
    const { mostMs } = gapTolerance(retry, last.attempt + 1, last);
    return last.endedAt + mostMs;
  }
  return simulated ? last.endedAt : last.endedAt + oneMore(course);
}

function oneMore({ retry, counted }: Course): number {
  if (retry?.backoff === undefined || retry.initialInterval === undefined || retry.maxInterval === undefined)
    return lateness(0);
  return gapTolerance(retry, counted.length + 1).mostMs;
}

/** Why fewer attempts than allowed are no fault, or whether they are one. */
export function endedShort(course: Course): 'short' | 'by_limit' | 'unknown' {
  const last = course.counted.at(-1);
  const crossing = last === undefined ? 'no' : crossesLimit(last, course);
  if (crossing === 'unknown') return 'unknown';
  return crossing === 'perhaps' ? 'by_limit' : 'short';
}

/** Messages that are no stand-ins, of these runs. */
export function messagesOf({ evidence }: Trial, runIds?: readonly string[]): LoggedMessage[] {
  return evidence.messages.filter(({ fallback, runId }) => !fallback && (runIds?.includes(runId) ?? true));
}

/** Where a wrong log is mended: on a platform there, although the config is right; else where the rule stands. */
export function logMend({ expectation }: Trial, place: MendPlace): MendPlace {
  return expectation.simulated ? place : 'platform';
}

export type InTheWay =
  | 'nothing_reported'
  | 'no_hand_off'
  | 'no_owner'
  | 'group_missing'
  | 'wrong_recipient'
  | 'no_channel';

/** What keeps from judging an alert, since something before it is wrong already; null = nothing. */
export function inTheWay(trial: Trial): InTheWay | null {
  const { courses, evidence, expectation, recipient } = trial;
  if (courses.length === 0) return 'nothing_reported';
  if (evidence.handOffs.length === 0) return 'no_hand_off';
  if (recipient === null) return 'no_owner';
  if (isGroupMissing(evidence.handOffs)) return 'group_missing';
  if (wrongRecipient(trial) !== undefined) return 'wrong_recipient';
  return expectation.channelIds.length === 0 ? 'no_channel' : null;
}

export function isGroupMissing(handOffs: readonly LoggedHandOff[]): boolean {
  return handOffs.some(({ silentBecause }) => silentBecause === 'group_missing');
}

/** Who was told instead of the one that should have been; undefined = nobody. */
export function wrongRecipient({ evidence, recipient }: Trial): string | null | undefined {
  const named = [...evidence.handOffs.map((each) => each.recipient), ...evidence.messages.map(({ group }) => group)];
  return named.find((each) => each !== recipient);
}

export function passed<K extends ObservationKey>(
  reason: ReasonOf<K>,
  seen: Values = {},
  expected: Values = {},
): Seen<K> {
  return { verdict: 'passed', reason, expected, seen };
}

export function failed<K extends ObservationKey>(
  reason: ReasonOf<K>,
  mend: MendPlace,
  { expected = {}, seen = {} }: { expected?: Values; seen?: Values } = {},
): Seen<K> {
  return { verdict: 'failed', reason, expected, seen, mend };
}

export function notObserved<K extends ObservationKey>(
  reason: ReasonOf<K>,
  { expected = {}, seen = {}, mend }: { expected?: Values; seen?: Values; mend?: MendPlace } = {},
): Seen<K> {
  return { verdict: 'not_observed', reason, expected, seen, ...(mend && { mend }) };
}
