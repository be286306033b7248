import { DAY_MS, MINUTE_MS } from '@/lib/shared/clock';

/** Rollups count by quarter hours of UTC: every zone's day and hour begins on one. */
export const SLOT_MS = 15 * MINUTE_MS;
export const SLOTS_A_DAY = DAY_MS / SLOT_MS;

/** An instant as rollups see it. */
export interface Edge {
  readonly at: Date;
  /** The edge of a quarter hour that is nearest to it. */
  readonly rolled: Date;
  /** The UTC day of that edge (`YYYY-MM-DD`)… */
  readonly day: string;
  /** …and the last quarter hour of this day before it, 0 to 95; -1 when it is midnight. */
  readonly slotBefore: number;
}

/** Where rollups cut for an instant: what lies between the two is read from the steps themselves. */
export function edgeAt(at: Date): Edge {
  const rolled = Math.round(at.getTime() / SLOT_MS) * SLOT_MS;
  const day = Math.floor(rolled / DAY_MS);
  return {
    at,
    rolled: new Date(rolled),
    day: new Date(day * DAY_MS).toISOString().slice(0, 10),
    slotBefore: (rolled - day * DAY_MS) / SLOT_MS - 1,
  };
}

/** The stretch between an instant and its edge, `[from, to)`; null when they are the same. */
export function restOf({ at, rolled }: Edge): { from: Date; to: Date } | null {
  if (at.getTime() === rolled.getTime()) return null;
  return at < rolled ? { from: at, to: rolled } : { from: rolled, to: at };
}
