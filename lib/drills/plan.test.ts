import { describe, expect, it } from 'vitest';
import { readPolicy } from '@/lib/policy/read';
import { attemptTimes } from '@/lib/policy/schedule';
import type { NodePolicy } from '@/lib/policy/schema';
import { SKELETON_RETRY } from '@/lib/policy/skeleton';
import { planTrial } from './plan';
import { DRILLS, FAULTS_OF } from './vocabulary';

const retry = { maxAttempts: 5, backoff: 'exponential', initialInterval: 5_000, maxInterval: 60_000 } as const;
const claim: NodePolicy = { actions: [{ id: 'a', kind: 'http', idempotent: true }] };
const plan = (drill: 1 | 2 | 3 | 4 | 5, policy: NodePolicy, fault = FAULTS_OF[drill][0]) => {
  if (fault === undefined) throw new Error('every drill has a fault');
  return planTrial({ drill, fault, policy });
};
const due = (policy: NodePolicy, drill: 1 | 5 = 1) => plan(drill, policy).marks.map(({ dueMs }) => dueMs);

describe('planTrial', () => {
  it('has the attempts of drill 1 start when the schedule does', () => {
    expect(due({ retry })).toEqual([0, 5_000, 15_000, 35_000, 75_000]);
    expect(plan(1, { retry })).toMatchObject({
      ...{ errorCode: 'ETIMEDOUT', override: {}, executions: 1, ends: 'exhausted', alerts: 1, lastsMs: 75_000 },
    });
    const limited = { ...retry, maxElapsed: 30_000 };
    expect(due({ retry: limited })).toEqual(attemptTimes(limited));
  });

  it('has jitter open a range, which a limit by time cuts', () => {
    expect(plan(1, { retry: { ...retry, maxAttempts: 2, jitter: 'equal' } }).marks).toEqual([
      { execution: 1, attempt: 1, earliestMs: 0, dueMs: 0 },
      { execution: 1, attempt: 2, earliestMs: 2_500, dueMs: 5_000 },
    ]);
    const { marks } = plan(1, { retry: { ...retry, jitter: 'equal', maxElapsed: 10_000 } });
    expect(marks.map(({ earliestMs, dueMs }) => [earliestMs, dueMs])).toEqual([
      ...[
        [0, 0],
        [2_500, 5_000],
        [7_500, 10_000],
      ],
    ]);
  });

  it('says what the policy makes of the failure, not what the drill hopes for', () => {
    const policy: NodePolicy = { retry, classification: [{ code: 'timeout', class: 'terminal' }] };
    expect(plan(1, policy)).toMatchObject({ ends: 'terminal', lastsMs: 0 });
    expect(due(policy)).toEqual([0]);
    expect(plan(3, { retry })).toMatchObject({ ends: 'terminal', errorCode: '401' });
    expect(plan(3, { retry, classification: [{ code: '401', class: 'transient' }] })).toMatchObject({
      ends: 'exhausted',
    });
  });

  it('sets one try for drills 2 and 4, and two executions for 4', () => {
    expect(plan(2, { retry })).toMatchObject({ override: { maxAttempts: 1 }, executions: 1, alerts: 1 });
    expect(plan(2, {}).override).toEqual({});
    const four = plan(4, { retry });
    expect(four).toMatchObject({ override: { maxAttempts: 1 }, executions: 2, alerts: 1 });
    expect(four.marks.map(({ execution, attempt }) => [execution, attempt])).toEqual([
      [1, 1],
      [2, 1],
    ]);
  });

  it('allows a second try for drills 3 and 5 where the node has none, with the intervals of the skeleton', () => {
    expect(plan(3, { retry }).override).toEqual({});
    expect(plan(3, {}).override).toEqual({ maxAttempts: 2 });
    expect(due({ ...claim, retry: { maxAttempts: 1 } }, 5)).toEqual([0, 5_000]);
    const skeleton = readPolicy({ retry: { ...SKELETON_RETRY } }).policy ?? {};
    expect(due(claim, 5)).toEqual(due({ ...claim, ...skeleton }, 5));
    const own = { maxAttempts: 1, backoff: 'fixed', initialInterval: 700, maxInterval: 700 } as const;
    expect(due({ ...claim, retry: own }, 5)).toEqual([0, 700]);
  });

  it('lifts a limit by time for drills 3 and 5 that would keep the second try from coming', () => {
    const short = { ...retry, maxElapsed: 2_000 };
    expect(plan(3, { retry: short }).override).toEqual({ maxElapsed: null });
    expect(plan(5, { ...claim, retry: short })).toMatchObject({ override: { maxElapsed: null }, ends: 'succeeded' });
    expect(due({ ...claim, retry: short }, 5)).toEqual([0, 5_000]);
    expect(plan(3, { retry: { maxAttempts: 1, maxElapsed: 2_000 } }).override).toEqual({
      ...{ maxAttempts: 2, maxElapsed: null },
    });
    expect(plan(3, { retry: { ...retry, maxElapsed: 600_000 } }).override).toEqual({});
    for (const drill of [1, 2, 4] as const)
      expect(plan(drill, { retry: short }).override).not.toHaveProperty('maxElapsed');
  });

  it('has intervals that agree with what the node has of them', () => {
    expect(due({ ...claim, retry: { maxAttempts: 1, initialInterval: 120_000 } }, 5)).toEqual([0, 120_000]);
    expect(due({ ...claim, retry: { maxAttempts: 1, maxInterval: 2_000 } }, 5)).toEqual([0, 2_000]);
  });

  it('has drill 5 succeed on the second try, and tell nobody; it says nothing where nothing is claimed', () => {
    expect(plan(5, { ...claim, retry })).toMatchObject({ ends: 'succeeded', alerts: 0, notApplicable: null });
    expect(due({ ...claim, retry }, 5)).toEqual([0, 5_000]);
    expect(plan(5, { retry }).notApplicable).toBe('no_claim');
    for (const drill of DRILLS) if (drill !== 5) expect(plan(drill, {}).notApplicable).toBeNull();
  });
});
