import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '@/lib/shared/clock';
import { calendarDays } from './calendar';
import { dayWithin, endingAt, readPeriod, statisticsWindow, stepCycle } from './window';

const ID = '00000000-0000-4000-8000-00000000000a';
const now = new Date('2026-11-29T20:00:00Z');
const setting = {
  now,
  timeZone: 'Asia/Shanghai',
  cycles: [
    { id: ID, name: 'Two weeks', firstDay: '2026-11-02', lengthDays: 14 },
    { id: ID.replace('a', 'b'), name: 'Close', firstDay: '2026-01-25', lengthDays: null },
  ],
};
const read = (text: string | null, part: Partial<typeof setting> = {}) => readPeriod(text, { ...setting, ...part });
const span = (text: string, part: Partial<typeof setting> = {}) => {
  const { period } = read(text, part);
  return [period.from.toISOString(), period.to?.toISOString() ?? null];
};

describe('readPeriod', () => {
  it('is the reference window when nothing is said: 30 times 24 hours, without an upper end', () => {
    const { period, problem } = read(null);
    expect(problem).toBeNull();
    expect(period).toEqual({ kind: 'rolling', days: 30, text: '30', from: statisticsWindow(now).from, to: null });
  });

  it.each([7, 30, 90])('%i days are so many times 24 hours', (days) => {
    const { from, to } = read(String(days)).period;
    expect([now.getTime() - from.getTime(), to]).toEqual([days * DAY_MS, null]);
  });

  it('takes days as those of the reader', () => {
    expect(span('2026-10-01..2026-10-15')).toEqual(['2026-09-30T16:00:00.000Z', '2026-10-15T16:00:00.000Z']);
    expect(span('2026-10-01..2026-10-15', { timeZone: 'UTC' })).toEqual([
      '2026-10-01T00:00:00.000Z',
      '2026-10-16T00:00:00.000Z',
    ]);
  });

  it('has 25 or 23 hours where the clocks change', () => {
    const hours = (day: string) => {
      const { from, to } = read(`${day}..${day}`, { timeZone: 'America/New_York' }).period;
      return ((to?.getTime() ?? 0) - from.getTime()) / HOUR_MS;
    };
    expect([hours('2026-03-08'), hours('2026-11-01'), hours('2026-11-02')]).toEqual([23, 25, 24]);
  });

  it('takes a cycle by name, its current period or one before', () => {
    // In Shanghai it is 30 November already.
    expect(read(`cycle:${ID}`).period).toMatchObject({
      kind: 'cycle',
      back: 0,
      first: '2026-11-30',
      last: '2026-12-13',
    });
    expect(read(`cycle:${ID}`, { timeZone: 'UTC' }).period).toMatchObject({ first: '2026-11-16', last: '2026-11-29' });
    expect(read(`cycle:${ID}:-1`).period).toMatchObject({ back: 1, first: '2026-11-16', last: '2026-11-29' });
    expect(span(`cycle:${ID}:-1`)).toEqual(['2026-11-15T16:00:00.000Z', '2026-11-29T16:00:00.000Z']);
  });

  it.each([
    ['yesterday', { reason: 'unreadable' }],
    ['', { reason: 'unreadable' }],
    ['31', { reason: 'unreadable' }],
    ['2026-10-01', { reason: 'unreadable' }],
    ['cycle:', { reason: 'unreadable' }],
    [`cycle:${ID}:1`, { reason: 'unreadable' }],
    [`cycle:${ID.replace('a', 'c')}`, { reason: 'unknown_cycle' }],
    [`cycle:${ID}:-1001`, { reason: 'too_far_back' }],
    [`cycle:${ID}:-999999999`, { reason: 'too_far_back' }],
    ['2026-02-31..2026-03-01', { reason: 'no_such_day', day: '2026-02-31' }],
    ['2026-02-01..2026-13-01', { reason: 'no_such_day', day: '2026-13-01' }],
    ['0000-01-01..2026-01-01', { reason: 'no_such_day', day: '0000-01-01' }],
    ['2026-10-02..2026-10-01', { reason: 'turned_round', first: '2026-10-02', last: '2026-10-01' }],
    ['2025-10-25..2026-11-29', { reason: 'too_long', days: 401 }],
    ['2026-12-01..2026-12-05', { reason: 'in_future', first: '2026-12-01', last: '2026-12-05' }],
  ])('%s does not hold, and is the usual period', (text, problem) => {
    expect(read(text)).toMatchObject({ problem, period: { kind: 'rolling', days: 30 } });
  });

  it('takes 400 days, one day, and a last day that is still to come', () => {
    for (const text of ['2025-10-26..2026-11-29', '2026-11-29..2026-11-29', '2026-11-20..2026-12-20'])
      expect(read(text)).toMatchObject({ problem: null, period: { kind: 'days', text } });
  });

  it('writes itself into a link that reads back the same', () => {
    for (const text of ['7', '2026-10-01..2026-10-15', `cycle:${ID}`, `cycle:${ID}:-3`])
      expect(read(text).period.text).toBe(text);
    expect(read(`cycle:${ID}:-0`).period.text).toBe(`cycle:${ID}`);
  });
});

describe('stepCycle', () => {
  it('steps back and forth, and not into the future', () => {
    const { period } = read(`cycle:${ID}:-1`);
    expect([stepCycle(period, 1), stepCycle(period, -1)]).toEqual([`cycle:${ID}:-2`, `cycle:${ID}`]);
    expect(stepCycle(read(`cycle:${ID}`).period, -1)).toBeNull();
    expect(stepCycle(read('30').period, 1)).toBeNull();
  });
});

describe('dayWithin', () => {
  it.each(['UTC', 'Asia/Shanghai', 'America/New_York'])('the days of a period are all of it, once (%s)', (timeZone) => {
    for (const text of ['7', '30', '2026-10-20..2026-11-10', `cycle:${ID}:-1`]) {
      const { period } = read(text, { timeZone });
      const last = period.to ? new Date(period.to.getTime() - 1) : now;
      const days = calendarDays(period.from, last, timeZone).map(({ day }) =>
        dayWithin(period, day, { ...setting, timeZone }),
      );
      expect(days[0]?.from).toEqual(period.from);
      expect(days.at(-1)?.to).toEqual(period.to);
      for (const [i, each] of days.slice(1).entries()) expect(each?.from).toEqual(days[i]?.to);
    }
  });

  it.each(['2026-11-31', '2026-10-01', '2026-12-01', 'x'])('is nothing on %s', (day) => {
    expect(dayWithin(read('30').period, day, setting)).toBeNull();
  });
});

it('a period that ends now keeps its end when it is counted again', () => {
  const { period } = read('30');
  expect(endingAt(period, now)).toMatchObject({ from: period.from, to: new Date(now.getTime() + 1) });
  const { period: fixed } = read('2026-10-01..2026-10-15');
  expect(endingAt(fixed, now)).toBe(fixed);
});
