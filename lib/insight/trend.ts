import { DAY_MS } from '@/lib/shared/clock';

export const TRENDS = ['quiet', 'rising', 'falling', 'steady'] as const;
export type Trend = (typeof TRENDS)[number];

/** Failed attempts of one node by day of the reader's calendar, and what they come to. */
export interface NodeTrend {
  /** One count per day, oldest first. */
  readonly counts: readonly number[];
  readonly trend: Trend;
  /** The day with most failures (the latest of several), `YYYY-MM-DD`; null when there are none. */
  readonly peak: { readonly day: string; readonly failures: number } | null;
}

const RECENT_DAYS = 7;
const FACTOR = 1.5;
/** Twice the standard deviation of a count: less than that is chance. */
const DEVIATIONS = 2;

/**
 * Compares the last 7 days (today so far included) with the pace of the days before them, whose worst day
 * is left out: one outage must not make every later week look better. Rising or falling: by half as much
 * again, and by more than chance explains for counts of that size; quiet: no failure in the last 7 days;
 * steady: everything else. The first and the last day count for the part between `from` and `now`.
 */
export function nodeTrend(
  counts: readonly number[],
  days: readonly { readonly day: string; readonly start: Date }[],
  { from, now }: { from: Date; now: Date },
): NodeTrend {
  const split = Math.max(0, days.length - RECENT_DAYS);
  const recent = total(counts.slice(split));
  const earlier = counts.slice(0, split);
  const before = total(earlier) - Math.max(0, ...earlier);
  const turn = days[split]?.start.getTime() ?? now.getTime();
  const expected = (before * (now.getTime() - turn)) / Math.max(DAY_MS, turn - from.getTime() - DAY_MS);
  return { counts, trend: trendOf(recent, expected), peak: peakOf(counts, days) };
}

function trendOf(recent: number, expected: number): Trend {
  if (recent === 0) return 'quiet';
  const chance = DEVIATIONS * Math.sqrt(Math.max(1, expected));
  if (recent >= expected * FACTOR && recent - expected > chance) return 'rising';
  if (recent * FACTOR <= expected && expected - recent > chance) return 'falling';
  return 'steady';
}

function peakOf(counts: readonly number[], days: readonly { readonly day: string }[]): NodeTrend['peak'] {
  const failures = Math.max(0, ...counts);
  const day = days[counts.lastIndexOf(failures)]?.day;
  return failures === 0 || day === undefined ? null : { day, failures };
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
