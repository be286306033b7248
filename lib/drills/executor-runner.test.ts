import { describe, expect, it } from 'vitest';
import type { NodePolicy } from '@/lib/policy/schema';
import { obedient } from './executor-runner';

interface Outcome {
  readonly code: string | null;
  readonly retryAfterMs?: number;
}

/** Starts of all attempts in ms, each of which takes 100 ms; the last outcome goes on for ever. */
async function starts(retry: NodePolicy['retry'], outcomes: readonly Outcome[], random = 0): Promise<number[]> {
  const begun: number[] = [];
  let now = 0;
  await obedient({
    ...{ policy: { ...(retry && { retry }) }, nodeId: 'charge', random: () => random },
    attempt: (attempt) => {
      begun.push(now);
      const { code, retryAfterMs = null } = outcomes[Math.min(attempt, outcomes.length) - 1] ?? { code: null };
      const [startedAt, endedAt] = [now, now + 100];
      now = endedAt;
      const status = code === null ? 'succeeded' : 'failed';
      return Promise.resolve({ attempt, status, errorCode: code, startedAt, endedAt, retryAfterMs });
    },
    waitUntil: (at) => {
      now = Math.max(now, at);
      return Promise.resolve();
    },
  });
  return begun;
}

const BUSY = [{ code: '503' }];
const EXPONENTIAL = { maxAttempts: 4, backoff: 'exponential', initialInterval: 5_000, maxInterval: 60_000 } as const;

describe('an executor that keeps to the policy', () => {
  it('waits from the end of an attempt as the backoff says, and stops after the last', async () => {
    expect(await starts(EXPONENTIAL, BUSY)).toEqual([0, 5_100, 15_200, 35_300]);
  });

  it('does not retry what is terminal, what succeeded, or without retry', async () => {
    expect(await starts(EXPONENTIAL, [{ code: '401' }])).toEqual([0]);
    expect(await starts(EXPONENTIAL, [{ code: '503' }, { code: null }])).toEqual([0, 5_100]);
    expect(await starts(undefined, BUSY)).toEqual([0]);
  });

  it('draws from what jitter leaves open', async () => {
    const full = { ...EXPONENTIAL, maxAttempts: 2, jitter: 'full' } as const;
    expect([await starts(full, BUSY, 0), await starts(full, BUSY, 0.5)]).toEqual([
      [0, 100],
      [0, 2_600],
    ]);
    expect(await starts({ ...full, jitter: 'equal' }, BUSY, 0)).toEqual([0, 2_600]);
  });

  it('waits longer when it is asked to, up to the longest interval', async () => {
    const asked = (retryAfterMs: number) => [{ code: '429', retryAfterMs }];
    const twice = { ...EXPONENTIAL, maxAttempts: 2 };
    expect(await starts(twice, asked(8_000))).toEqual([0, 8_100]);
    expect(await starts(twice, asked(600_000))).toEqual([0, 60_100]);
    expect(await starts(twice, asked(1_000))).toEqual([0, 5_100]);
  });

  it('makes no attempt that would start after the limit on all of them', async () => {
    expect(await starts({ ...EXPONENTIAL, maxElapsed: 16_000 }, BUSY)).toEqual([0, 5_100, 15_200]);
  });
});
