import { axisTicks } from './axis';

/** So many times what is usual or written, and a day is cut off: an outage would press all other days flat. */
const OUTSTANDING = 4;
/** The part of the days that the picture is made for. */
const USUAL = 0.95;

/**
 * The count at the top of a threshold's picture: above its lines (failed executions a day) and, unless some of them stand
 * out far beyond the rest, above all days.
 */
export function pictureTop(counts: readonly number[], lines: readonly number[]): number {
  const sorted = counts.toSorted((a, b) => a - b);
  const usual = sorted[Math.max(0, Math.ceil(USUAL * sorted.length) - 1)] ?? 0;
  const base = Math.max(1, usual, ...lines);
  const most = Math.max(base, sorted.at(-1) ?? 0);
  return axisTicks(most > OUTSTANDING * base ? 2 * base : most).at(-1) ?? 1;
}
