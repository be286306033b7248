import type { EpochMs } from '@/lib/shared/clock';

/** The silence window of one alert on one channel: `[startsAt, endsAt)`, opened by a notification. */
export interface SilenceWindow {
  /** 1 for the first window; each has one notification. */
  readonly seq: number;
  readonly startsAt: EpochMs;
  readonly endsAt: EpochMs;
  /** Failures since the last notification, that one excluded. */
  readonly pending: number;
}

export interface DedupStep {
  /** As it is after this failure. */
  readonly window: SilenceWindow;
  readonly outcome: 'notified' | 'muted';
  /** Failures since the last notification: what a notification carries, itself included; of a muted one, `pending`. */
  readonly count: number;
}

/**
 * What one failure does (`domain.md`, "De-duplication"): without a window, or at or after its end, it notifies
 * and opens the next; inside it adds to the count. One that became known late, from before the window's start,
 * counts inside: its window is over, and what it would have said has been said. The end is fixed when a window opens.
 */
export function dedupStep(window: SilenceWindow | null, at: EpochMs, silenceMs: number): DedupStep {
  if (window !== null && at < window.endsAt) {
    const pending = window.pending + 1;
    return { window: { ...window, pending }, outcome: 'muted', count: pending };
  }
  const opened = { seq: (window?.seq ?? 0) + 1, startsAt: at, endsAt: at + silenceMs, pending: 0 };
  return { window: opened, outcome: 'notified', count: (window?.pending ?? 0) + 1 };
}

export interface Notifications {
  readonly notifications: readonly { readonly at: EpochMs; readonly count: number }[];
  /** Failures that the next notification will tell of. */
  readonly pending: number;
}

/** What failures of one alert lead to on one channel, in the order in which they become known. */
export function notifications(windowMs: number, failuresAtMs: readonly EpochMs[]): Notifications {
  const told: { at: EpochMs; count: number }[] = [];
  let window: SilenceWindow | null = null;
  for (const at of failuresAtMs) {
    const step: DedupStep = dedupStep(window, at, windowMs);
    if (step.outcome === 'notified') told.push({ at, count: step.count });
    window = step.window;
  }
  return { notifications: told, pending: window?.pending ?? 0 };
}
