import { DAY_MS } from '@/lib/shared/clock';
import { addDays, dayOf, dayStart, daysFromTo, isDay } from './calendar';
import { type BusinessCycle, type CyclePeriod, cyclePeriod } from './cycle';

export const WINDOW_DAYS = 30;
/** Lengths to choose from that end now. */
export const ROLLING_DAYS = [7, WINDOW_DAYS, 90] as const;
/** Days that a period chosen by its days may have. */
export const MAX_PERIOD_DAYS = 400;
/** How far back one may step through the periods of a cycle. */
export const MAX_STEPS_BACK = 1000;

/** Half-open stretch of time `[from, to)`; `to` null: no upper end, as in the brief's query. */
export interface Span {
  readonly from: Date;
  readonly to: Date | null;
}

/** What statistics are counted over. `text` is how it stands in a link. */
export type Period = Span & { readonly text: string } & (
    | { readonly kind: 'rolling'; readonly days: number }
    | ({ readonly kind: 'days' } & CyclePeriod)
    | ({
        readonly kind: 'cycle';
        readonly cycle: BusinessCycle;
        /** 0 is the current period, 1 the one before it. */
        readonly back: number;
      } & CyclePeriod)
  );

/** Why a link's period or day does not hold; the page then shows the usual one and says so. */
export type PeriodProblem =
  | { readonly reason: 'unreadable' | 'unknown_cycle' | 'too_far_back' }
  | { readonly reason: 'no_such_day'; readonly day: string }
  | { readonly reason: 'turned_round' | 'in_future'; readonly first: string; readonly last: string }
  | { readonly reason: 'too_long'; readonly days: number }
  | { readonly reason: 'day_outside'; readonly day: string };

/** Whose calendar it is, what time it is, and which cycles have a name. */
export interface PeriodSetting {
  readonly now: Date;
  /** IANA name. */
  readonly timeZone: string;
  readonly cycles: readonly BusinessCycle[];
}

/** The last 30 times 24 hours, without an upper end (brief's reference query). */
export function statisticsWindow(now: Date): { from: Date; days: number } {
  return { from: new Date(now.getTime() - WINDOW_DAYS * DAY_MS), days: WINDOW_DAYS };
}

/**
 * Reads a period as links write it: `7`, `30`, `90` (times 24 hours, ending now), `2026-10-01..2026-10-15`
 * (days of the reader's calendar, both included), `cycle:<id>` and `cycle:<id>:-1` (the one before). What does
 * not hold is the usual 30 days, with the reason.
 */
export function readPeriod(
  text: string | null,
  setting: PeriodSetting,
): { period: Period; problem: PeriodProblem | null } {
  const found = parse(text ?? String(WINDOW_DAYS), setting);
  return 'reason' in found
    ? { period: rolling(WINDOW_DAYS, setting.now), problem: found }
    : { period: found, problem: null };
}

/** The part of a period that lies on one day of the reader's calendar; null when none of it does. */
export function dayWithin(period: Period, day: string, { now, timeZone }: PeriodSetting): Span | null {
  if (!isDay(day)) return null;
  const [start, end] = [dayStart(day, timeZone), dayStart(addDays(day, 1), timeZone)];
  const last = period.to ?? new Date(now.getTime() + 1);
  if (end <= period.from || start >= last) return null;
  const from = new Date(Math.max(start.getTime(), period.from.getTime()));
  // Of a period without upper end, today has none either: the sum of its days is the whole.
  if (period.to === null) return { from, to: dayOf(now, timeZone) === day ? null : end };
  return { from, to: new Date(Math.min(end.getTime(), period.to.getTime())) };
}

/** The link text of the period so many steps before (negative: after) one of a cycle; null where there is none. */
export function stepCycle(period: Period, steps: number): string | null {
  if (period.kind !== 'cycle') return null;
  const back = period.back + steps;
  return back < 0 || back > MAX_STEPS_BACK ? null : cycleText(period.cycle.id, back);
}

/** How a link names days, from the first to the last. */
export function daysText({ first, last }: CyclePeriod): string {
  return `${first}..${last}`;
}

/**
 * The same period as it was counted at a moment: one that ends "now" ends there, so that what is counted a
 * little later is the same.
 */
export function endingAt(period: Period, moment: Date): Period {
  return period.to === null ? { ...period, to: new Date(moment.getTime() + 1) } : period;
}

function parse(text: string, setting: PeriodSetting): Period | PeriodProblem {
  const days = ROLLING_DAYS.find((each) => text === String(each));
  if (days !== undefined) return rolling(days, setting.now);
  if (text.startsWith('cycle:')) return parseCycle(text, setting);
  const [, first, last] = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/.exec(text) ?? [];
  if (first === undefined || last === undefined) return { reason: 'unreadable' };
  return calendarPeriod({ first, last }, setting);
}

function rolling(days: number, now: Date): Period {
  return { kind: 'rolling', days, from: new Date(now.getTime() - days * DAY_MS), to: null, text: String(days) };
}

function calendarPeriod({ first, last }: CyclePeriod, { now, timeZone }: PeriodSetting): Period | PeriodProblem {
  const wrong = [first, last].find((day) => !isDay(day));
  if (wrong !== undefined) return { reason: 'no_such_day', day: wrong };
  const days = daysFromTo(first, last);
  if (days < 1) return { reason: 'turned_round', first, last };
  if (days > MAX_PERIOD_DAYS) return { reason: 'too_long', days };
  if (first > dayOf(now, timeZone)) return { reason: 'in_future', first, last };
  return { kind: 'days', first, last, ...spanOf({ first, last }, timeZone), text: daysText({ first, last }) };
}

function parseCycle(text: string, { now, timeZone, cycles }: PeriodSetting): Period | PeriodProblem {
  const [, id, steps = '0'] = /^cycle:([0-9a-f-]{36})(?::-(\d{1,9}))?$/.exec(text) ?? [];
  if (id === undefined) return { reason: 'unreadable' };
  const cycle = cycles.find((each) => each.id === id);
  if (!cycle) return { reason: 'unknown_cycle' };
  const back = Number(steps);
  if (back > MAX_STEPS_BACK) return { reason: 'too_far_back' };
  const days = cyclePeriod(cycle, dayOf(now, timeZone), back);
  if (!isDay(days.first)) return { reason: 'too_far_back' };
  return { kind: 'cycle', cycle, back, ...days, ...spanOf(days, timeZone), text: cycleText(id, back) };
}

function spanOf({ first, last }: CyclePeriod, timeZone: string): { from: Date; to: Date } {
  return { from: dayStart(first, timeZone), to: dayStart(addDays(last, 1), timeZone) };
}

function cycleText(id: string, back: number): string {
  return back === 0 ? `cycle:${id}` : `cycle:${id}:-${back}`;
}
