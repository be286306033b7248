import type { ProcessKind, ProcessState } from './presence';

/** So many of a kind are counted one by one for a page; more are "1,000+". */
export const MOST_SHOWN = 1_000;

/** A figure that is counted up to a limit only; `more`: there are more than these. */
export interface Bounded {
  readonly count: number;
  readonly more: boolean;
}

export interface ProcessRow {
  readonly id: string;
  readonly kind: ProcessKind;
  readonly works: boolean;
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  readonly startedAt: Date;
  readonly seenAt: Date;
  readonly ageMs: number;
  readonly state: ProcessState;
  readonly leads: boolean;
}

export const DELIVERY_STATES = ['due', 'later', 'claimed', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Messages of one kind of channel. Due: could go out now; later: between two tries; failed: within a day. */
export type DeliveryDepth = { readonly kind: string } & Readonly<Record<DeliveryState, Bounded>>;

export const READERS = ['following', 'judging', 'rolling'] as const;
export type Reader = (typeof READERS)[number];

/** What workers are woken for (`lib/queue`). */
export const WAKES = ['follow', 'deliver', 'drill', 'read'] as const;
export type Wake = (typeof WAKES)[number];

/** How far a reader is behind in a source. */
export interface LagRow {
  readonly reader: Reader;
  readonly sourceId: string;
  readonly source: string;
  readonly unread: Bounded;
  /** When the oldest unread step ended. */
  readonly oldestAt: Date | null;
  readonly readAt: Date | null;
}

/** The oldest running transaction that has written something: what came after it is not followed before it ends. */
export interface OldestWriter {
  readonly pid: number | null;
  readonly application: string;
  readonly database: string;
  readonly state: string;
  readonly since: Date;
  readonly ageMs: number;
}

/** How the product runs, over all of its processes. */
export interface OperationsStatus {
  /** By the database's clock. */
  readonly at: Date;
  readonly processes: readonly ProcessRow[];
  readonly deliveries: readonly DeliveryDepth[];
  /** Since when the longest waiting message is due. */
  readonly oldestDueAt: Date | null;
  readonly drills: { readonly queued: Bounded; readonly running: Bounded; readonly oldestQueuedAt: Date | null };
  /** Wakes that no worker has taken, by what for. */
  readonly wakes: readonly { readonly job: Wake; readonly waiting: number; readonly oldestAt: Date | null }[];
  readonly lag: readonly LagRow[];
  readonly oldestWriter: OldestWriter | null;
  /** Something holds following up that the database's user is not allowed to see. */
  readonly hiddenWriter: boolean;
}

/** What was counted with a limit of `most`. */
export function bounded(count: number, most: number): Bounded {
  return count > most ? { count: most, more: true } : { count, more: false };
}
