import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import cases from '@/testdata/cases/dedup.json';
import { dedupStep, notifications } from './dedup';

const SECOND = 1_000;

describe('notifications', () => {
  test.each(cases)('case %#: a window of $windowS s', ({ windowS, failuresAtS, notifications: told, pending }) => {
    expect(
      notifications(
        windowS * SECOND,
        failuresAtS.map((at) => at * SECOND),
      ),
    ).toEqual({ notifications: told.map(({ atS, count }) => ({ at: atS * SECOND, count })), pending });
  });

  test('no failure, no notification', () => {
    expect(notifications(60_000, [])).toEqual({ notifications: [], pending: 0 });
  });

  test('a failure exactly at the end opens the next window, one a moment before does not', () => {
    expect(notifications(1_000, [0, 999, 1_000]).notifications).toEqual([
      { at: 0, count: 1 },
      { at: 1_000, count: 2 },
    ]);
  });

  test('what becomes known late counts in the window that is open', () => {
    expect(notifications(1_000, [5_000, 10, 5_500])).toEqual({ notifications: [{ at: 5_000, count: 1 }], pending: 2 });
  });

  test('every failure is counted once, and no two notifications of failures in order are closer than the window', () => {
    const times = fc.array(fc.integer({ min: 0, max: 100_000 }), { maxLength: 200 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }), times, (windowMs, failures) => {
        const { notifications: told, pending } = notifications(windowMs, failures);
        expect(told.reduce((sum, { count }) => sum + count, pending)).toBe(failures.length);
        const gaps = told.slice(1).map(({ at }, index) => at - (told[index]?.at ?? 0));
        expect(gaps.every((gap) => gap >= windowMs)).toBe(true);
      }),
    );
  });
});

describe('dedupStep', () => {
  test('numbers the windows, and a silence that is changed holds from the next on', () => {
    const first = dedupStep(null, 0, 1_000);
    expect(first).toEqual({
      window: { seq: 1, startsAt: 0, endsAt: 1_000, pending: 0 },
      outcome: 'notified',
      count: 1,
    });
    const muted = dedupStep(first.window, 500, 10);
    expect(muted).toEqual({ window: { ...first.window, pending: 1 }, outcome: 'muted', count: 1 });
    expect(dedupStep(muted.window, 1_200, 10)).toEqual({
      window: { seq: 2, startsAt: 1_200, endsAt: 1_210, pending: 0 },
      outcome: 'notified',
      count: 2,
    });
  });
});
