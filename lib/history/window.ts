import { DAY_MS } from '@/lib/shared/clock';

export const WINDOW_DAYS = 30;

/** Half-open period `[from, …)` that ends now: the last 30 times 24 hours (brief's reference query). */
export function statisticsWindow(now: Date): { from: Date; days: number } {
  return { from: new Date(now.getTime() - WINDOW_DAYS * DAY_MS), days: WINDOW_DAYS };
}
