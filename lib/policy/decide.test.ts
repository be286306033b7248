import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classify, classifyInput } from './classify';
import { type Attempt, type Decision, decide, type Execution } from './decide';
import type { NodePolicy } from './schema';
import { codeArbitrary, policyArbitrary } from './testing/arbitraries';

const policy: NodePolicy = {
  retry: { maxAttempts: 3, backoff: 'exponential', initialInterval: 5_000, maxInterval: 60_000 },
};

function failed(
  attempt: number,
  endedAt: number,
  errorCode: string | null = 'timeout',
  more?: Partial<Attempt>,
): Attempt {
  return { attempt, startedAt: endedAt, endedAt, status: 'failed', errorCode, ...more };
}

function succeeded(attempt: number, endedAt: number): Attempt {
  return { attempt, endedAt, status: 'succeeded', errorCode: null };
}

function execution(...attempts: Attempt[]): Execution {
  return { nodeId: 'charge-card', attempts, runEnded: false };
}

function kindOf(decision: Decision): string {
  if (decision.kind !== 'hand_off') return decision.kind;
  return [decision.trigger, decision.limit, decision.stoppedEarly].filter(Boolean).join(', ');
}

describe('decide', () => {
  test('a success ends it', () => {
    expect(decide(policy, execution(failed(1, 0), succeeded(2, 5_000)), 1e6)).toEqual({
      kind: 'succeeded',
      attempt: 2,
      at: 5_000,
    });
  });

  test('after a transient failure the next attempt is due by the schedule', () => {
    expect(decide(policy, execution(failed(1, 1_000)), 2_000)).toMatchObject({
      kind: 'retry',
      attempt: 2,
      earliestAt: 6_000,
      dueAt: 6_000,
      overdueAt: 66_000,
      because: { because: 'catalogue' },
    });
    expect(decide(policy, execution(failed(1, 0), failed(2, 5_000)), 6_000)).toMatchObject({
      attempt: 3,
      dueAt: 15_000,
    });
  });

  test('terminal on attempt 2, even though a third succeeded later', () => {
    const attempts = [failed(1, 0), failed(2, 5_000, 'http_401', { errorMessage: 'no', payloadHash: 'h' })];
    for (const more of [[], [succeeded(3, 9_000)]])
      expect(decide(policy, execution(...attempts, ...more), 10_000)).toMatchObject({
        kind: 'hand_off',
        trigger: 'terminal',
        at: 5_000,
        record: {
          nodeId: 'charge-card',
          attempt: 2,
          errorCode: 'http_401',
          errorMessage: 'no',
          payloadHash: 'h',
          firstFailedAt: 0,
          lastFailedAt: 5_000,
          finalAction: 'manual',
        },
      });
  });

  test('exhausted at maxAttempts, whatever comes behind', () => {
    const attempts = [failed(1, 0), failed(2, 5_000), failed(3, 15_000)];
    expect(kindOf(decide(policy, execution(...attempts), 15_000))).toBe('exhausted, max_attempts');
    expect(decide(policy, execution(...attempts, failed(4, 35_000)), 40_000)).toMatchObject({ record: { attempt: 3 } });
  });

  test('without retry in the policy one attempt is allowed', () => {
    expect(kindOf(decide({}, execution(failed(1, 0)), 0))).toBe('exhausted, max_attempts');
    expect(kindOf(decide({}, execution(failed(1, 0, 'weird')), 0))).toBe('terminal');
    expect(kindOf(decide({}, execution(failed(1, 0, null)), 0))).toBe('terminal');
  });

  test('overdue by the larger of 60 s and the delay itself', () => {
    expect(kindOf(decide(policy, execution(failed(1, 0)), 64_999))).toBe('retry');
    expect(decide(policy, execution(failed(1, 0)), 65_000)).toMatchObject({
      trigger: 'exhausted',
      stoppedEarly: 'overdue',
      at: 65_000,
    });
    const slow = { retry: { ...policy.retry, maxAttempts: 3, initialInterval: 3_600_000, maxInterval: 3_600_000 } };
    expect(kindOf(decide(slow, execution(failed(1, 0)), 7_199_999))).toBe('retry');
    expect(kindOf(decide(slow, execution(failed(1, 0)), 7_200_000))).toBe('exhausted, overdue');
  });

  test('a late attempt that came all the same counts', () => {
    expect(kindOf(decide(policy, execution(failed(1, 0), succeeded(2, 600_000)), 700_000))).toBe('succeeded');
  });

  test('the run ended failed: stopped early', () => {
    expect(kindOf(decide(policy, { ...execution(failed(1, 0)), runEnded: true }, 1))).toBe('exhausted, run_ended');
    const running: Attempt = { ...failed(2, 6_000), status: 'running' };
    expect(kindOf(decide(policy, execution(failed(1, 0), running), 1e9))).toBe('running');
    expect(kindOf(decide(policy, { ...execution(failed(1, 0), running), runEnded: true }, 1e9))).toBe(
      'exhausted, run_ended',
    );
    expect(kindOf(decide(policy, { ...execution(failed(1, 0), succeeded(2, 1)), runEnded: true }, 2))).toBe(
      'succeeded',
    );
  });

  test('maxElapsed counts from the first start and ends retrying', () => {
    const limited = {
      retry: { maxAttempts: 9, backoff: 'fixed', initialInterval: 10_000, maxInterval: 10_000, maxElapsed: 30_000 },
    } as const;
    const first = failed(1, 15_000, 'timeout', { startedAt: 0 });
    expect(decide(limited, execution(first), 15_000)).toMatchObject({ kind: 'retry', dueAt: 25_000 });
    expect(decide(limited, execution(first, failed(2, 20_000)), 20_000)).toMatchObject({
      kind: 'retry',
      dueAt: 30_000,
    });
    expect(kindOf(decide(limited, execution(first, failed(2, 20_001)), 20_001))).toBe('exhausted, max_elapsed');
    expect(kindOf(decide(limited, execution(first, failed(2, 20_001), succeeded(3, 40_000)), 50_000))).toBe(
      'exhausted, max_elapsed',
    );
  });

  test('jitter opens a range; Retry-After lengthens it up to the cap', () => {
    const jitter = { retry: { ...policy.retry, maxAttempts: 3, jitter: 'full' as const } };
    expect(decide(jitter, execution(failed(1, 0)), 0)).toMatchObject({ earliestAt: 0, dueAt: 5_000 });
    const asked = failed(1, 0, '429', { retryAfterMs: 90_000 });
    expect(decide(policy, execution(asked), 0)).toMatchObject({ earliestAt: 5_000, dueAt: 60_000, overdueAt: 120_000 });
  });

  test('skipped and cancelled count nowhere; order does not matter', () => {
    const skipped: Attempt = { ...failed(1, 0), status: 'skipped' };
    expect(decide(policy, execution(skipped), 0)).toEqual({ kind: 'running', reason: 'nothing_counts' });
    expect(decide(policy, execution(), 0)).toEqual({ kind: 'running', reason: 'nothing_counts' });
    expect(kindOf(decide(policy, execution(succeeded(2, 5_000), failed(1, 0)), 0))).toBe('succeeded');
  });

  test('a rule of the action that failed is used where the log tells it', () => {
    const rules: NodePolicy = {
      ...policy,
      classification: [
        { code: 'busy', class: 'transient', action: 'charge' },
        { code: 'busy', class: 'terminal', action: 'refund' },
      ],
    };
    expect(kindOf(decide(rules, execution(failed(1, 0, 'busy', { action: 'charge' })), 0))).toBe('retry');
    expect(kindOf(decide(rules, execution(failed(1, 0, 'busy')), 0))).toBe('terminal');
  });
});

describe('for every policy and log', () => {
  const attempts = fc.array(fc.record({ code: fc.option(codeArbitrary), ok: fc.boolean(), ms: fc.nat({ max: 1e6 }) }), {
    minLength: 1,
    maxLength: 6,
  });

  test('a terminal code is never retried, nor an unknown one, nor more often than allowed', () => {
    fc.assert(
      fc.property(policyArbitrary, attempts, fc.boolean(), fc.nat({ max: 1e7 }), (any, log, runEnded, now) => {
        const list = log.map((each, index) =>
          each.ok ? succeeded(index + 1, each.ms * (index + 1)) : failed(index + 1, each.ms * (index + 1), each.code),
        );
        const decision = decide(any, { nodeId: 'n', attempts: list, runEnded }, now);
        if (decision.kind !== 'retry') return;
        expect(decision.attempt).toBeLessThanOrEqual(any.retry?.maxAttempts ?? 1);
        expect(decision.because).toMatchObject({ class: 'transient', unknown: false });
        for (const { errorCode } of list) {
          const found = classify(classifyInput(any), errorCode);
          expect([found.class, found.unknown]).toEqual(['transient', false]);
        }
      }),
    );
  });
});
