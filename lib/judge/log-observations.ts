import { claimedActions } from '@/lib/policy/claims';
import { pairsOf, startedTooLate } from './course';
import { gapBetween } from './tolerance';
import {
  classDiffers,
  endedShort,
  executionsOf,
  expectedAttempts,
  failed,
  isWaiting,
  logMend,
  notObserved,
  passed,
  type Seen,
  settledAt,
  type Trial,
  type TrialCourse,
} from './trial';

/** As many attempts as the policy in force during the trial allows. */
export function attempts(trial: Trial): Seen<'attempts'> {
  const { courses, expectation } = trial;
  const first = courses[0];
  if (first === undefined) return notObserved('nothing_reported', onPlatform(trial));
  if (expectation.drill === 1 && first.retry === undefined)
    return failed('no_retry', 'retry', { seen: { attempts: first.counted.length } });
  const executions = executionsOf(expectation);
  if (courses.length < executions)
    return notObserved('execution_missing', {
      ...{ expected: { executions }, seen: { executions: courses.length } },
      ...onPlatform(trial),
    });
  const each = courses.map((course) => attemptsOf(trial, course));
  return (
    each.find(({ verdict }) => verdict === 'failed') ??
    each.find(({ verdict }) => verdict !== 'passed') ??
    each[0] ??
    notObserved('nothing_reported')
  );
}

function attemptsOf(trial: Trial, course: TrialCourse): Seen<'attempts'> {
  const { counted, allowed, isTerminal } = course;
  const seen = { attempts: counted.length };
  if (counted.some(({ attempt }, index) => attempt !== index + 1))
    return notObserved('attempt_missing', { seen, ...onPlatform(trial) });
  if (counted[0]?.status === 'succeeded') return notObserved('no_failure', { seen, ...onPlatform(trial) });
  if (classDiffers(trial, course)) return notObserved('class_differs', { seen, mend: 'classification' });
  const { drill } = trial.expectation;
  if (drill === 3 && allowed < 2) return notObserved('one_attempt_allowed', { seen, mend: 'retry' });
  const terminal = counted.findIndex(isTerminal) + 1;
  if (terminal > 0 && terminal < counted.length)
    return failed('retried_although_terminal', logMend(trial, 'retry'), { expected: { attempts: terminal }, seen });
  if (course.course.length < counted.length)
    return failed('after_success', logMend(trial, 'retry'), { expected: { attempts: course.course.length }, seen });
  const tooLate = startedTooLate(course);
  const most = tooLate === null ? allowed : tooLate.attempt - 1;
  if (counted.length > most) {
    const overridden = drill === 2 || drill === 4;
    const reason = overridden ? 'override_not_applied' : 'too_many';
    return failed(reason, logMend(trial, 'retry'), { expected: { attempts: most }, seen });
  }
  return finished(trial, course);
}

/** Nothing came that should not: whether all came that should. */
function finished(trial: Trial, course: TrialCourse): Seen<'attempts'> {
  const { counted, decision, until, allowed } = course;
  const { drill, simulated } = trial.expectation;
  const values = { expected: { attempts: expectedAttempts(course) }, seen: { attempts: counted.length } };
  const pass = passed<'attempts'>('as_allowed', values.seen, values.expected);
  const settled = settledAt(course, simulated);
  if (settled === null || until < settled) return notObserved('not_finished', values);
  if (decision.kind === 'succeeded') {
    if (drill === 5 || counted.length === allowed) return pass;
    return notObserved('succeeded_early', { ...values, ...onPlatform(trial) });
  }
  if (!isWaiting(course)) return pass;
  const short = endedShort(course);
  if (short === 'unknown') return notObserved('not_finished', { ...values, ...onPlatform(trial) });
  return short === 'by_limit' ? pass : failed('too_few', logMend(trial, 'retry'), values);
}

/** Pauses as the backoff says. */
export function gaps(trial: Trial): Seen<'gaps'> {
  const first = trial.courses[0];
  if (first === undefined) return notObserved('nothing_reported', onPlatform(trial));
  if (first.retry === undefined) return notObserved('no_retry', { mend: 'retry' });
  if (classDiffers(trial, first)) return notObserved('class_differs', { mend: 'classification' });
  if (expectedAttempts(first) === 1)
    return { verdict: 'not_applicable', reason: 'one_attempt', expected: {}, seen: {} };
  const tooLate = startedTooLate(first);
  const due = pairsOf(first.course).filter(([, after]) => after.attempt <= first.allowed && after !== tooLate);
  if (due.some(([before, after]) => after.attempt !== before.attempt + 1))
    return notObserved('attempt_missing', onPlatform(trial));
  const measured = due.flatMap(([before, after]) => gapBetween(before, after, first.retry) ?? []);
  const wrong = measured.find(({ standing }) => standing !== 'on_time');
  if (wrong !== undefined) {
    const { attempt, gapMs, leastMs, mostMs, standing } = wrong;
    return failed(standing === 'early' ? 'too_early' : 'too_late', logMend(trial, 'retry'), {
      expected: { attempt, leastMs: Math.max(0, leastMs), mostMs },
      seen: { attempt, gapMs },
    });
  }
  if (measured.length === 0) return notObserved('too_few');
  const reason = measured.some(({ endToEnd }) => endToEnd) ? 'end_to_end' : 'on_schedule';
  return passed(reason, { gaps: measured.length });
}

/** The failure is of the class that the drill makes, by the policy. */
export function failureClass(trial: Trial): Seen<'failure_class'> {
  const first = trial.courses[0];
  if (first === undefined) return notObserved('nothing_reported', onPlatform(trial));
  const failures = first.counted.filter(({ status }) => status === 'failed');
  const [failure] = failures;
  if (failure === undefined) return notObserved('no_failure', onPlatform(trial));
  const { drill } = trial.expectation;
  const wanted = drill === 3 ? 'terminal' : 'transient';
  const looked = drill === 1 ? failures : [failure];
  const other = looked.find((each) => first.isTerminal(each) !== (wanted === 'terminal'));
  const expected = { class: wanted };
  if (other === undefined) return passed('as_made', { code: failure.errorCode, class: wanted }, expected);
  const seen = { code: other.errorCode, class: wanted === 'terminal' ? 'transient' : 'terminal' };
  const reason = wanted === 'terminal' ? 'classed_transient' : 'classed_terminal';
  return failed(reason, 'classification', { expected, seen });
}

/** What was done stands once, although it was tried again. */
export function effectOnce(trial: Trial): Seen<'effect_once'> {
  const { courses, evidence, expectation } = trial;
  if (claimedActions(expectation.policy).length === 0)
    return { verdict: 'not_applicable', reason: 'no_claim', expected: {}, seen: {} };
  const first = courses[0];
  if (first === undefined) return notObserved('nothing_reported', onPlatform(trial));
  const { effects } = evidence;
  const values = { expected: { effects: 1 }, seen: { effects } };
  if (effects !== null && effects > 1) return failed('twice', 'actions', values);
  if (first.counted.length < 2) return notObserved('not_retried', values);
  if (effects === null) return notObserved('not_counted', { ...values, ...onPlatform(trial) });
  return effects === 0
    ? failed('never', logMend(trial, 'actions'), values)
    : passed('once', values.seen, values.expected);
}

/** What a platform's log does not say is mended there; of the sandbox there is nothing to mend. */
function onPlatform({ expectation }: Trial) {
  return expectation.simulated ? {} : { mend: 'platform' as const };
}
