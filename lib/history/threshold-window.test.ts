import { expect, it } from 'vitest';
import { observedDays, thresholdWindow } from './threshold-window';

it.each(['2026-11-20T00:00:00Z', '2026-11-20T08:00:00Z', '2026-11-20T23:59:59.999Z'])(
  'at %s the last whole day is yesterday',
  (now) => {
    const { from, to, days } = thresholdWindow(new Date(now), 7);
    expect([from.toISOString(), to.toISOString()]).toEqual(['2026-11-13T00:00:00.000Z', '2026-11-20T00:00:00.000Z']);
    expect(days).toEqual([13, 14, 15, 16, 17, 18, 19].map((day) => `2026-11-${day}`));
  },
);

it.each([
  { first: null, days: 0 },
  { first: '2020-01-01T00:00:00Z', days: 7 },
  { first: '2026-11-13T12:00:00Z', days: 7 },
  { first: '2026-11-19T23:59:00Z', days: 1 },
  { first: '2026-11-20T00:00:00Z', days: 0 },
])('history since $first is $days days of the window', ({ first, days }) => {
  const window = thresholdWindow(new Date('2026-11-20T08:00:00Z'), 7);
  expect(observedDays(window, first === null ? null : new Date(first))).toBe(days);
});
