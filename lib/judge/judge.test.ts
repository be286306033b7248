import { describe, expect, it, test } from 'vitest';
import { ATTEMPT_STATUSES, type Attempt, type AttemptStatus } from '@/lib/policy/decide';
import type { NodePolicy, Retry } from '@/lib/policy/schema';
import { BACKOFFS } from '@/lib/policy/vocabulary';
import cases from '@/testdata/cases/conformance.json';
import { type Judged, judge, judgedAgainAt } from './judge';

const RETRY: Retry = { maxAttempts: 3, backoff: 'exponential', initialInterval: 5_000, maxInterval: 60_000 };
const LATER = 10_000_000;

const oneOf = <T extends string>(words: readonly T[], text: string): T => {
  const found = words.find((each) => each === text);
  if (found === undefined) throw new Error(`${text} is none of ${words.join(', ')}`);
  return found;
};

function failed(attempt: number, startedAt: number, errorCode: string | null = 'timeout', tookMs = 0): Attempt {
  return { attempt, startedAt, endedAt: startedAt + tookMs, status: 'failed', errorCode };
}

function ended(attempt: number, startedAt: number, status: AttemptStatus): Attempt {
  return { attempt, startedAt, endedAt: startedAt, status, errorCode: null };
}

function kinds(attempts: readonly Attempt[], more: Partial<Judged> = {}): string[] {
  const handOff = { trigger: 'exhausted' } as const;
  return judge({ policy: { retry: RETRY }, attempts, handOff, until: LATER, ...more }).map(({ kind }) => kind);
}

describe('right values', () => {
  test.each(cases)('$name', ({ policy, attempts, handoff, untilMs, findings }) => {
    const log = attempts.map((each): Attempt => {
      const errorCode = 'error_code' in each && typeof each.error_code === 'string' ? each.error_code : null;
      const { attempt, startMs: startedAt, endMs: endedAt } = each;
      return { attempt, startedAt, endedAt, status: oneOf(ATTEMPT_STATUSES, each.status), errorCode };
    });
    const found = judge({
      policy: { retry: { ...policy, backoff: oneOf(BACKOFFS, policy.backoff) } },
      attempts: log,
      handOff: handoff === null ? null : { trigger: oneOf(['terminal', 'exhausted'] as const, handoff) },
      until: untilMs,
    });
    expect(found.map(({ kind }) => kind)).toEqual(findings);
  });
});

describe('a finding says where it shows', () => {
  it('names the attempt that should not have come, and the code after which it should not', () => {
    const attempts = [failed(1, 0, 'http_401'), failed(2, 5_000, 'timeout', 100)];
    expect(judge({ policy: { retry: RETRY }, attempts, handOff: { trigger: 'terminal' }, until: LATER })).toEqual([
      { kind: 'retried_although_terminal', attempt: 2, errorCode: 'http_401', at: 5_100 },
    ]);
  });

  it('says what is allowed', () => {
    const attempts = [failed(1, 0), failed(2, 5_000), failed(3, 15_000), failed(4, 35_000)];
    expect(judge({ policy: { retry: RETRY }, attempts, handOff: { trigger: 'exhausted' }, until: LATER })).toEqual([
      { kind: 'more_attempts_than_allowed', attempt: 4, errorCode: 'timeout', at: 35_000, allowed: 3 },
    ]);
    expect(
      judge({ policy: {}, attempts: attempts.slice(0, 2), handOff: { trigger: 'exhausted' }, until: LATER }),
    ).toMatchObject([{ kind: 'more_attempts_than_allowed', attempt: 2, allowed: 1 }]);
    const early = [failed(1, 0)];
    expect(
      judge({ policy: { retry: RETRY }, attempts: early, handOff: { trigger: 'exhausted' }, until: LATER }),
    ).toEqual([{ kind: 'given_up_early', attempt: 1, errorCode: 'timeout', at: 0, allowed: 3 }]);
  });

  it('measures the gap from the end of one to the start of the next, and says between what it may lie', () => {
    const attempts = [
      failed(1, 0, 'timeout', 30_000),
      failed(2, 34_000, 'timeout', 1_000),
      ended(3, 45_000, 'succeeded'),
    ];
    expect(judge({ policy: { retry: RETRY }, attempts, handOff: null, until: LATER })).toEqual([
      {
        ...{ kind: 'off_schedule', attempt: 2, errorCode: 'timeout', at: 35_000 },
        ...{ gapMs: 4_000, leastMs: 4_500, mostMs: 7_500 },
      },
    ]);
  });

  it('measures from end to end where the start is unknown, and says so', () => {
    const attempts: Attempt[] = [failed(1, 0), { attempt: 2, endedAt: 40_000, status: 'succeeded', errorCode: null }];
    expect(judge({ policy: { retry: RETRY }, attempts, handOff: null, until: LATER })).toMatchObject([
      { kind: 'off_schedule', gapMs: 40_000, endToEnd: true },
    ]);
  });

  it('says where nobody was told', () => {
    const attempts = [failed(1, 0, 'http_403', 20)];
    expect(judge({ policy: { retry: RETRY }, attempts, handOff: null, until: LATER })).toEqual([
      { kind: 'no_hand_off', attempt: 1, errorCode: 'http_403', at: 20 },
    ]);
  });
});

describe('says nothing that the log does not show', () => {
  it.each<[string, readonly Attempt[], Partial<Judged>?]>([
    ['an attempt that runs', [failed(1, 0), { ...ended(2, 5_000, 'running') }]],
    ['an attempt that runs, start unknown', [failed(1, 0), { ...ended(2, 90_000, 'running'), startedAt: null }]],
    ['a skipped or cancelled node', [ended(1, 0, 'skipped')]],
    ['a retry that somebody cancelled', [failed(1, 0), ended(2, 5_000, 'cancelled')]],
    ['an attempt that the log lacks: no gap over it', [failed(1, 0), failed(3, 90_000)]],
    ['first attempts that the log lacks', [failed(3, 90_000)]],
    ['a run again after a success', [failed(1, 0), ended(2, 5_000, 'succeeded'), failed(3, 99_000, 'http_401')]],
    ['a wait that Retry-After may have asked for', [failed(1, 0, '429'), ended(2, 60_000, 'succeeded')]],
    ['a wait that it may still be', [failed(1, 0, '503')], { until: 119_999 }],
    ['a hand-off that could not be expected', [failed(1, 0, '401')], { handOff: null, handOffJudgeable: false }],
    ['nothing at all', [], { handOff: null }],
  ])('%s', (_, attempts, more) => {
    expect(kinds(attempts, more)).toEqual([]);
  });

  it('knows the wait that was asked for, where the log has it', () => {
    const asked = { ...failed(1, 0, '429'), retryAfterMs: 20_000 };
    expect(kinds([asked, ended(2, 20_000, 'succeeded')])).toEqual([]);
    expect(kinds([asked, ended(2, 55_000, 'succeeded')])).toEqual(['off_schedule']);
    expect(kinds([failed(1, 0, '429'), ended(2, 95_000, 'succeeded')])).toEqual(['off_schedule']);
    expect(kinds([failed(1, 0, '429'), ended(2, 1_000, 'succeeded')])).toEqual(['off_schedule']);
  });

  it('takes jitter for what it is', () => {
    const policy: NodePolicy = { retry: { ...RETRY, jitter: 'full' } };
    expect(kinds([failed(1, 0), ended(2, 10, 'succeeded')], { policy })).toEqual([]);
    expect(
      kinds([failed(1, 0), ended(2, 10, 'succeeded')], { policy: { retry: { ...RETRY, jitter: 'equal' } } }),
    ).toEqual(['off_schedule']);
  });
});

describe('what is found together with what', () => {
  it.each<[string, readonly Attempt[], string[], Partial<Judged>?]>([
    [
      'terminal, then retried until it went well',
      [failed(1, 0, '401'), ended(2, 5_000, 'succeeded')],
      ['retried_although_terminal'],
    ],
    [
      'terminal, then retried off the schedule: there is none for it',
      [failed(1, 0, '401'), failed(2, 90_000), failed(3, 90_001)],
      ['retried_although_terminal'],
    ],
    [
      'terminal, retried beyond what is allowed',
      [failed(1, 0, '401'), failed(2, 5_000), failed(3, 15_000), failed(4, 35_000)],
      ['retried_although_terminal', 'more_attempts_than_allowed', 'no_hand_off'],
      { handOff: null },
    ],
    [
      'handed off, and retried all the same',
      [failed(1, 0, '401'), failed(2, 5_000)],
      ['retried_although_terminal'],
      { handOff: { trigger: 'terminal' } },
    ],
    ['one wrong gap among right ones', [failed(1, 0), failed(2, 5_000), failed(3, 5_001)], ['off_schedule']],
    ['too late, then given up', [failed(1, 0), failed(2, 90_000)], ['off_schedule', 'given_up_early']],
    [
      'one too many after a success',
      [failed(1, 0), ended(2, 5_000, 'succeeded'), failed(4, 9_000)],
      ['more_attempts_than_allowed'],
    ],
    [
      'the run ended, nobody told',
      [failed(1, 0)],
      ['given_up_early', 'no_hand_off'],
      { handOff: null, until: 1, runEnded: true },
    ],
    ['attempts in any order', [failed(3, 15_000), failed(1, 0), failed(2, 5_000)], []],
  ])('%s', (_, attempts, expected, more) => {
    expect(kinds(attempts, more)).toEqual(expected);
  });
});

describe('maxElapsed', () => {
  const policy: NodePolicy = {
    retry: { maxAttempts: 9, backoff: 'fixed', initialInterval: 10_000, maxInterval: 10_000, maxElapsed: 30_000 },
  };
  const four = [failed(1, 0), failed(2, 10_000), failed(3, 20_000), failed(4, 30_000)];

  it('ends retrying: giving up by it is no early end', () => {
    expect(kinds(four, { policy })).toEqual([]);
    expect(kinds([failed(1, 0, 'timeout', 15_000), failed(2, 25_000, 'timeout', 4_000)], { policy })).toEqual([]);
  });

  it('an attempt behind it is one too many, once it is late by more than the tolerance', () => {
    expect(kinds([...four, failed(5, 40_000)], { policy })).toEqual(['more_attempts_than_allowed']);
    const allowed = judge({ policy, attempts: [...four, failed(5, 40_000)], handOff: null, until: LATER })[0]?.allowed;
    expect(allowed).toBe(4);
    expect(kinds([...four.slice(0, 3), ended(4, 31_500, 'succeeded')], { policy })).toEqual([]);
  });

  it('given up before it is an early end', () => {
    expect(kinds(four.slice(0, 2), { policy })).toEqual(['given_up_early']);
  });

  it('says nothing where jitter may have crossed it, or the first start is unknown', () => {
    const jitter = { retry: { ...policy.retry, maxAttempts: 9, jitter: 'full' as const, maxElapsed: 25_000 } };
    expect(kinds(four.slice(0, 3), { policy: jitter })).toEqual([]);
    const [first, ...rest] = four.slice(0, 2);
    expect(
      kinds([{ ...first, attempt: 1, endedAt: 0, status: 'failed', errorCode: 'timeout', startedAt: null }, ...rest], {
        policy,
      }),
    ).toEqual([]);
  });
});

describe('judgedAgainAt', () => {
  const again = (attempts: readonly Attempt[], until: number) =>
    judgedAgainAt({ policy: { retry: RETRY }, attempts, until });

  it('is when the next attempt no longer counts as coming, and then it is given up', () => {
    const at = again([failed(1, 0)], 4_000);
    expect(at).toBe(65_000);
    expect(kinds([failed(1, 0)], { until: 64_999 })).toEqual([]);
    expect(kinds([failed(1, 0)], { until: 65_000 })).toEqual(['given_up_early']);
    expect(again([failed(1, 0, '503')], 4_000)).toBe(120_000);
  });

  it('is never once it has ended', () => {
    expect(again([failed(1, 0, '401')], 0)).toBeNull();
    expect(again([ended(1, 0, 'succeeded')], 0)).toBeNull();
    expect(again([failed(1, 0)], 65_000)).toBeNull();
  });
});
