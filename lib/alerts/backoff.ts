import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@/lib/shared/clock';

export const FIRST_PAUSE_MS = 10 * SECOND_MS;
export const LONGEST_PAUSE_MS = 30 * MINUTE_MS;
export const MOST_TRIES = 8;
export const LONGEST_MS = 24 * HOUR_MS;

/**
 * Pause after so many tries: anything up to 10 s, doubling with each try up to 30 min (full jitter), and never less
 * than what the provider asked for (`Retry-After`). `random` is from 0 up to 1.
 */
export function pauseMs(tries: number, random: number, afterMs = 0): number {
  const most = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1));
  return Math.max(Math.round(random * most), afterMs);
}
