import { expect, test } from 'vitest';
import { MOST_SAMPLED_CODES, sampleAnswer } from './threshold-answer';

const of = { executions: 40, observedDays: 2 };
const days = (...counts: number[]) => counts.map((failedExecutions, i) => ({ day: `2026-11-2${i}`, failedExecutions }));

test('the days once, a list of counts per code, and the rarest codes only counted', () => {
  const codes = Array.from({ length: MOST_SAMPLED_CODES + 3 }, (_, i) => ({
    ...of,
    errorCode: i === 0 ? null : `c${i}`,
    days: days(i, 1),
  }));
  const sample = {
    windowDays: 2,
    minimum: { executions: 30, failures: 10 },
    codes,
    any: { ...of, errorCode: null, days: days(7, 8) },
  };
  const answer = sampleAnswer(sample, new Date('2026-11-22T09:00:00Z'));
  expect(answer).toMatchObject({
    measuredAt: '2026-11-22T09:00:00.000Z',
    windowDays: 2,
    days: ['2026-11-20', '2026-11-21'],
    executions: 40,
    observedDays: 2,
    any: [7, 8],
    more: 3,
  });
  expect(answer.codes).toHaveLength(MOST_SAMPLED_CODES);
  expect(answer.codes.slice(0, 2)).toEqual([
    { code: null, counts: [0, 1] },
    { code: 'c1', counts: [1, 1] },
  ]);
});
