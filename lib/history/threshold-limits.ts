/** Executions and failures that a source may ask for before a threshold counts as measured: from 1. */
export const MOST_EXECUTIONS = 100_000;
export const MOST_FAILURES = 10_000;
/** Whole days that thresholds may be measured over. */
export const MIN_THRESHOLD_DAYS = 7;
export const MAX_THRESHOLD_DAYS = 90;
