import { DAY_MS, HOUR_MS, SECOND_MS } from '@/lib/shared/clock';

/** What a slice of a reading should come to: short enough to be read again after a crash, long enough to be worth it. */
const AIM_MS = 4 * SECOND_MS;
/** Never more than so many times as long, or as short, as the one before: a single odd slice says little. */
const MOST = 8;
const LEAST = 1 / 8;
export const SHORTEST_SLICE_MS = SECOND_MS;
const LONGEST_SLICE_MS = 30 * DAY_MS;
export const FIRST_SLICE_MS = HOUR_MS;

/**
 * How long, in the attempts' own time, the next slice is to be after one of so many rows that took so long; `aimRows` is
 * what it should come to.
 */
export function nextSliceMs(
  sliceMs: number,
  { rows, tookMs }: { readonly rows: number; readonly tookMs: number },
  aimRows: number,
): number {
  const by = Math.min(aimRows / Math.max(1, rows), AIM_MS / Math.max(1, tookMs));
  return within(sliceMs * Math.min(MOST, Math.max(LEAST, by)));
}

/** After one that took too long for the platform; null when it cannot be any shorter. */
export function shorterSliceMs(sliceMs: number): number | null {
  return sliceMs <= SHORTEST_SLICE_MS ? null : within(sliceMs * LEAST);
}

function within(ms: number): number {
  return Math.round(Math.min(LONGEST_SLICE_MS, Math.max(SHORTEST_SLICE_MS, ms)));
}

/** How long after a reading that failed the next one comes: longer with each that failed in a row. */
export function pauseAfterFailure(everySeconds: number, failures: number): number {
  const longest = Math.max(LONGEST_PAUSE_MS, everySeconds * SECOND_MS);
  return Math.min(longest, everySeconds * SECOND_MS * 2 ** Math.min(20, failures - 1));
}
const LONGEST_PAUSE_MS = HOUR_MS / 4;
