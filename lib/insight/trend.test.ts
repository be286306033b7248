import { describe, expect, it } from 'vitest';
import { calendarDays } from '@/lib/history/calendar';
import { statisticsWindow } from '@/lib/history/window';
import { nodeTrend } from './trend';

const now = new Date('2026-11-20T18:00:00Z');
const { from } = statisticsWindow(now);
const days = calendarDays(from, now, 'UTC');

/** `recent` failures a day in the last seven days, `before` on each day that came before. */
function trend(before: number, recent: number) {
  const counts = days.map((_, index) => (index >= days.length - 7 ? recent : before));
  return nodeTrend(counts, days, { from, now }).trend;
}

describe('the trend', () => {
  it.each([
    [0, 0, 'quiet'],
    [9, 0, 'quiet'],
    [0, 1, 'rising'],
    [4, 4, 'steady'],
    [4, 8, 'rising'],
    [8, 4, 'falling'],
    [4, 5, 'steady'],
    [100, 120, 'steady'],
    [100, 160, 'rising'],
    [100, 60, 'falling'],
  ])('%d a day, then %d: %s', (before, recent, expected) => {
    expect(trend(before, recent)).toBe(expected);
  });

  it('takes a few failures for chance', () => {
    const counts = days.map((_, index) => (index === 3 || index >= days.length - 2 ? 1 : 0));
    expect(nodeTrend(counts, days, { from, now }).trend).toBe('steady');
  });

  it('does not hold one outage against the weeks after it', () => {
    const counts = days.map((_, index) => (index === 9 ? 200 : 3));
    expect(nodeTrend(counts, days, { from, now }).trend).toBe('steady');
  });

  it('counts today only as far as it went', () => {
    const early = new Date('2026-11-20T00:10:00Z');
    const window = { from: statisticsWindow(early).from, now: early };
    const all = calendarDays(window.from, early, 'UTC');
    const counts = all.map((_, index) => (index === all.length - 1 ? 0 : 10));
    expect(nodeTrend(counts, all, window).trend).toBe('steady');
  });
});

describe('the peak', () => {
  it('is the day with most failures, the latest of several', () => {
    const counts = days.map((_, index) => (index === 4 || index === 9 ? 7 : 1));
    expect(nodeTrend(counts, days, { from, now }).peak).toEqual({ day: days[9]?.day, failures: 7 });
  });

  it('is nothing where nothing failed', () => {
    expect(
      nodeTrend(
        days.map(() => 0),
        days,
        { from, now },
      ),
    ).toMatchObject({ trend: 'quiet', peak: null });
  });
});
