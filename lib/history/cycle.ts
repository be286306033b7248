import { addDays, daysFromTo, monthEndOf } from './calendar';

export const MAX_CYCLE_DAYS = 366;

/** A business cycle as it is made: a name, a first day, and a length in days or "to the end of the month". */
export interface BusinessCycleInput {
  readonly name: string;
  /** `YYYY-MM-DD`. */
  readonly firstDay: string;
  /** Null: to the end of the month. */
  readonly lengthDays: number | null;
}

export interface BusinessCycle extends BusinessCycleInput {
  readonly id: string;
}

export type CycleRule = Pick<BusinessCycleInput, 'firstDay' | 'lengthDays'>;

/** First and last day of one period, both included. */
export interface CyclePeriod {
  readonly first: string;
  readonly last: string;
}

/**
 * One period of a cycle: `back` = 0 is the one that began last, seen from `today` (with a length: the
 * one that today lies in), 1 the one before it, and so on. Periods of a length are counted from the
 * first day on, in both directions. To the end of the month: each month from that day of the month,
 * or from its last day where the month is shorter.
 */
export function cyclePeriod(rule: CycleRule, today: string, back: number): CyclePeriod {
  if (rule.lengthDays !== null) {
    const current = Math.floor((daysFromTo(rule.firstDay, today) - 1) / rule.lengthDays);
    const first = addDays(rule.firstDay, (current - back) * rule.lengthDays);
    return { first, last: addDays(first, rule.lengthDays - 1) };
  }
  const dayOfMonth = Number(rule.firstDay.slice(8));
  const begun = today >= inMonth(today, 0, dayOfMonth).first ? 0 : 1;
  return inMonth(today, begun + back, dayOfMonth);
}

/** The current period and those before it, the current first. */
export function cyclePeriods(rule: CycleRule, today: string, count: number): CyclePeriod[] {
  return Array.from({ length: count }, (_, back) => cyclePeriod(rule, today, back));
}

/** The period in the month that lies `back` months before that of `day`. */
function inMonth(day: string, back: number, dayOfMonth: number): CyclePeriod {
  const [year = 0, month = 0] = day.split('-').map(Number);
  const last = monthEndOf(new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 10));
  const first = Math.min(dayOfMonth, Number(last.slice(8)));
  return { first: `${last.slice(0, 8)}${String(first).padStart(2, '0')}`, last };
}
