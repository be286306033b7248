import type { WorkerLog } from '@/lib/alerts/deliver';
import type { Db } from '@/lib/db/client';
import type { Keyring } from '@/lib/secrets/keyring';
import type { Clock } from '@/lib/shared/clock';
import type { SourcePlace } from '@/lib/sources/connect';
import type { SourceFault } from '@/lib/sources/fault';
import type { Hold } from '@/lib/sources/reading-store';
import type { SourceMapping, StatusMeaning } from '@/lib/sources/schema';

/** What a worker needs to read sources. */
export interface SourceShop {
  readonly db: Db;
  readonly now: Clock;
  readonly log: WorkerLog;
  readonly keyring: () => Keyring;
  /** Aborted: what is under way is broken off, and read again by whoever comes next. */
  readonly stopping: AbortSignal;
  /** Called when steps came in: somebody may have to follow them. */
  readonly onSteps: () => void;
  readonly memory: SourceMemory;
  readonly limits: SourceLimits;
}

export interface SourceLimits {
  /** A source belongs to a worker so long after it last wrote something. */
  readonly leaseMs: number;
  /** After so long, another source has its turn. */
  readonly turnMs: number;
  /** Rows that are fetched and stored at once. */
  readonly batch: number;
  /** Rows that a slice should come to. */
  readonly sliceRows: number;
  /** One statement on the platform. */
  readonly statementMs: number;
  /** The first slice of a source that this worker has not read before; null = the usual one. */
  readonly firstSliceMs: number | null;
}

export const SOURCE_LIMITS: SourceLimits = {
  leaseMs: 90_000,
  turnMs: 10_000,
  batch: 2_500,
  sliceRows: 40_000,
  statementMs: 30_000,
  firstSliceMs: null,
};

/** What a worker remembers of sources between turns: all of it can be lost. */
export interface SourceMemory {
  /** How long a slice of it may be. */
  readonly sliceMs: Map<string, number>;
  /** Up to where a reading has come that was left in the middle, and when: what was looked back at needs no second look. */
  readonly leftAt: Map<string, { readonly readTo: number; readonly at: number }>;
  /** Nodes that its attempts have named, where workflows are code. */
  readonly nodes: Map<string, Set<string>>;
  /** Definitions as they were last taken in, and the workflow as it was then. */
  readonly definitions: Map<string, Map<string, KnownDefinition>>;
}

export interface KnownDefinition {
  readonly hash: string;
  readonly updatedAt: number;
}

export function newSourceMemory(): SourceMemory {
  return { sliceMs: new Map(), leftAt: new Map(), nodes: new Map(), definitions: new Map() };
}

/** A source in its turn. */
export interface Turn {
  readonly shop: SourceShop;
  readonly hold: Hold;
  readonly place: SourcePlace;
  readonly mapping: SourceMapping;
  readonly statuses: Readonly<Record<string, StatusMeaning>>;
  /** True when another source is to have its turn. */
  readonly isOver: () => boolean;
}

/** What a part of a turn came to: the end of what there is to do, a pause in the middle, or a fault of the source. */
export type TurnEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'more' }
  | { readonly kind: 'failed'; readonly fault: SourceFault };

export const DONE: TurnEnd = { kind: 'done' };
export const MORE: TurnEnd = { kind: 'more' };

/** A fault as the end of a turn; of one that was broken off because this worker stops, there is more to do. */
export function endOf(fault: SourceFault, { shop }: Turn): TurnEnd {
  return shop.stopping.aborted ? MORE : { kind: 'failed', fault };
}
