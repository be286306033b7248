import { describe, expect, it } from 'vitest';
import type { Attempt } from '@/lib/policy/decide';
import { attemptMarks, placeOf } from './attempt-marks';
import { planTrial } from './plan';

const POLICY = {
  retry: { maxAttempts: 3, backoff: 'exponential', initialInterval: 5_000, maxInterval: 60_000 },
} as const;
const plan = planTrial({ drill: 1, fault: 'http_503', policy: POLICY });
const START = Date.parse('2026-12-01T08:00:00Z');
const attempt = (number: number, startMs: number, lastsMs = 400): Attempt => ({
  ...{ attempt: number, startedAt: START + startMs, endedAt: START + startMs + lastsMs, status: 'failed' },
  errorCode: '503',
});

describe('the attempts of a trial beside its plan', () => {
  it('are expected by the end of the one before them', () => {
    const [execution] = attemptMarks(plan, [{ runId: 'r', attempts: [attempt(1, 0), attempt(2, 5_430)] }]);
    expect(execution).toMatchObject({ execution: 1, runId: 'r' });
    expect(execution?.marks).toMatchObject([
      { attempt: 1, expectedMs: 0, seenMs: 0, status: 'failed', errorCode: '503' },
      { attempt: 2, expectedMs: 5_400, seenMs: 5_430 },
      { attempt: 3, expectedMs: 15_830, seenMs: null, seenAt: null, status: null },
    ]);
  });

  it('stand there before anything happened, and where they should not have come', () => {
    expect(attemptMarks(plan, [])[0]?.marks.map(({ expectedMs }) => expectedMs)).toEqual([0, 5_000, 15_000]);
    const one = planTrial({ drill: 2, fault: 'http_503', policy: POLICY });
    const [execution] = attemptMarks(one, [{ runId: 'r', attempts: [attempt(1, 0), attempt(2, 900)] }]);
    expect(execution?.marks.map(({ expectedMs, seenMs }) => [expectedMs, seenMs])).toEqual([
      [0, 0],
      [null, 900],
    ]);
  });

  it('are those of each execution by itself', () => {
    const twice = planTrial({ drill: 4, fault: 'http_503', policy: POLICY });
    const logged = [
      { runId: 'r', attempts: [attempt(1, 0)] },
      { runId: 'r-2', attempts: [attempt(1, 9_000)] },
      { runId: 'r-3', attempts: [attempt(1, 12_000)] },
    ];
    expect(attemptMarks(twice, logged)).toMatchObject([
      { execution: 1, marks: [{ expectedMs: 0, seenMs: 0 }] },
      { execution: 2, runId: 'r-2', marks: [{ expectedMs: 0, seenMs: 0 }] },
      { execution: 3, runId: 'r-3', marks: [{ expectedMs: null, seenMs: 0 }] },
    ]);
  });

  it('count from the end where the log has no start', () => {
    const { startedAt: _, ...bare } = attempt(1, 0);
    const [execution] = attemptMarks(plan, [{ runId: 'r', attempts: [bare] }]);
    expect(execution?.marks[0]).toMatchObject({ seenMs: 0, seenAt: START + 400 });
  });

  it('have their place on a line', () => {
    const [execution] = attemptMarks(plan, []);
    const marks = execution?.marks ?? [];
    expect([0, 7_500, 15_000].map((ms) => placeOf(ms, marks))).toEqual([0, 50, 100]);
    expect(placeOf(0, marks.slice(0, 1))).toBe(0);
  });
});
