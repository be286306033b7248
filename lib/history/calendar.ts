import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@/lib/shared/clock';

/** A day on the reader's calendar. */
export interface CalendarDay {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** The moment at which it begins there. */
  readonly start: Date;
  /** Last day of its month. */
  readonly monthEnd: boolean;
}

/**
 * The days of `timeZone` (an IANA name) that `from` to `to` touch, oldest first. The first and the
 * last are usually not covered whole.
 */
export function calendarDays(from: Date, to: Date, timeZone: string): CalendarDay[] {
  const wallTime = wallClock(timeZone);
  const last = dayNumber(wallTime(to.getTime()));
  const days: CalendarDay[] = [];
  for (let number = dayNumber(wallTime(from.getTime())); number <= last; number++) {
    const start = new Date(midnight(number * DAY_MS, wallTime));
    days.push({ day: dayText(number), start, monthEnd: dayText(number + 1).endsWith('-01') });
  }
  return days;
}

/** The day (`YYYY-MM-DD`) on which an instant falls in that zone. */
export function dayOf(at: Date, timeZone: string): string {
  return dayText(dayNumber(wallClock(timeZone)(at.getTime())));
}

/** The first instant of a day (`YYYY-MM-DD`) in that zone. */
export function dayStart(day: string, timeZone: string): Date {
  return new Date(midnight(Date.parse(`${day}T00:00:00Z`), wallClock(timeZone)));
}

/** The day that lies `days` after (negative: before) another; a matter of the calendar, no zone applies. */
export function addDays(day: string, days: number): string {
  return dayText(Date.parse(`${day}T00:00:00Z`) / DAY_MS + days);
}

/** Days from the first to the last, both included; 0 or less when the last lies before. */
export function daysFromTo(first: string, last: string): number {
  return (Date.parse(`${last}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / DAY_MS + 1;
}

/** The last day of the month that a day lies in. */
export function monthEndOf(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return dayText(Date.UTC(year, month, 0) / DAY_MS);
}

/** True for a day that exists, written as `YYYY-MM-DD`, in 1970 to 2199. */
export function isDay(text: string): boolean {
  if (!/^(19[7-9]|2[01]\d)\d-\d\d-\d\d$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  // Some engines roll 31 February over instead of refusing it.
  return !Number.isNaN(at) && dayText(at / DAY_MS) === text;
}

/** The hours of a day, each with its first instant: 24, or one more or less where the clocks change. */
export function hoursOfDay(day: string, timeZone: string): Date[] {
  const [from, to] = [dayStart(day, timeZone).getTime(), dayStart(addDays(day, 1), timeZone).getTime()];
  return Array.from({ length: Math.ceil((to - from) / HOUR_MS) }, (_, hour) => new Date(from + hour * HOUR_MS));
}

/** An instant as that zone's clocks show it, with its offset: `2026-11-17T17:12:00+08:00` (ISO 8601). */
export function zonedIso(at: Date, timeZone: string): string {
  const wall = wallClock(timeZone)(at.getTime());
  const minutes = Math.round((wall - Math.floor(at.getTime() / SECOND_MS) * SECOND_MS) / MINUTE_MS);
  const two = (number: number) => String(Math.floor(number)).padStart(2, '0');
  const offset = `${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
  return `${new Date(wall).toISOString().slice(0, 19)}${minutes < 0 ? '-' : '+'}${offset}`;
}

/** Wall-clock time of an instant, written as if it were UTC (epoch ms, whole seconds). */
type WallClock = (at: number) => number;

/** Costly to make, of few kinds, and without a state: one per zone. */
const clocks = new Map<string, WallClock>();
const MAX_CLOCKS = 64;

function wallClock(timeZone: string): WallClock {
  const known = clocks.get(timeZone);
  if (known) return known;
  if (clocks.size >= MAX_CLOCKS) clocks.clear();
  const made = makeWallClock(timeZone);
  clocks.set(timeZone, made);
  return made;
}

function makeWallClock(timeZone: string): WallClock {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    const [year, month, day] = [part('year'), part('month') - 1, part('day')];
    return Date.UTC(year, month, day, part('hour'), part('minute'), part('second'));
  };
}

/**
 * The first instant of a local day. The offset is taken around midnight itself; where clocks jump
 * over midnight, the day begins at the jump.
 */
function midnight(wall: number, wallTime: WallClock): number {
  const before = wall - 14 * HOUR_MS;
  const early = wall - (wallTime(before) - before);
  const found = wall - (wallTime(early) - early);
  return dayNumber(wallTime(found)) === dayNumber(wall) ? found : Math.max(early, found);
}

function dayNumber(wall: number): number {
  return Math.floor(wall / DAY_MS);
}

function dayText(number: number): string {
  return new Date(number * DAY_MS).toISOString().slice(0, 10);
}
