import { describe, expect, it } from 'vitest';
import { calendarDays } from '@/lib/history/calendar';
import type { DailyFailures } from '@/lib/history/stats';
import { failureChart, SERIES_COLOURS } from './failure-chart';

const DAYS = calendarDays(new Date('2026-11-29T12:00:00Z'), new Date('2026-12-01T12:00:00Z'), 'UTC');
const daily = (errorCode: string | null, dayIndex: number, failures: number, nodeId = 'charge'): DailyFailures => ({
  ...{ sourceId: 's', workflowKey: 'orders', nodeId, errorCode, dayIndex, failures },
});

describe('failureChart', () => {
  it('adds up nodes by day and code, with a zero where nothing failed', () => {
    const chart = failureChart(DAYS, [daily('a', 0, 1), daily('a', 0, 2, 'book'), daily(null, 2, 4)]);
    expect(chart.series.map(({ code, total }) => [code, total])).toEqual([
      [null, 4],
      ['a', 3],
    ]);
    expect(chart.days).toEqual([
      { day: '2026-11-29', monthEnd: false, counts: [0, 3], total: 3 },
      { day: '2026-11-30', monthEnd: true, counts: [0, 0], total: 0 },
      { day: '2026-12-01', monthEnd: false, counts: [4, 0], total: 4 },
    ]);
    expect(chart.total).toBe(7);
  });

  it('draws the six most frequent codes and the others together', () => {
    const rows = Array.from({ length: 9 }, (_, i) => daily(`code-${i}`, 1, 20 - i));
    const { series, days } = failureChart(DAYS, rows);
    expect(series.map((each) => each.code ?? each.kind)).toEqual([
      ...[0, 1, 2, 3, 4, 5].map((i) => `code-${i}`),
      'rest',
    ]);
    expect(series.at(-1)).toMatchObject({ kind: 'rest', codes: 3, total: 14 + 13 + 12, colour: null });
    expect(days[1]?.counts).toEqual([20, 19, 18, 17, 16, 15, 39]);
  });

  it('names a seventh code rather than hide it alone behind "others"', () => {
    const rows = Array.from({ length: 7 }, (_, i) => daily(`code-${i}`, 1, 20 - i));
    expect(failureChart(DAYS, rows).series.every((each) => each.kind === 'code')).toBe(true);
  });

  it('gives each code a colour of its own that does not depend on its rank', () => {
    const codes = ['ETIMEDOUT', 'HTTP_503', '55P03', null, 'card_declined', ''];
    const rise = failureChart(
      DAYS,
      codes.map((code, i) => daily(code, 0, 1 + i)),
    );
    const fall = failureChart(
      DAYS,
      codes.map((code, i) => daily(code, 0, 9 - i)),
    );
    const colours = (chart: typeof rise) => new Map(chart.series.map(({ code, colour }) => [code, colour]));
    expect(colours(rise)).toEqual(colours(fall));
    expect(new Set(colours(rise).values()).size).toBe(codes.length);
    for (const colour of colours(rise).values()) expect(colour).toBeLessThan(SERIES_COLOURS);
  });

  it('is empty days when nothing failed', () => {
    expect(failureChart(DAYS, [])).toMatchObject({
      series: [],
      total: 0,
      days: [{ total: 0 }, { total: 0 }, { total: 0 }],
    });
  });
});
