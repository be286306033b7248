import type { CyclePeriod } from '@/lib/history/cycle';
import type { Period, PeriodProblem } from '@/lib/history/window';
import type { Format, Translate } from '../translate';

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const MOMENT = { ...DAY, hour: '2-digit', minute: '2-digit' } as const;

/** Names a period in a sentence: what it is called, and from when to when, in the reader's words. */
export function periodText(t: Translate, format: Format, period: Period, now: Date): string {
  if (period.kind === 'rolling') {
    const [from, to] = [format.dateTime(period.from, MOMENT), format.dateTime(now, MOMENT)];
    return t('period.rollingText', { days: period.days, from, to });
  }
  const days = daysText(t, format, period);
  return period.kind === 'cycle' ? t('period.cycleText', { name: period.cycle.name, days }) : days;
}

/** From the first day to the last; one day is said once. */
export function daysText(t: Translate, format: Format, { first, last }: CyclePeriod): string {
  if (first === last) return dayText(format, first);
  return t('period.daysText', { first: dayText(format, first), last: dayText(format, last) });
}

/** A calendar day (`YYYY-MM-DD`); it is a day already, no time zone applies. */
export function dayText(format: Format, day: string): string {
  return format.dateTime(new Date(`${day}T00:00:00Z`), { ...DAY, weekday: 'short', timeZone: 'UTC' });
}

/** The reader's time zone with its offset, so that nobody has to guess whose midnight it is. */
export function zoneText(now: Date, timeZone: string): string {
  if (timeZone === 'UTC') return timeZone;
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(now);
  return `${timeZone} (${parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''})`;
}

/** Why what a link asked for is not shown. */
export function problemText(t: Translate, format: Format, problem: PeriodProblem): string {
  switch (problem.reason) {
    case 'unreadable':
    case 'unknown_cycle':
    case 'too_far_back':
      return t(`period.problem.${problem.reason}`);
    case 'no_such_day':
      return t('period.problem.no_such_day', { day: problem.day });
    case 'too_long':
      return t('period.problem.too_long', { days: problem.days });
    case 'turned_round':
    case 'in_future':
      return t(`period.problem.${problem.reason}`, {
        first: dayText(format, problem.first),
        last: dayText(format, problem.last),
      });
    case 'day_outside':
      return t('period.problem.day_outside', { day: problem.day });
  }
}
