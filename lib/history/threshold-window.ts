import { DAY_MS } from '@/lib/shared/clock';

/** Whole days that thresholds are measured over: `[from, to)`. */
export interface ThresholdWindow {
  readonly from: Date;
  readonly to: Date;
  /** Each day of it (`YYYY-MM-DD`), oldest first. */
  readonly days: readonly string[];
}

/**
 * The last `windowDays` whole days before `now`. Today is not among them: half a day would count as a quiet one. They
 * are days of UTC for everybody, since the number stands in a config that readers of all time zones share.
 */
export function thresholdWindow(now: Date, windowDays: number): ThresholdWindow {
  const end = Math.floor(now.getTime() / DAY_MS);
  const days = Array.from({ length: windowDays }, (_, index) => dayText(end - windowDays + index));
  return { from: new Date((end - windowDays) * DAY_MS), to: new Date(end * DAY_MS), days };
}

/** Days of a window for which there is history, when its first row ever is at `first`; null: none at all. */
export function observedDays({ from, to, days }: ThresholdWindow, first: Date | null): number {
  if (first === null) return 0;
  const since = Math.floor(Math.max(first.getTime(), from.getTime()) / DAY_MS);
  return Math.min(days.length, Math.max(0, to.getTime() / DAY_MS - since));
}

function dayText(number: number): string {
  return new Date(number * DAY_MS).toISOString().slice(0, 10);
}
