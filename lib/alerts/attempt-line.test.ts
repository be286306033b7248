import { expect, it } from 'vitest';
import type { Attempt } from '@/lib/policy/decide';
import type { Retry } from '@/lib/policy/schema';
import { attemptLine } from './attempt-line';

const RETRY: Retry = { maxAttempts: 3, backoff: 'exponential', initialInterval: 5_000, maxInterval: 60_000 };
const failed = (attempt: number, startedAt: number, endedAt = startedAt + 100): Attempt => ({
  ...{ attempt, startedAt, endedAt, status: 'failed', errorCode: 'timeout' },
});

it('puts each attempt beside when the schedule has it start', () => {
  const line = attemptLine([failed(2, 5_200), failed(1, 0), failed(3, 30_000)], RETRY, false);
  expect(line.map(({ attempt, expectedAt, standing }) => [attempt, expectedAt, standing])).toEqual([
    [1, null, null],
    [2, 5_100, 'on_time'],
    [3, 15_300, 'late'],
  ]);
});

it('says of one that came too early', () => {
  expect(attemptLine([failed(1, 0), failed(2, 1_000)], RETRY, false)[1]?.standing).toBe('early');
});

it('shows the one that was awaited and did not come', () => {
  expect(attemptLine([failed(1, 0)], RETRY, true)).toMatchObject([
    { attempt: 1 },
    { attempt: 2, status: 'missing', expectedAt: 5_100, standing: null },
  ]);
});

it('compares nothing without a schedule, over a gap in the log, and beyond what is allowed', () => {
  expect(attemptLine([failed(1, 0), failed(2, 1)], null, true).map(({ expectedAt }) => expectedAt)).toEqual([
    null,
    null,
    null,
  ]);
  expect(attemptLine([failed(1, 0), failed(3, 1)], RETRY, false)[1]).toMatchObject({ expectedAt: null });
  expect(attemptLine([failed(3, 0), failed(4, 1)], RETRY, false)[1]).toMatchObject({ expectedAt: null });
});
