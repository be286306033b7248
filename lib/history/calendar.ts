import { DAY_MS, HOUR_MS } from '@/lib/shared/clock';

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

/** Wall-clock time of an instant, written as if it were UTC (epoch ms, whole seconds). */
type WallClock = (at: number) => number;

function wallClock(timeZone: string): WallClock {
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
