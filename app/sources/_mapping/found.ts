import type { StatusMeaning } from '@/lib/sources/schema';
import type { PlatformId, RetryStorage, UnknownKind, WriteBack } from '@/lib/sources/vocabulary';

/** What was found at a place, as the wizard shows it. */
export interface FoundPlace {
  readonly database: string;
  readonly user: string;
  /** What the role may do there. */
  readonly role: 'read_only' | 'writes' | 'superuser';
  /** Statements that make a role which may only read, to be copied; null where none is needed. */
  readonly readOnlySql: string | null;
  readonly tables: readonly FoundTable[];
  readonly presets: readonly FoundPreset[];
}

export interface FoundTable {
  readonly schema: string;
  readonly table: string;
  readonly view: boolean;
}

/** A platform whose tables stand in a schema. */
export interface FoundPreset {
  readonly platform: PlatformId;
  readonly schema: string;
}

export interface FoundColumn {
  readonly name: string;
  readonly type: string;
}

/** Columns of a table, and some of its rows: a text per column, in their order. */
export interface TableSample {
  readonly columns: readonly FoundColumn[];
  readonly rows: readonly (readonly (string | null)[])[];
}

/** What Failpath knows of a platform, as it is offered. */
export interface PlatformOffer {
  readonly id: PlatformId;
  readonly label: string;
  readonly schema: string;
  readonly statuses: Readonly<Record<string, StatusMeaning>>;
  readonly retries: RetryStorage;
  readonly retentionDays: number | null;
  readonly writeBack: WriteBack;
  readonly notes: readonly string[];
  /** Its workflows are code: they are made of what the attempts name. */
  readonly code: boolean;
  /** It tells tenants apart. */
  readonly tenants: boolean;
}

/** What comes out of a mapping, on the newest rows. */
export interface Preview {
  readonly read: number;
  readonly understood: number;
  readonly leftOut: number;
  readonly rows: readonly PreviewRow[];
  readonly problems: readonly PreviewProblem[];
  readonly statuses: readonly { readonly value: string; readonly rows: number }[];
  readonly workflows: readonly PreviewWorkflow[];
  readonly workflowCount: number;
  readonly warnings: readonly { readonly code: string; readonly values: Readonly<Record<string, string | number>> }[];
}

export interface PreviewRow {
  readonly id: string;
  readonly workflow: string;
  readonly node: string;
  readonly run: string;
  readonly attempt: number;
  readonly status: StatusMeaning;
  readonly code: string | null;
  readonly message: string | null;
  readonly at: Date;
}

/** Rows that were not understood for one reason. */
export interface PreviewProblem {
  readonly kind: UnknownKind;
  readonly value: string;
  readonly rows: number;
}

export interface PreviewWorkflow {
  readonly id: string;
  readonly name: string | null;
  readonly nodes: readonly { readonly id: string; readonly name: string | null; readonly type: string | null }[];
}
