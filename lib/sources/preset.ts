import type { RawDefinition, SqlText } from './attempt';
import type { StatusMeaning } from './schema';
import type { PlatformId, RetryStorage, WriteBack } from './vocabulary';

/** A stretch of time `[from, to)` of the attempts' own times. */
export interface Slice {
  readonly from: Date;
  readonly to: Date;
}

/** Where a preset's tables are, and what of them is wanted. */
export interface PresetPlace {
  readonly schema: string;
  readonly tenant: string | null;
}

/** A row of a preset's `definitions` statement, before its nodes are read. */
export type DefinitionRow = Readonly<Record<string, unknown>>;

/** What Failpath knows of a platform's tables. One file each: `presets/<platform>.ts`. Pure. */
export interface Preset {
  readonly id: PlatformId;
  /** Proper name; not translated. */
  readonly label: string;
  /** What has to be there, by which it is recognised: tables with columns. */
  readonly tables: readonly { readonly table: string; readonly columns: readonly string[] }[];
  /** Its usual schema, offered first. */
  readonly schema: string;
  readonly statuses: Readonly<Record<string, StatusMeaning>>;
  readonly retries: RetryStorage;
  /** Days after which it deletes by itself, usually; null = it does not. */
  readonly retentionDays: number | null;
  readonly writeBack: WriteBack;
  /**
   * What the product has to say wherever it shows this platform's numbers, or why it only exports: keys below
   * `sources.notes`.
   */
  readonly notes: readonly string[];
  /**
   * Attempts whose time lies in the slice, as rows of `RawAttempt`, in any order. Only reads; those that run too, at the
   * time when they began. Conditions on time stand on columns that the platform has an index on, where there is one.
   */
  attempts(place: PresetPlace, slice: Slice): SqlText;
  /** The earliest attempt's time, as `first` (timestamptz or null). */
  firstAttempt(place: PresetPlace): SqlText;
  /** The live definitions; `readDefinition` makes a `RawDefinition` of each row. Null: workflows are code. */
  readonly definitions: ((place: PresetPlace) => SqlText) | null;
  /** Null: the row holds no workflow that can be read (compressed, of another shape). */
  readDefinition(row: DefinitionRow): RawDefinition | null;
  /** Where definitions are code: what the attempts of the slice name, as distinct `workflow_id`, `node_id`. */
  readonly seenNodes: ((place: PresetPlace, slice: Slice) => SqlText) | null;
}
