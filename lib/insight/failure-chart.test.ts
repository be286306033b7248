import { describe, expect, it } from 'vitest';
import { calendarDays } from '@/lib/history/calendar';
import type { DailyFailures } from '@/lib/history/stats';
import { chartBars, failureChart, leadingSeries, SERIES_COLOURS } from './failure-chart';

const slots = (from: string, to: string) =>
  calendarDays(new Date(`${from}T12:00:00Z`), new Date(`${to}T12:00:00Z`), 'UTC').map(({ day, monthEnd }) => ({
    ...{ key: day, monthEnd, recorded: true },
  }));
const DAYS = slots('2026-11-29', '2026-12-01');
const daily = (errorCode: string | null, dayIndex: number, failures: number, nodeId = 'charge'): DailyFailures => ({
  ...{ sourceId: 's', workflowKey: 'orders', nodeId, errorCode, dayIndex, failures },
});

describe('failureChart', () => {
  it('adds up nodes by day and code, with a zero where nothing failed', () => {
    const chart = failureChart('day', DAYS, [daily('a', 0, 1), daily('a', 0, 2, 'book'), daily(null, 2, 4)]);
    expect(chart.series.map(({ code, total }) => [code, total])).toEqual([
      [null, 4],
      ['a', 3],
    ]);
    expect(chart.slots).toEqual([
      { key: '2026-11-29', monthEnd: false, recorded: true, counts: [0, 3], total: 3 },
      { key: '2026-11-30', monthEnd: true, recorded: true, counts: [0, 0], total: 0 },
      { key: '2026-12-01', monthEnd: false, recorded: true, counts: [4, 0], total: 4 },
    ]);
    expect(chart.total).toBe(7);
  });

  it('draws the six most frequent codes and the others together', () => {
    const rows = Array.from({ length: 9 }, (_, i) => daily(`code-${i}`, 1, 20 - i));
    const { series, slots: days } = failureChart('day', DAYS, rows);
    expect(series.map((each) => each.code ?? each.kind)).toEqual([
      ...[0, 1, 2, 3, 4, 5].map((i) => `code-${i}`),
      'rest',
    ]);
    expect(series.at(-1)).toMatchObject({ kind: 'rest', codes: 3, total: 14 + 13 + 12, colour: null });
    expect(days[1]?.counts).toEqual([20, 19, 18, 17, 16, 15, 39]);
  });

  it('names a seventh code rather than hide it alone behind "others"', () => {
    const rows = Array.from({ length: 7 }, (_, i) => daily(`code-${i}`, 1, 20 - i));
    expect(failureChart('day', DAYS, rows).series.every((each) => each.kind === 'code')).toBe(true);
  });

  it('gives each code a colour of its own that does not depend on its rank', () => {
    const codes = ['ETIMEDOUT', 'HTTP_503', '55P03', null, 'card_declined', ''];
    const rise = failureChart(
      'day',
      DAYS,
      codes.map((code, i) => daily(code, 0, 1 + i)),
    );
    const fall = failureChart(
      'day',
      DAYS,
      codes.map((code, i) => daily(code, 0, 9 - i)),
    );
    const colours = (chart: typeof rise) => new Map(chart.series.map(({ code, colour }) => [code, colour]));
    expect(colours(rise)).toEqual(colours(fall));
    expect(new Set(colours(rise).values()).size).toBe(codes.length);
    for (const colour of colours(rise).values()) expect(colour).toBeLessThan(SERIES_COLOURS);
  });

  it('is empty days when nothing failed', () => {
    expect(failureChart('day', DAYS, [])).toMatchObject({
      series: [],
      total: 0,
      slots: [{ total: 0 }, { total: 0 }, { total: 0 }],
    });
  });
});

describe('chartBars', () => {
  const many = (days: ReturnType<typeof slots>) =>
    failureChart(
      'day',
      days,
      days.map((_, i) => daily('a', i, 1)),
    );

  it('draws a bar per day up to 120 days', () => {
    const chart = many(slots('2026-08-01', '2026-11-28'));
    expect(chart.slots).toHaveLength(120);
    expect(chartBars(chart)).toMatchObject({ unit: 'day', usual: 1 });
    expect(chartBars(chart).bars).toHaveLength(120);
  });

  it('draws more as weeks from Monday to Sunday, of which the first and last may be short', () => {
    const { unit, bars } = chartBars(many(slots('2026-07-31', '2026-12-01')));
    expect(unit).toBe('week');
    expect(bars[0]).toMatchObject({ first: '2026-07-31', last: '2026-08-02', total: 3, counts: [3], monthEnd: true });
    expect(bars[1]).toMatchObject({ key: '2026-08-03', first: '2026-08-03', last: '2026-08-09', monthEnd: false });
    expect(bars.at(-1)).toMatchObject({ first: '2026-11-30', last: '2026-12-01', total: 2, monthEnd: true });
    expect(bars.reduce((sum, { total }) => sum + total, 0)).toBe(124);
  });

  it('marks a day that stands out, and names the code behind it', () => {
    const days = slots('2026-11-01', '2026-11-10');
    const rows = days.map((_, i) => daily('a', i, 20));
    const chart = failureChart('day', days, [...rows, daily('b', 4, 70)]);
    const { bars, usual } = chartBars(chart);
    expect(usual).toBe(20);
    expect(bars.flatMap(({ key, times }) => (times === null ? [] : [[key, times]]))).toEqual([['2026-11-05', 4.5]]);
    expect(bars.map((bar) => leadingSeries(chart, bar)?.code)).toEqual([
      'a',
      'a',
      'a',
      'a',
      'b',
      'a',
      'a',
      'a',
      'a',
      'a',
    ]);
    expect(leadingSeries(chart, { key: '', monthEnd: false, recorded: true, counts: [0, 0], total: 0 })).toBeNull();
  });

  it('takes only the time that the history covers for usual', () => {
    const days = slots('2026-11-01', '2026-11-20').map((day, i) => ({ ...day, recorded: i >= 12 }));
    const chart = failureChart(
      'day',
      days,
      days.flatMap((_, i) => (i >= 12 ? [daily('a', i, 100)] : [])),
    );
    expect(chartBars(chart)).toMatchObject({ usual: 100 });
    expect(chartBars(chart).bars.every(({ times }) => times === null)).toBe(true);
  });

  it('names no rest as what leads', () => {
    const rows = Array.from({ length: 30 }, (_, i) => daily(`code-${i}`, 1, 20));
    const chart = failureChart('day', DAYS, rows);
    expect(chart.series.at(-1)).toMatchObject({ kind: 'rest', total: 480 });
    const [, busy] = chart.slots;
    expect(busy && leadingSeries(chart, busy)?.code).toBe('code-0');
  });

  it('has no usual hour', () => {
    const hours = Array.from({ length: 24 }, (_, i) => ({ key: String(i), monthEnd: false, recorded: true }));
    expect(chartBars(failureChart('hour', hours, [daily('a', 3, 500)])).bars.every((bar) => bar.times === null)).toBe(
      true,
    );
  });
});
