import { DEFAULT_SILENCE_MS } from '@/lib/policy/vocabulary';
import type { LoggedMessage } from './drill';
import {
  classDiffers,
  executionsOf,
  failed,
  type InTheWay,
  inTheWay,
  isGroupMissing,
  isWaiting,
  messagesOf,
  notObserved,
  passed,
  type Seen,
  type Trial,
  type TrialCourse,
  wrongRecipient,
} from './trial';

/** One hand-off record of each execution, by the trigger that `decide` gives. */
export function handOff(trial: Trial): Seen<'hand_off'> {
  const { courses, evidence, expectation } = trial;
  if (courses.length === 0) return notObserved('nothing_reported');
  const executions = executionsOf(expectation);
  const values = { expected: { records: executions }, seen: { records: evidence.handOffs.length } };
  if (courses.length < executions) return notObserved('execution_missing', values);
  const known = new Set(courses.map(({ runId }) => runId));
  if (evidence.handOffs.some(({ runId }) => !known.has(runId))) return failed('several', 'on_exhausted', values);
  const each = courses.map((course) => handOffOf(trial, course));
  return each.find(({ verdict }) => verdict !== 'passed') ?? passed('made', values.seen, values.expected);
}

function handOffOf(trial: Trial, course: TrialCourse): Seen<'hand_off'> {
  const { decision, counted, runId } = course;
  if (classDiffers(trial, course)) return notObserved('class_differs', { mend: 'classification' });
  if (!counted.some(({ status }) => status === 'failed')) return notObserved('no_failure');
  const records = trial.evidence.handOffs.filter((each) => each.runId === runId);
  const [record] = records;
  if (decision.kind !== 'hand_off' || isWaiting(course))
    return record === undefined ? notObserved('not_finished') : failed('wrong_attempt', 'on_exhausted');
  const all = { expected: { records: 1 }, seen: { records: records.length } };
  if (record === undefined) return failed('missing', 'on_exhausted', all);
  if (records.length > trial.courses.filter((each) => each.runId === runId).length)
    return failed('several', 'on_exhausted', all);
  const { trigger, record: due } = decision;
  if (record.trigger !== trigger)
    return failed('wrong_trigger', 'on_exhausted', { expected: { trigger }, seen: { trigger: record.trigger } });
  if (record.attempt !== due.attempt)
    return failed('wrong_attempt', 'on_exhausted', {
      ...{ expected: { attempt: due.attempt }, seen: { attempt: record.attempt } },
    });
  return passed('made');
}

/** The group that the policy names, in the records and in what was sent. */
export function recipient(trial: Trial): Seen<'recipient'> {
  const { courses, evidence, recipient: wanted } = trial;
  if (courses.length === 0) return notObserved('nothing_reported');
  if (wanted === null) return failed('no_owner', 'owner');
  if (evidence.handOffs.length === 0) return notObserved('no_hand_off');
  const expected = { recipient: wanted };
  if (isGroupMissing(evidence.handOffs)) return failed('group_missing', 'owner_group', { expected });
  const wrong = wrongRecipient(trial);
  if (wrong !== undefined) return failed('wrong_recipient', 'owner_group', { expected, seen: { recipient: wrong } });
  return passed('told', { recipient: wanted }, expected);
}

/** Every channel of the group took what was for it; captured, it was rendered and went nowhere. */
export function channel(trial: Trial): Seen<'channel'> {
  const { expectation } = trial;
  const way = inTheWay(trial);
  if (way === 'no_channel') return failed('no_channel', 'owner_group', { seen: { channels: 0 } });
  if (way !== null) return notObserved(way);
  const messages = messagesOf(trial);
  if (messages.length === 0) return notObserved('no_alert');
  const { channelIds, captured } = expectation;
  const told = new Set(messages.map(({ channelId }) => channelId));
  const right = channelIds.filter((id) => told.has(id)).length;
  const values = { expected: { channels: channelIds.length }, seen: { channels: right } };
  if ([...told].some((id) => !channelIds.includes(id))) return failed('wrong_channel', 'owner_group', values);
  if (right < channelIds.length) return failed('not_told', 'owner_group', values);
  const dead = messages.find(({ state }) => state === 'dead');
  if (dead) return failed('dead', 'owner_group', { ...values, seen: { ...values.seen, problem: dead.problem } });
  if (messages.some(({ state }) => state === 'unknown'))
    return notObserved('unclear', { ...values, mend: 'owner_group' });
  if (messages.some(({ state }) => state !== 'sent'))
    return notObserved('not_sent_yet', { ...values, mend: 'owner_group' });
  return passed(arrival(captured, messages), values.seen, values.expected);
}

function arrival(captured: boolean, messages: readonly LoggedMessage[]) {
  if (captured) return 'captured';
  return messages.every(({ confirmed }) => confirmed) ? 'confirmed' : 'accepted';
}

/** The first failure sends one message to each channel, not none and not several. */
export function oneAlert(trial: Trial): Seen<'one_alert'> {
  const way = inTheWay(trial);
  if (way !== null) return notObserved(way);
  const [first] = trial.courses;
  const messages = messagesOf(trial, trial.expectation.drill === 4 && first ? [first.runId] : undefined);
  const counts = new Map<string, number>();
  for (const { channelId } of messages) counts.set(channelId, (counts.get(channelId) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  const values = { expected: { alerts: 1 }, seen: { alerts: most } };
  if (most === 0) return failed('none', 'alert', values);
  return most > 1 ? failed('several', 'alert', values) : passed('one', values.seen, values.expected);
}

/** The second failure in the window sends nothing. */
export function muted(trial: Trial): Seen<'muted'> {
  const obstacle = secondFailure(trial);
  if (obstacle !== null) return notObserved(obstacle, second(obstacle));
  const again = messagesOfLater(trial).length;
  const values = { expected: { alerts: 0 }, seen: { alerts: again } };
  return again > 0 ? failed('sent_again', 'alert', values) : passed('muted', values.seen, values.expected);
}

/** It is counted all the same: the next notification will carry it. */
export function count(trial: Trial): Seen<'count'> {
  const obstacle = secondFailure(trial);
  if (obstacle !== null) return notObserved(obstacle, second(obstacle));
  if (messagesOfLater(trial).length > 0) return notObserved('not_muted', { mend: 'alert' });
  const { expectation, evidence } = trial;
  const expected = { pending: 1, total: 2 };
  const windows = expectation.channelIds.map((id) => evidence.windows.find(({ channelId }) => channelId === id));
  const counts = windows.map((each) => ({ pending: each?.pending ?? 0, total: each?.total ?? 0 }));
  const lost = counts.find(({ pending }) => pending === 0);
  if (lost) return failed('lost', 'alert', { expected, seen: lost });
  const wrong = counts.find(({ pending, total }) => pending !== expected.pending || total !== expected.total);
  return wrong ? failed('wrong', 'alert', { expected, seen: wrong }) : passed('grew', { ...counts[0] }, expected);
}

type Obstacle = InTheWay | 'execution_missing' | 'no_hand_off' | 'no_alert' | 'codes_differ' | 'outside_window';

/** Why the second failure says nothing about the window; null = it does. */
function secondFailure(trial: Trial): Obstacle | null {
  const way = inTheWay(trial);
  if (way !== null) return way;
  const { courses, evidence, expectation } = trial;
  const [first, later] = courses;
  if (first === undefined || later === undefined) return 'execution_missing';
  const [one, two] = [first, later].map(({ runId }) => evidence.handOffs.find((each) => each.runId === runId));
  if (one === undefined || two === undefined) return 'no_hand_off';
  if (one.errorCode !== two.errorCode) return 'codes_differ';
  const silence = expectation.policy.alert?.silence ?? DEFAULT_SILENCE_MS;
  if (two.lastFailedAt - one.lastFailedAt >= silence) return 'outside_window';
  return messagesOf(trial, [first.runId]).length === 0 ? 'no_alert' : null;
}

/** Two failures of different codes are two alerts, and one after the window is the next: that is the platform's doing. */
function second(obstacle: Obstacle) {
  return obstacle === 'codes_differ' || obstacle === 'outside_window' ? { mend: 'platform' as const } : {};
}

function messagesOfLater(trial: Trial): LoggedMessage[] {
  const [first] = trial.courses;
  return messagesOf(trial).filter(({ runId }) => runId !== first?.runId);
}
