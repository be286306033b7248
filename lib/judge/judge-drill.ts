import type { EpochMs } from '@/lib/shared/clock';
import { channel, count, handOff, muted, oneAlert, recipient } from './alert-observations';
import type { Observation, ObservationKey, TrialEvidence, TrialExpectation } from './drill';
import { attempts, effectOnce, failureClass, gaps } from './log-observations';
import { recordFields } from './record-observation';
import { executionsOf, readTrial, type Seen, settledAt, type Trial } from './trial';

/** What each drill looks at (`domain.md`, "Drills"). */
export const LOOKS_AT: Readonly<Record<TrialExpectation['drill'], readonly ObservationKey[]>> = {
  1: ['attempts', 'gaps', 'failure_class'],
  2: ['attempts', 'hand_off', 'recipient', 'channel', 'one_alert', 'record_fields'],
  3: ['attempts', 'failure_class', 'hand_off'],
  4: ['attempts', 'hand_off', 'recipient', 'channel', 'one_alert', 'muted', 'count'],
  5: ['attempts', 'failure_class', 'effect_once'],
};

const JUDGES: { readonly [K in ObservationKey]: (trial: Trial) => Seen<K> } = {
  ...{ attempts, gaps, failure_class: failureClass, hand_off: handOff, recipient, channel },
  ...{ one_alert: oneAlert, record_fields: recordFields, muted, count, effect_once: effectOnce },
};

/**
 * What the log and the notifications of a trial show, each thing that its drill looks at by itself. What cannot be told
 * since something before it is wrong already, or since the log does not say, is `not_observed`.
 */
export function judgeDrill(expectation: TrialExpectation, evidence: TrialEvidence): Observation[] {
  const trial = readTrial(expectation, evidence);
  const observations = LOOKS_AT[expectation.drill].map((key) => ({ key, ...JUDGES[key](trial) }));
  const nothingClaimed = observations.find(({ reason }) => reason === 'no_claim');
  return nothingClaimed ? [nothingClaimed] : observations;
}

/** Passed only where everything that was needed was seen and was right; `not_applicable` where nothing was needed. */
export function verdictOf(observations: readonly Observation[]): 'passed' | 'failed' | 'not_applicable' {
  if (observations.length === 0) return 'failed';
  if (observations.some(({ verdict }) => verdict === 'failed' || verdict === 'not_observed')) return 'failed';
  return observations.every(({ verdict }) => verdict === 'not_applicable') ? 'not_applicable' : 'passed';
}

/**
 * Until when the log of a trial must have been read for a verdict, on its own clock; null = an attempt runs, or not all
 * executions have been reported. Read earlier, what has not come yet is `not_finished`.
 */
export function judgeableFrom(expectation: TrialExpectation, evidence: TrialEvidence): EpochMs | null {
  const { courses } = readTrial(expectation, evidence);
  if (courses.length < executionsOf(expectation)) return null;
  const ends = courses.map((course) => settledAt(course, expectation.simulated));
  return ends.reduce<EpochMs | null>(
    (latest, end) => (latest === null || end === null ? null : Math.max(latest, end)),
    0,
  );
}
