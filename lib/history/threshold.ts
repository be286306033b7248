/** Evidence that a threshold needs before history backs it: executions of the node, and of those the failed ones. */
export interface MinimumSample {
  readonly executions: number;
  readonly failures: number;
}

/** `domain.md`, "Thresholds". */
export const MINIMUM_SAMPLE: MinimumSample = { executions: 30, failures: 10 };
/** Failed executions per day that stand in a config until there is evidence. */
export const DEFAULT_THRESHOLD = 5;
/** Two-sided 95 %: the 0.975 quantile of the standard normal distribution. */
const Z = 1.959963984540054;

/** What history says of a node's code; names as they stand in the config. Rates are parts of all executions, 0 to 1. */
export type ThresholdSuggestion =
  | {
      readonly failures: number;
      readonly threshold_source: 'measured';
      readonly sample_size: number;
      readonly failure_count: number;
      readonly rateLow: number;
      readonly rateHigh: number;
    }
  | {
      readonly failures: number;
      readonly threshold_source: 'pending-observation';
      readonly sample_size: number;
      readonly failure_count: number;
    };

/**
 * The daily number of failed executions above which a day is not like the others: the 95th percentile by nearest rank of
 * `dailyFailedExecutions` (each day of the window, those without failure included), at least 1. Below the minimum sample
 * of `executions` in the window and failures among them it stays the default, and says so. Throws where there is no day.
 */
export function suggestThreshold(
  dailyFailedExecutions: readonly number[],
  executions: number,
  minimum: MinimumSample = MINIMUM_SAMPLE,
): ThresholdSuggestion {
  if (dailyFailedExecutions.length === 0) throw new RangeError('a window has at least one day');
  const failureCount = dailyFailedExecutions.reduce((sum, count) => sum + count, 0);
  const sample = { sample_size: executions, failure_count: failureCount };
  if (!isEnough(sample, minimum))
    return { failures: DEFAULT_THRESHOLD, threshold_source: 'pending-observation', ...sample };
  const sorted = dailyFailedExecutions.toSorted((a, b) => a - b);
  const failures = Math.max(1, sorted[Math.ceil(0.95 * sorted.length) - 1] ?? 0);
  const { low, high } = wilsonInterval(failureCount, executions);
  return { failures, threshold_source: 'measured', ...sample, rateLow: low, rateHigh: high };
}

/**
 * The score interval at 95 % for `hits` of `of` trials, as parts of 1 (E. B. Wilson, 1927). Hits beyond the trials
 * count as all of them.
 */
export function wilsonInterval(hits: number, of: number): { readonly low: number; readonly high: number } {
  if (of <= 0) return { low: 0, high: 1 };
  const p = Math.min(1, hits / of);
  const z2 = Z * Z;
  const centre = p + z2 / (2 * of);
  const spread = Z * Math.sqrt((p * (1 - p)) / of + z2 / (4 * of * of));
  const scale = 1 + z2 / of;
  // At its ends the interval touches them, which rounding would miss.
  return { low: p === 0 ? 0 : (centre - spread) / scale, high: p === 1 ? 1 : (centre + spread) / scale };
}

/**
 * Days from now until the minimum sample is expected, at the rate of the window so far; 0 = it is there, null = never at
 * this rate. What is counted slides with the window: a rate that gives less than the minimum in a whole window never does.
 */
export function daysUntilEnough(
  { sample_size: executions, failure_count: failures }: Pick<ThresholdSuggestion, 'sample_size' | 'failure_count'>,
  { observedDays, windowDays }: { readonly observedDays: number; readonly windowDays: number },
  minimum: MinimumSample = MINIMUM_SAMPLE,
): number | null {
  const days = [
    daysFor(minimum.executions - executions, executions, observedDays),
    daysFor(minimum.failures - failures, failures, observedDays),
  ];
  const longest = Math.max(...days);
  return observedDays + longest > windowDays && longest > 0 ? null : longest;
}

function daysFor(missing: number, seen: number, observedDays: number): number {
  if (missing <= 0) return 0;
  return seen === 0 || observedDays <= 0 ? Number.POSITIVE_INFINITY : Math.ceil((missing * observedDays) / seen);
}

function isEnough(
  { sample_size, failure_count }: Pick<ThresholdSuggestion, 'sample_size' | 'failure_count'>,
  minimum: MinimumSample,
): boolean {
  return sample_size >= minimum.executions && failure_count >= minimum.failures;
}
