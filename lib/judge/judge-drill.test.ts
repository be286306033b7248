import { describe, expect, it, test } from 'vitest';
import { DRILLS, FAULTS_OF } from '@/lib/drills/vocabulary';
import { CHANNEL_KINDS, GROUP_LANGUAGES } from '@/lib/owners/channel-kinds';
import type { NodePolicy } from '@/lib/policy/schema';
import { RECORD_FIELDS } from '@/lib/policy/vocabulary';
import { OBSERVATIONS, type Observation, REASONS } from './drill';
import { judgeableFrom, judgeDrill, verdictOf } from './judge-drill';
import { type RightTrialInput, rightTrial } from './testing/right-trial';

const CLAIM: NodePolicy = {
  owner: 'payments-ops',
  actions: [{ id: 'charge', kind: 'http', idempotent: true }],
  onExhausted: { action: 'manual', record: [...RECORD_FIELDS] },
};
const EXPONENTIAL = { maxAttempts: 3, backoff: 'exponential', initialInterval: 5_000, maxInterval: 60_000 } as const;

/** Right ones: each leaves every fault of a drill in the class that the drill makes. */
const POLICIES: Readonly<Record<string, NodePolicy>> = {
  skeleton: { ...CLAIM, retry: EXPONENTIAL },
  fixed: { ...CLAIM, retry: { maxAttempts: 4, backoff: 'fixed', initialInterval: 500, maxInterval: 500 } },
  linear: { ...CLAIM, retry: { maxAttempts: 6, backoff: 'linear', initialInterval: 2_000, maxInterval: 7_000 } },
  'full jitter': { ...CLAIM, retry: { ...EXPONENTIAL, maxAttempts: 5, jitter: 'full' } },
  'equal jitter': { ...CLAIM, retry: { ...EXPONENTIAL, multiplier: 3, jitter: 'equal' } },
  'a limit by time': { ...CLAIM, retry: { ...EXPONENTIAL, maxAttempts: 9, maxElapsed: 30_000 } },
  'jitter and a limit': { ...CLAIM, retry: { ...EXPONENTIAL, maxAttempts: 9, jitter: 'full', maxElapsed: 20_000 } },
  'one attempt written': { ...CLAIM, retry: { maxAttempts: 1 } },
  'a closed list': {
    ...CLAIM,
    retry: {
      ...EXPONENTIAL,
      retryOn: ['timeout', 'connection_*', 'http_429', 'http_5xx', 'db_lock_timeout', 'dns_failure'],
    },
  },
  'patterns and a rule': {
    ...CLAIM,
    classification: [
      { code: 'E*', class: 'transient' },
      { code: 'http_401', class: 'terminal' },
    ],
    retry: EXPONENTIAL,
    alert: { silence: 3_600_000 },
  },
  'long intervals': { ...CLAIM, retry: { ...EXPONENTIAL, initialInterval: 3_600_000, maxInterval: 86_400_000 } },
};

const verdict = (input: RightTrialInput): [string, readonly Observation[]] => {
  const { expectation, evidence } = rightTrial(input);
  const observations = judgeDrill(expectation, evidence);
  return [verdictOf(observations), observations];
};
const unlike = (observations: readonly Observation[]) => observations.filter((each) => each.verdict !== 'passed');

describe('a right log passes', () => {
  const every = DRILLS.flatMap((drill) => FAULTS_OF[drill].map((fault) => ({ drill, fault })));

  describe.each(Object.entries(POLICIES))('%s', (_, policy) => {
    test.each(every)('drill $drill by $fault', ({ drill, fault }) => {
      for (const simulated of [true, false])
        for (const drawn of [0, 0.5, 1]) {
          const [outcome, observations] = verdict({ drill, fault, policy, simulated, drawn });
          const wrong = unlike(observations).filter(({ reason }) => reason !== 'one_attempt');
          expect([outcome, wrong]).toEqual(['passed', []]);
        }
    });
  });

  test.each(every)('drill $drill by $fault, where nothing is written of retry, but for drill 1', ({ drill, fault }) => {
    const [outcome, observations] = verdict({ drill, fault, policy: CLAIM });
    if (drill !== 1) expect([outcome, unlike(observations)]).toEqual(['passed', []]);
    else expect(unlike(observations).map(({ reason }) => reason)).toEqual(['no_retry', 'no_retry']);
  });

  test.each(CHANNEL_KINDS.flatMap((kind) => GROUP_LANGUAGES.map((language) => ({ kind, language }))))(
    'all fields are found in a message of $kind, $language',
    ({ kind, language }) => {
      const trial = {
        drill: 2,
        fault: 'http_503',
        policy: POLICIES.skeleton ?? {},
        channels: [kind],
        language,
      } as const;
      expect(verdict(trial)[0]).toBe('passed');
    },
  );

  it('says how far a message went', () => {
    const input = { drill: 2, fault: 'http_503', policy: CLAIM } as const;
    const reason = (captured: boolean, confirmed: boolean) => {
      const { expectation, evidence } = rightTrial({ ...input, captured });
      const messages = evidence.messages.map((each) => ({ ...each, confirmed }));
      return judgeDrill(expectation, { ...evidence, messages }).find(({ key }) => key === 'channel')?.reason;
    };
    expect([reason(true, false), reason(false, false), reason(false, true)]).toEqual([
      'captured',
      'accepted',
      'confirmed',
    ]);
  });

  it('has nothing to say of drill 5 where nothing is claimed', () => {
    for (const actions of [undefined, [], [{ id: 'a', kind: 'http' as const, repeatable: true }]]) {
      const { actions: _, ...rest } = CLAIM;
      const policy = { ...rest, retry: EXPONENTIAL, ...(actions && { actions }) };
      const [outcome, observations] = verdict({ drill: 5, fault: 'effect_then_timeout', policy });
      expect([outcome, observations]).toMatchObject(['not_applicable', [{ key: 'effect_once', reason: 'no_claim' }]]);
    }
  });

  it('takes a gap from end to end where no durations are logged, and says so', () => {
    const { expectation, evidence } = rightTrial({
      drill: 1,
      fault: 'http_503',
      policy: CLAIM && { ...CLAIM, retry: EXPONENTIAL },
    });
    const executions = evidence.executions.map(({ runId, attempts }) => ({
      runId,
      attempts: attempts.map((each) => ({ ...each, startedAt: null })),
    }));
    const observations = judgeDrill(expectation, { ...evidence, executions });
    expect(observations.find(({ key }) => key === 'gaps')?.reason).toBe('end_to_end');
    expect(verdictOf(observations)).toBe('passed');
  });
});

it('nothing seen is nothing proved', () => {
  expect(verdictOf([])).toBe('failed');
  for (const drill of DRILLS) {
    const [fault] = FAULTS_OF[drill];
    if (fault === undefined) throw new Error('every drill has a fault');
    const { expectation } = rightTrial({ drill, fault, policy: { ...CLAIM, retry: EXPONENTIAL }, simulated: false });
    const nothing = { executions: [], handOffs: [], messages: [], windows: [], effects: null, until: 0 };
    const observations = judgeDrill(expectation, nothing);
    expect(verdictOf(observations)).toBe('failed');
    expect(observations.map(({ verdict: each, reason }) => [each, reason])).toEqual(
      observations.map(() => ['not_observed', 'nothing_reported']),
    );
    expect(judgeableFrom(expectation, nothing)).toBeNull();
  }
});

it('every reason is one of its observation', () => {
  for (const key of OBSERVATIONS) expect(new Set(REASONS[key]).size).toBe(REASONS[key].length);
});
