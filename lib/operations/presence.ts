import { HOUR_MS, SECOND_MS } from '@/lib/shared/clock';

/** A process says that often that it is there. */
export const BEAT_MS = 3 * SECOND_MS;
/** Four beats missed: it counts as gone. */
export const GONE_AFTER_MS = 4 * BEAT_MS;
/** So long one that is gone is still shown, so that somebody sees that it died. */
export const FORGOTTEN_AFTER_MS = HOUR_MS;
/** Whoever leads says so with each beat; two may be lost before another process takes over. */
export const LEASE_MS = 3 * BEAT_MS;

export const PROCESS_KINDS = ['web', 'worker'] as const;
export type ProcessKind = (typeof PROCESS_KINDS)[number];

export const PROCESS_STATES = ['running', 'stopping', 'gone'] as const;
export type ProcessState = (typeof PROCESS_STATES)[number];

/** How a process stands that was last seen so long ago. One that ends in order leaves nothing behind. */
export function processState({ stopping, ageMs }: { stopping: boolean; ageMs: number }): ProcessState {
  if (ageMs > GONE_AFTER_MS) return 'gone';
  return stopping ? 'stopping' : 'running';
}
