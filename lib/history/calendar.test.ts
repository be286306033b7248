import { describe, expect, it } from 'vitest';
import { DAY_MS } from '@/lib/shared/clock';
import { addDays, calendarDays, daysFromTo, hoursOfDay, isDay, monthEndOf, zonedIso } from './calendar';

const starts = (from: string, to: string, timeZone: string) =>
  calendarDays(new Date(from), new Date(to), timeZone).map(({ day, start }) => [day, start.toISOString()]);

describe('calendarDays', () => {
  it.each([
    ['UTC', '2026-11-01T00:00:00.000Z', '2026-11-01', '2026-11-01T00:00:00.000Z'],
    ['Asia/Shanghai', '2026-11-01T15:59:59.999Z', '2026-11-01', '2026-10-31T16:00:00.000Z'],
    ['Asia/Shanghai', '2026-11-01T16:00:00.000Z', '2026-11-02', '2026-11-01T16:00:00.000Z'],
    ['America/New_York', '2026-11-02T03:00:00.000Z', '2026-11-01', '2026-11-01T04:00:00.000Z'],
    ['Asia/Kathmandu', '2026-11-01T18:15:00.000Z', '2026-11-02', '2026-11-01T18:15:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-01T10:00:00.000Z', '2026-11-02', '2026-11-01T10:00:00.000Z'],
    ['Pacific/Pago_Pago', '2026-11-01T10:59:00.000Z', '2026-10-31', '2026-10-31T11:00:00.000Z'],
  ])('%s: %s falls on %s, which begins at %s', (timeZone, at, day, start) => {
    expect(starts(at, at, timeZone)).toEqual([[day, start]]);
  });

  it('keeps midnight where the clocks change, in both directions', () => {
    expect(starts('2026-10-31T12:00:00Z', '2026-11-02T12:00:00Z', 'America/New_York')).toEqual([
      ['2026-10-31', '2026-10-31T04:00:00.000Z'],
      ['2026-11-01', '2026-11-01T04:00:00.000Z'],
      ['2026-11-02', '2026-11-02T05:00:00.000Z'],
    ]);
    expect(starts('2026-03-28T12:00:00Z', '2026-03-30T12:00:00Z', 'Europe/Berlin')).toEqual([
      ['2026-03-28', '2026-03-27T23:00:00.000Z'],
      ['2026-03-29', '2026-03-28T23:00:00.000Z'],
      ['2026-03-30', '2026-03-29T22:00:00.000Z'],
    ]);
  });

  it('begins a day without midnight at the jump (Santiago, 6 September 2026)', () => {
    expect(starts('2026-09-06T12:00:00Z', '2026-09-06T12:00:00Z', 'America/Santiago')).toEqual([
      ['2026-09-06', '2026-09-06T04:00:00.000Z'],
    ]);
  });

  it('leaves no gap and counts no day twice, in any zone', () => {
    for (const timeZone of ['UTC', 'Asia/Shanghai', 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago']) {
      for (let hour = 0; hour < 24 * 365; hour += 173) {
        const to = new Date(Date.UTC(2026, 0, 1, hour, 17));
        const from = new Date(to.getTime() - 30 * DAY_MS);
        const days = calendarDays(from, to, timeZone);
        expect([30, 31, 32]).toContain(days.length);
        expect(days[0]?.start.getTime()).toBeLessThanOrEqual(from.getTime());
        for (const [i, { start }] of days.slice(1).entries()) {
          const length = start.getTime() - (days[i]?.start.getTime() ?? 0);
          expect(length).toBeGreaterThanOrEqual(DAY_MS - 3_600_000);
          expect(length).toBeLessThanOrEqual(DAY_MS + 3_600_000);
        }
      }
    }
  });

  it('marks the last day of a month', () => {
    const days = calendarDays(new Date('2028-02-27T12:00:00Z'), new Date('2028-03-01T12:00:00Z'), 'UTC');
    expect(days.filter((each) => each.monthEnd).map((each) => each.day)).toEqual(['2028-02-29']);
  });
});

describe('days of the calendar', () => {
  it.each([
    ['2026-02-28', true],
    ['2028-02-29', true],
    ['2026-02-29', false],
    ['2026-02-31', false],
    ['2026-13-01', false],
    ['2026-00-10', false],
    ['1969-12-31', false],
    ['2200-01-01', false],
    ['2026-1-1', false],
    ['', false],
  ])('%s exists: %s', (day, exists) => {
    expect(isDay(day)).toBe(exists);
  });

  it('are counted over months and years', () => {
    expect([addDays('2026-12-31', 1), addDays('2028-03-01', -1), addDays('2026-01-01', -366)]).toEqual([
      ...['2027-01-01', '2028-02-29', '2024-12-31'],
    ]);
    expect(['2026-02-10', '2028-02-01', '2026-12-31'].map(monthEndOf)).toEqual([
      ...['2026-02-28', '2028-02-29', '2026-12-31'],
    ]);
    expect([daysFromTo('2026-10-01', '2026-10-01'), daysFromTo('2026-10-02', '2026-10-01')]).toEqual([1, 0]);
  });
});

describe('hoursOfDay', () => {
  it.each([
    ['2026-11-17', 'Asia/Shanghai', 24, '2026-11-16T16:00:00.000Z'],
    ['2026-11-01', 'America/New_York', 25, '2026-11-01T04:00:00.000Z'],
    ['2026-03-08', 'America/New_York', 23, '2026-03-08T05:00:00.000Z'],
    ['2026-10-04', 'Australia/Lord_Howe', 24, '2026-10-03T13:30:00.000Z'],
  ])('%s in %s has %i', (day, timeZone, hours, first) => {
    const found = hoursOfDay(day, timeZone);
    expect([found.length, found[0]?.toISOString()]).toEqual([hours, first]);
  });
});

describe('zonedIso', () => {
  it.each([
    ['UTC', '2026-11-17T09:12:03+00:00'],
    ['Asia/Shanghai', '2026-11-17T17:12:03+08:00'],
    ['America/New_York', '2026-11-17T04:12:03-05:00'],
    ['Asia/Kathmandu', '2026-11-17T14:57:03+05:45'],
    ['America/St_Johns', '2026-11-17T05:42:03-03:30'],
  ])('in %s is %s', (timeZone, expected) => {
    expect(zonedIso(new Date('2026-11-17T09:12:03.456Z'), timeZone)).toBe(expected);
    expect(new Date(expected).getTime()).toBe(Date.parse('2026-11-17T09:12:03.000Z'));
  });
});
