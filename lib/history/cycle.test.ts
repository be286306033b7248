import { describe, expect, it } from 'vitest';
import { cyclePeriod, cyclePeriods } from './cycle';
import { businessCycleSchema } from './cycle-schema';

const text = ({ first, last }: { first: string; last: string }) => `${first}..${last}`;

describe('cyclePeriods', () => {
  it.each([
    ['2026-11-16', 14, '2026-11-29', ['2026-11-16..2026-11-29', '2026-11-02..2026-11-15', '2026-10-19..2026-11-01']],
    ['2026-11-16', 14, '2026-11-30', ['2026-11-30..2026-12-13', '2026-11-16..2026-11-29', '2026-11-02..2026-11-15']],
    ['2026-12-07', 7, '2026-11-29', ['2026-11-23..2026-11-29', '2026-11-16..2026-11-22', '2026-11-09..2026-11-15']],
    ['2026-11-29', 1, '2026-11-29', ['2026-11-29..2026-11-29', '2026-11-28..2026-11-28', '2026-11-27..2026-11-27']],
    ['2024-01-01', 366, '2025-01-01', ['2025-01-01..2026-01-01', '2024-01-01..2024-12-31', '2022-12-31..2023-12-31']],
  ])('from %s, every %i days, on %s', (firstDay, lengthDays, today, expected) => {
    expect(cyclePeriods({ firstDay, lengthDays }, today, 3).map(text)).toEqual(expected);
  });

  it.each([
    ['2026-01-01', '2026-11-29', ['2026-11-01..2026-11-30', '2026-10-01..2026-10-31', '2026-09-01..2026-09-30']],
    ['2026-01-25', '2026-11-25', ['2026-11-25..2026-11-30', '2026-10-25..2026-10-31', '2026-09-25..2026-09-30']],
    ['2026-01-25', '2026-11-24', ['2026-10-25..2026-10-31', '2026-09-25..2026-09-30', '2026-08-25..2026-08-31']],
    ['2026-01-31', '2026-03-31', ['2026-03-31..2026-03-31', '2026-02-28..2026-02-28', '2026-01-31..2026-01-31']],
    ['2026-01-30', '2028-03-02', ['2028-02-29..2028-02-29', '2028-01-30..2028-01-31', '2027-12-30..2027-12-31']],
  ])('from %s to the end of the month, on %s', (firstDay, today, expected) => {
    expect(cyclePeriods({ firstDay, lengthDays: null }, today, 3).map(text)).toEqual(expected);
  });

  it('steps over years without a gap or an overlap', () => {
    const periods = cyclePeriods({ firstDay: '2020-01-01', lengthDays: null }, '2026-02-10', 80).toReversed();
    for (const [i, { first }] of periods.slice(1).entries())
      expect(Date.parse(first) - Date.parse(periods[i]?.last ?? '')).toBe(86_400_000);
    expect(cyclePeriod({ firstDay: '2020-01-01', lengthDays: null }, '2026-02-10', 79).first).toBe('2019-07-01');
  });
});

describe('businessCycleSchema', () => {
  const good = { name: ' Month-end close ', firstDay: '2026-01-25', lengthDays: null };
  it.each([
    [{}, []],
    [{ lengthDays: 366 }, []],
    [{ lengthDays: 367 }, ['cycle_length']],
    [{ lengthDays: 0 }, ['cycle_length']],
    [{ lengthDays: 1.5 }, ['cycle_length']],
    [{ lengthDays: '14' }, ['cycle_length']],
    [{ firstDay: '2026-02-31' }, ['cycle_first_day']],
    [{ firstDay: '' }, ['cycle_first_day']],
    [{ name: '  ' }, ['cycle_name']],
    [{ name: 'a\u0000' }, ['cycle_name']],
    [{ name: 'x'.repeat(81) }, ['cycle_name']],
  ])('%j gives %j', (part, expected) => {
    const parsed = businessCycleSchema.safeParse({ ...good, ...part });
    expect(parsed.error?.issues.map(({ message }) => message) ?? []).toEqual(expected);
    if (parsed.success) expect(parsed.data.name).toBe('Month-end close');
  });
});
