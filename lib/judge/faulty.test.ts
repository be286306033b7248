import { describe, expect, it, test } from 'vitest';
import { OBSERVATIONS, type Observation, REASONS } from './drill';
import { judgeableFrom, judgeDrill, verdictOf } from './judge-drill';
import { type Change, evidence, expectation, handOffs, log, message } from './testing/changes';
import { FAULTY, type FaultyTrial, RIGHT } from './testing/faulty-trials';
import { type RightTrial, type RightTrialInput, rightTrial } from './testing/right-trial';

function judged(each: FaultyTrial, simulated: boolean): Observation[] {
  const { drill, fault = DEFAULTS[drill], policy = RIGHT, input, change = (trial) => trial } = each;
  const trial = change(rightTrial({ drill, fault, policy, simulated, ...input }));
  return judgeDrill(trial.expectation, trial.evidence);
}

const DEFAULTS = { 1: 'never_answers', 2: 'http_503', 3: 'http_401', 4: 'http_503', 5: 'effect_then_timeout' } as const;

describe('each is caught where it is, and nowhere else', () => {
  test.each(FAULTY)('$name', (each) => {
    for (const simulated of [true, false]) {
      const observations = judged(each, simulated);
      const of = (verdict: string) => observations.filter((found) => found.verdict === verdict);
      const fails = simulated ? each.fails : (each.failsOnPlatform ?? each.fails);
      expect(of('failed').map(({ key, reason, mend }) => `${key} ${reason} → ${mend}`)).toEqual(fails);
      expect(of('not_observed').map(({ key, reason }) => `${key} ${reason}`)).toEqual(each.unseen ?? []);
      expect(verdictOf(observations)).toBe('failed');
    }
  });

  it('at least 25 of them', () => {
    expect(FAULTY.length).toBeGreaterThanOrEqual(25);
  });
});

describe('what is not seen is not proved', () => {
  const unseen: readonly (Omit<FaultyTrial, 'fails'> & { readonly unseen: readonly string[] })[] = [
    {
      name: 'read before the next attempt is due',
      drill: 1,
      change: (trial) => cut(trial, 1),
      unseen: ['attempts not_finished', 'gaps too_few'],
    },
    {
      name: 'an attempt that runs',
      drill: 1,
      change: log((all) =>
        all.map((each, at) => (at === 2 ? { ...each, status: 'running' as const, errorCode: null } : each)),
      ),
      unseen: ['attempts not_finished'],
    },
    {
      name: 'an attempt that the log lacks',
      drill: 1,
      change: log((all) => all.filter(({ attempt }) => attempt !== 2)),
      unseen: ['attempts attempt_missing', 'gaps attempt_missing'],
    },
    {
      name: 'a fault that did not last',
      drill: 1,
      change: log((all) =>
        all
          .slice(0, 2)
          .map((each, at) => (at === 1 ? { ...each, status: 'succeeded' as const, errorCode: null } : each)),
      ),
      unseen: ['attempts succeeded_early'],
    },
    {
      name: 'a fault that did not show',
      drill: 3,
      change: log((all) => all.map((each) => ({ ...each, status: 'succeeded' as const, errorCode: null }))),
      unseen: ['attempts no_failure', 'failure_class no_failure', 'hand_off no_failure'],
    },
    {
      name: 'one execution of two',
      drill: 4,
      change: evidence((trial) => ({
        executions: trial.evidence.executions.slice(0, 1),
        handOffs: trial.evidence.handOffs.slice(0, 1),
      })),
      unseen: [
        'attempts execution_missing',
        'hand_off execution_missing',
        'muted execution_missing',
        'count execution_missing',
      ],
    },
    {
      name: 'two failures of different codes',
      drill: 4,
      change: handOffs((all) => all.map((each, at) => (at === 1 ? { ...each, errorCode: '500' } : each))),
      unseen: ['muted codes_differ', 'count codes_differ'],
    },
    {
      name: 'a second failure after the window',
      drill: 4,
      change: expectation({ policy: { ...RIGHT, retry: { maxAttempts: 1 }, alert: { silence: 60_000 } } }),
      unseen: ['muted outside_window', 'count outside_window'],
    },
    { name: 'a message on its way', drill: 2, change: message({ state: 'pending' }), unseen: ['channel not_sent_yet'] },
    {
      name: 'a message that may have arrived',
      drill: 2,
      change: message({ state: 'unknown' }),
      unseen: ['channel unclear'],
    },
    {
      name: 'a message that is not rendered',
      drill: 2,
      change: message({ body: null }),
      unseen: ['record_fields not_rendered'],
    },
    {
      name: 'nobody counts the effect',
      drill: 5,
      change: evidence(() => ({ effects: null })),
      unseen: ['effect_once not_counted'],
    },
    {
      name: 'a policy that allows no second try',
      drill: 3,
      change: expectation({ policy: { ...RIGHT, retry: { maxAttempts: 1 } } }),
      unseen: ['attempts one_attempt_allowed'],
    },
  ];

  test.each(unseen)('$name', (each) => {
    const observations = judged({ ...each, fails: [] }, true);
    const found = observations.filter(({ verdict }) => verdict !== 'passed');
    expect(found.map(({ key, verdict, reason }) => `${verdict} ${key} ${reason}`)).toEqual(
      each.unseen.map((reason) => `not_observed ${reason}`),
    );
    expect(verdictOf(observations)).toBe('failed');
  });
});

describe('judgeableFrom', () => {
  const from = (input: RightTrialInput, change: Change = (trial) => trial) => {
    const trial = change(rightTrial(input));
    const at = judgeableFrom(trial.expectation, trial.evidence);
    const last = trial.evidence.executions.at(-1)?.attempts.at(-1);
    return at === null || last === undefined ? null : at - last.endedAt;
  };

  it('is at once where the sandbox has ended, and as long as one more attempt would take on a platform', () => {
    const input = { drill: 3, fault: 'http_401', policy: RIGHT } as const;
    expect(from(input)).toBe(0);
    expect(from({ ...input, simulated: false })).toBe(7_500);
    expect(from({ ...input, drill: 2, fault: 'closed_port', simulated: false })).toBe(7_500);
    expect(from({ drill: 5, fault: 'effect_then_timeout', policy: RIGHT, simulated: false })).toBe(0);
  });

  it('is when the next attempt would be off schedule, and never while one runs', () => {
    const input = { drill: 1, fault: 'never_answers', policy: RIGHT } as const;
    expect(from(input, (trial) => cut(trial, 1))).toBe(7_500);
    expect(
      from(
        input,
        log((all) => all.map((each) => ({ ...each, status: 'running' as const }))),
      ),
    ).toBeNull();
  });

  it('a platform that may still go on is not judged', () => {
    const { expectation: wanted, evidence: seen } = rightTrial({
      drill: 3,
      fault: 'http_401',
      policy: RIGHT,
      simulated: false,
    });
    const end = seen.executions[0]?.attempts[0]?.endedAt ?? 0;
    const verdict = (until: number) => verdictOf(judgeDrill(wanted, { ...seen, until }));
    expect([verdict(end), verdict(end + 7_499), verdict(end + 7_500)]).toEqual(['failed', 'failed', 'passed']);
  });
});

it('gives no reason that has no word', () => {
  const all = FAULTY.flatMap((each) => [...judged(each, true), ...judged(each, false)]);
  for (const { key, reason } of all) expect(REASONS[key].map(String)).toContain(reason);
  expect(new Set(all.map(({ key }) => key)).size).toBe(OBSERVATIONS.length);
});

/** The log as it was when so many attempts had ended. */
function cut({ expectation: wanted, evidence: seen }: RightTrial, attempts: number): RightTrial {
  const executions = seen.executions.map((each) => ({ ...each, attempts: each.attempts.slice(0, attempts) }));
  const until = executions[0]?.attempts.at(-1)?.endedAt ?? 0;
  return { expectation: wanted, evidence: { ...seen, executions, until, handOffs: [], messages: [], windows: [] } };
}
