import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import cases from '@/testdata/cases/schedule.json';
import { attemptTimes, delayBefore, delayRange, givesUpAfter, type Schedule } from './schedule';
import { retryArbitrary } from './testing/arbitraries';
import { BACKOFFS, JITTERS } from './vocabulary';

const isBackoff = (text: string) => BACKOFFS.find((each) => each === text);
const base: Schedule = { maxAttempts: 5, backoff: 'exponential', initialInterval: 5_000, maxInterval: 60_000 };

describe('attemptTimes', () => {
  test.each(cases)('case %#: $policy', ({ policy, attemptAtMs }) => {
    expect(attemptTimes({ ...policy, backoff: isBackoff(policy.backoff) })).toEqual(attemptAtMs);
  });

  test('one attempt needs no intervals', () => {
    expect(attemptTimes({ maxAttempts: 1 })).toEqual([0]);
    expect(givesUpAfter({ maxAttempts: 1 })).toBe(0);
  });

  test('an attempt exactly at maxElapsed still comes', () => {
    expect(attemptTimes({ ...base, maxElapsed: 35_000 })).toEqual([0, 5_000, 15_000, 35_000]);
    expect(attemptTimes({ ...base, maxElapsed: 34_999 })).toEqual([0, 5_000, 15_000]);
  });

  test('the example of 5 attempts gives up after 75 s', () => {
    expect(givesUpAfter(base)).toBe(75_000);
  });

  test('never decreases, and no gap passes the cap or shrinks', () => {
    fc.assert(
      fc.property(retryArbitrary({ minAttempts: 2 }), (retry) => {
        const times = attemptTimes(retry);
        const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
        expect(times.length).toBeLessThanOrEqual(retry.maxAttempts);
        for (const [index, gap] of gaps.entries()) {
          expect(gap).toBeGreaterThan(0);
          expect(delayBefore(retry, index + 2)).toBeLessThanOrEqual(retry.maxInterval ?? 0);
          expect(delayBefore(retry, index + 3)).toBeGreaterThanOrEqual(delayBefore(retry, index + 2));
        }
      }),
    );
  });
});

describe('delayRange', () => {
  test.each([
    ['none', 5_000],
    ['full', 0],
    ['equal', 2_500],
  ] as const)('jitter %s only shortens', (jitter, min) => {
    expect(delayRange({ ...base, jitter }, 2)).toEqual({ min, max: 5_000 });
  });

  test('Retry-After lengthens, up to the cap, and never shortens', () => {
    expect(delayRange(base, 2, 20_000)).toEqual({ min: 5_000, max: 20_000 });
    expect(delayRange(base, 2, 3_600_000)).toEqual({ min: 5_000, max: 60_000 });
    expect(delayRange(base, 2, 1)).toEqual({ min: 5_000, max: 5_000 });
  });

  test('the first attempt waits for nothing', () => {
    for (const jitter of JITTERS) expect(delayRange({ ...base, jitter }, 1, 9_000)).toEqual({ min: 0, max: 0 });
  });
});
