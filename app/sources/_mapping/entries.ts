import type { StepStatus } from '@/lib/model/step-status';
import type { SourceMapping, StatusMeaning } from '@/lib/sources/schema';
import type { DurationUnit, PlatformId, RetryStorage, TimeKind } from '@/lib/sources/vocabulary';

/** A column as it is chosen, and the place within its JSON as it is typed; `''` = not chosen. */
export interface ColumnEntry {
  readonly column: string;
  readonly path: string;
}

export interface TableEntry {
  readonly schema: string;
  readonly table: string;
}

export interface FilterEntry {
  readonly column: ColumnEntry;
  readonly op: 'in' | 'not_in';
  readonly values: readonly string[];
  /** Rows without a value belong to the values. */
  readonly empty: boolean;
}

export interface TimeForm {
  readonly kind: TimeKind;
  readonly zone: string;
}

/** What a row of attempts says, in the order in which it is asked; those of `NEEDED` have to be there. */
export const ATTEMPT_FIELDS = [
  'nodeId',
  'workflowId',
  'runId',
  'status',
  'occurredAt',
  'errorCode',
  'errorMessage',
  'attempt',
  'subIndex',
  'duration',
  'payloadHash',
  'workflowVersion',
  'tenant',
] as const;
export type AttemptField = (typeof ATTEMPT_FIELDS)[number];
export const NEEDED = ['nodeId', 'workflowId', 'runId', 'status', 'occurredAt'] as const;

export const DEFINITION_FIELDS = ['workflowId', 'name', 'version', 'tenant'] as const;
export type DefinitionField = (typeof DEFINITION_FIELDS)[number];

/** Every entry about retries, also those of a way that is not chosen just now. */
export interface RetriesEntry {
  readonly kind: RetryStorage;
  readonly array: ColumnEntry;
  readonly holds: 'earlier' | 'all';
  readonly status: string;
  readonly errorCode: string;
  readonly errorMessage: string;
  readonly at: string;
  readonly time: TimeForm;
  readonly from: TableEntry;
}

export interface AttemptsEntry {
  readonly from: TableEntry;
  readonly columns: Readonly<Record<AttemptField, ColumnEntry>>;
  readonly base: 0 | 1;
  readonly time: TimeForm;
  readonly unit: DurationUnit;
  readonly filters: readonly FilterEntry[];
  readonly retries: RetriesEntry;
}

export interface NodesEntry {
  readonly kind: 'json_array' | 'rows' | 'itself';
  readonly array: ColumnEntry;
  /** Paths within an element of the array. */
  readonly paths: { readonly id: string; readonly name: string; readonly type: string };
  readonly children: readonly string[];
  readonly columns: { readonly id: ColumnEntry; readonly name: ColumnEntry; readonly type: ColumnEntry };
}

export interface DefinitionsEntry {
  /** Null: workflows are those that the attempts name. */
  readonly kind: 'seen' | 'table';
  readonly from: TableEntry;
  readonly columns: Readonly<Record<DefinitionField, ColumnEntry>>;
  readonly filters: readonly FilterEntry[];
  readonly nodes: NodesEntry;
}

/** Numbers as they are typed; an empty one is "none" where there may be none. */
export interface SettingsEntry {
  readonly firstDays: string;
  readonly retentionDays: string;
  readonly everySeconds: string;
  readonly lookBackMinutes: string;
  readonly recountHours: string;
}
export type SettingKey = keyof SettingsEntry;

/** What a mapping says, as it is being written: nothing in it is lost when something else is chosen. */
export interface Entries {
  readonly kind: SourceMapping['kind'] | null;
  readonly preset: { readonly platform: PlatformId | null; readonly schema: string; readonly tenant: string };
  readonly attempts: AttemptsEntry;
  readonly definitions: DefinitionsEntry;
  /** Meanings over those of the preset. */
  readonly statuses: Readonly<Record<string, StatusMeaning>>;
  readonly settings: SettingsEntry;
}

/** In the order in which they are offered. */
export const MEANINGS = [
  'succeeded',
  'failed',
  'running',
  'skipped',
  'cancelled',
  'left_out',
] as const satisfies readonly (StepStatus | 'left_out')[];

export const NO_COLUMN: ColumnEntry = { column: '', path: '' };
const NO_TABLE: TableEntry = { schema: '', table: '' };

/** Nothing entered yet; the numbers are those of the schema. */
export function blankEntries(): Entries {
  return {
    kind: null,
    preset: { platform: null, schema: '', tenant: '' },
    attempts: {
      from: NO_TABLE,
      columns: {
        ...{ nodeId: NO_COLUMN, workflowId: NO_COLUMN, runId: NO_COLUMN, status: NO_COLUMN, occurredAt: NO_COLUMN },
        ...{ errorCode: NO_COLUMN, errorMessage: NO_COLUMN, attempt: NO_COLUMN, subIndex: NO_COLUMN },
        ...{ duration: NO_COLUMN, payloadHash: NO_COLUMN, workflowVersion: NO_COLUMN, tenant: NO_COLUMN },
      },
      base: 1,
      time: { kind: 'timestamptz', zone: 'UTC' },
      unit: 'ms',
      filters: [],
      retries: {
        ...{ kind: 'rows', array: NO_COLUMN, holds: 'earlier', status: '', errorCode: '', errorMessage: '', at: '' },
        time: { kind: 'iso', zone: 'UTC' },
        from: NO_TABLE,
      },
    },
    definitions: {
      kind: 'seen',
      from: NO_TABLE,
      columns: { workflowId: NO_COLUMN, name: NO_COLUMN, version: NO_COLUMN, tenant: NO_COLUMN },
      filters: [],
      nodes: {
        ...{ kind: 'json_array', array: NO_COLUMN, paths: { id: '', name: '', type: '' }, children: [] },
        columns: { id: NO_COLUMN, name: NO_COLUMN, type: NO_COLUMN },
      },
    },
    statuses: {},
    settings: { firstDays: '90', retentionDays: '', everySeconds: '30', lookBackMinutes: '60', recountHours: '24' },
  };
}
