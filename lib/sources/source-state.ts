import type { DifferenceKind, ReadingPhase, RecountState, RetryStorage, UnknownKind } from './vocabulary';

/** How a source is doing, the most important of it. `waiting`: nobody has begun to read it yet. */
export const SOURCE_STATES = ['paused', 'failing', 'cancelled', 'waiting', 'counting', 'following'] as const;
export type SourceState = (typeof SOURCE_STATES)[number];

/** Why it could not be read: a code below `sources.failures`, with its values. */
export interface ReadingFailure {
  readonly code: string;
  readonly values: Readonly<Record<string, string>>;
  /** When it failed last, for how many readings in a row, and when it is tried again. */
  readonly at: Date;
  readonly times: number;
  readonly nextAt: Date;
}

/** How far a first count or a recount is. */
export interface CountProgress {
  readonly from: Date;
  readonly to: Date;
  readonly readTo: Date | null;
  /** Rows read so far; it is not known before how many there are. */
  readonly rows: number;
  /** From 0 to 1, by time. */
  readonly share: number;
}

/** A connected source as its list shows it. */
export interface SourceListItem {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  /** A platform, or `tables`. */
  readonly kind: string;
  /** Proper name of the platform; null for tables that somebody named. */
  readonly platform: string | null;
  /** `user@host:port/database`; null = this database. */
  readonly place: string | null;
  readonly state: SourceState;
  readonly asOf: Date | null;
  /** Of the first count, while it has not ended. */
  readonly progress: CountProgress | null;
  /** It fails since then; null = it does not. */
  readonly failure: ReadingFailure | null;
  /** Values that are not understood, and rows with them. */
  readonly unknownValues: number;
  readonly unknownRows: number;
  readonly workflows: number;
}

/** A value that the mapping has no meaning for. */
export interface UnknownValue {
  readonly kind: UnknownKind;
  readonly value: string;
  readonly rows: number;
  readonly firstSeen: Date;
  readonly lastSeen: Date;
}

/** A row that was not here as it is there; `before` is what we held, `after` what the platform has. */
export interface Difference {
  readonly kind: DifferenceKind;
  readonly workflowId: string;
  readonly nodeId: string;
  readonly runId: string;
  readonly subIndex: string;
  readonly attempt: number;
  readonly before: DifferingRow | null;
  readonly after: DifferingRow | null;
}

export interface DifferingRow {
  readonly status: string;
  readonly errorCode: string | null;
  /** ISO 8601. */
  readonly occurredAt: string;
}

export interface Recount {
  readonly id: string;
  readonly state: RecountState;
  /** Null: on schedule. */
  readonly askedBy: string | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  /** Null until it has begun. */
  readonly progress: CountProgress | null;
  readonly added: number;
  readonly changed: number;
  readonly gone: number;
  /** Not there any more, and older than what the platform keeps: these stay. */
  readonly kept: number;
  /** The first of the differences. */
  readonly differences: readonly Difference[];
}

/** What a page has to say where it shows a source's numbers. */
export interface SourceNotes {
  readonly id: string;
  readonly name: string;
  readonly platform: string | null;
  readonly state: SourceState;
  readonly asOf: Date | null;
  /** Days after which the platform deletes; null = not known, or never. */
  readonly retentionDays: number | null;
  /** Days that the first count goes back, or will; numbers from before are not there. */
  readonly countedFrom: Date | null;
  readonly retries: RetryStorage;
  /** Keys below `sources.notes`. */
  readonly notes: readonly string[];
  readonly unknownRows: number;
  readonly writeBack: 'sql' | 'export';
}

interface PhaseFacts {
  readonly phase: ReadingPhase;
  readonly pausedAt: Date | null;
  readonly failures: number;
  readonly readTo: Date | null;
}

/** How a source is doing. */
export function stateOf({ phase, pausedAt, failures, readTo }: PhaseFacts): SourceState {
  if (pausedAt !== null) return 'paused';
  if (phase === 'cancelled') return 'cancelled';
  if (failures > 0) return 'failing';
  if (phase === 'following') return 'following';
  return readTo === null ? 'waiting' : 'counting';
}

/** How far a count is, from 0 to 1; one of no time at all is at its end. */
export function shareOf(from: Date, to: Date, readTo: Date | null): number {
  if (readTo === null) return 0;
  const whole = to.getTime() - from.getTime();
  return whole <= 0 ? 1 : Math.min(1, Math.max(0, (readTo.getTime() - from.getTime()) / whole));
}
