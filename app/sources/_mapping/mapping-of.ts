import type { SourceMapping, SourceMappingInput } from '@/lib/sources/schema';
import { readKeys, readPath } from './column-path';
import {
  ATTEMPT_FIELDS,
  type ColumnEntry,
  type DefinitionsEntry,
  type Entries,
  type FilterEntry,
  NEEDED,
  type NodesEntry,
  type RetriesEntry,
  type SettingKey,
  type TableEntry,
  type TimeForm,
} from './entries';

/** What is wrong with an entry: where (as `data-field`), and why (a key below `sourceWizard.issues`). */
export interface EntryIssue {
  readonly field: string;
  readonly code: string;
}

export interface ReadEntries {
  /** What the server checks again; null while something is missing or cannot be read. */
  readonly mapping: SourceMappingInput | null;
  readonly issues: readonly EntryIssue[];
}

type ColumnInput = { column: string; path?: (string | number)[] };
type Note = (field: string, code: string) => void;

const LIMITS: Readonly<Record<SettingKey, readonly [min: number, max: number, optional: boolean]>> = {
  firstDays: [1, 3_650, false],
  retentionDays: [1, 36_500, true],
  everySeconds: [5, 86_400, false],
  lookBackMinutes: [1, 10_080, false],
  recountHours: [1, 720, true],
};

/** The mapping that the entries say, or what is missing in them. Only what is chosen counts. */
export function mappingOf(entries: Entries): ReadEntries {
  const issues: EntryIssue[] = [];
  const note: Note = (field, code) => void issues.push({ field, code });
  const settings = settingsOf(entries, note);
  const common = { ...settings, statuses: { ...entries.statuses } };
  if (entries.kind === null) {
    note('kind', 'choose');
    return { mapping: null, issues };
  }
  const mapping: SourceMappingInput | null =
    entries.kind === 'preset'
      ? presetOf(entries, common, note)
      : {
          kind: 'tables',
          attempts: attemptsOf(entries, note),
          definitions: definitionsOf(entries.definitions, note),
          ...common,
        };
  return issues.length === 0 ? { mapping, issues } : { mapping: null, issues };
}

function presetOf({ preset }: Entries, common: Settings & { statuses: SourceMapping['statuses'] }, note: Note) {
  const { platform, schema, tenant } = preset;
  if (platform === null) note('kind', 'choose');
  if (schema === '') note('preset.schema', 'choose');
  if (platform === null) return null;
  return { kind: 'preset' as const, platform, schema, tenant: tenant === '' ? null : tenant, ...common };
}

type Settings = Record<'firstDays' | 'everySeconds' | 'lookBackMinutes', number> &
  Record<'retentionDays' | 'recountHours', number | null>;

function settingsOf({ settings }: Entries, note: Note): Settings {
  const read = (key: SettingKey) => {
    const [min, max, optional] = LIMITS[key];
    const text = settings[key].trim();
    if (text === '' && optional) return null;
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max)) note(`settings.${key}`, `number_${key}`);
    return value;
  };
  return {
    ...{ firstDays: read('firstDays') ?? 0, everySeconds: read('everySeconds') ?? 0 },
    ...{ lookBackMinutes: read('lookBackMinutes') ?? 0, retentionDays: read('retentionDays') },
    recountHours: read('recountHours'),
  };
}

function attemptsOf({ attempts }: Entries, note: Note) {
  const { from, columns, base, time, unit, filters, retries } = attempts;
  const at = (field: (typeof ATTEMPT_FIELDS)[number]) => columnOf(columns[field], `attempts.${field}`, note);
  const chosen = Object.fromEntries(
    ATTEMPT_FIELDS.flatMap((field) => (columns[field].column === '' ? [] : [[field, at(field)] as const])),
  );
  for (const field of NEEDED) if (chosen[field] === undefined) note(`attempts.${field}`, 'choose');
  const nothing: ColumnInput = { column: '' };
  const { attempt, duration, occurredAt = nothing, ...plain } = chosen;
  const { nodeId = nothing, workflowId = nothing, runId = nothing, status = nothing, ...optional } = plain;
  return {
    from: tableOf(from, 'attempts.from', note),
    ...{ nodeId, workflowId, runId, status },
    ...optional,
    ...(attempt && { attempt: { column: attempt, base } }),
    occurredAt: { column: occurredAt, ...timeOf(time) },
    ...(duration && { duration: { column: duration, unit } }),
    filters: filters.map((filter, index) => filterOf(filter, `attempts.filters.${index}`, note)),
    retries: retriesOf(retries, note),
  };
}

function retriesOf(entry: RetriesEntry, note: Note) {
  const { kind } = entry;
  switch (kind) {
    case 'rows':
    case 'last_only':
      return { kind };
    case 'history_table':
      return { kind, from: tableOf(entry.from, 'attempts.retries.from', note) };
    case 'json_array': {
      const keys = (name: 'status' | 'errorCode' | 'errorMessage' | 'at') =>
        keysOf(entry[name], `attempts.retries.${name}`, note);
      const [status, errorCode, errorMessage, at] = [
        keys('status'),
        keys('errorCode'),
        keys('errorMessage'),
        keys('at'),
      ];
      if (at.length === 0) note('attempts.retries.at', 'choose');
      return {
        ...{ kind, holds: entry.holds, array: neededColumn(entry.array, 'attempts.retries.array', note) },
        ...(status.length > 0 && { status }),
        ...(errorCode.length > 0 && { errorCode }),
        ...(errorMessage.length > 0 && { errorMessage }),
        occurredAt: { path: at, ...timeOf(entry.time) },
      };
    }
  }
}

function definitionsOf(entry: DefinitionsEntry, note: Note) {
  if (entry.kind === 'seen') return null;
  const { name, version, tenant } = entry.columns;
  const optional = (column: ColumnEntry, field: string) =>
    column.column === '' ? undefined : columnOf(column, `definitions.${field}`, note);
  return {
    from: tableOf(entry.from, 'definitions.from', note),
    workflowId: neededColumn(entry.columns.workflowId, 'definitions.workflowId', note),
    ...given({ name: optional(name, 'name') }),
    ...given({ version: optional(version, 'version') }),
    ...given({ tenant: optional(tenant, 'tenant') }),
    filters: entry.filters.map((filter, index) => filterOf(filter, `definitions.filters.${index}`, note)),
    nodes: nodesOf(entry.nodes, note),
  };
}

function nodesOf(entry: NodesEntry, note: Note) {
  const { kind } = entry;
  switch (kind) {
    case 'itself':
      return { kind };
    case 'rows': {
      const { id, name, type } = entry.columns;
      return {
        kind,
        id: neededColumn(id, 'definitions.nodes.id', note),
        ...(name.column !== '' && { name: columnOf(name, 'definitions.nodes.name', note) }),
        ...(type.column !== '' && { type: columnOf(type, 'definitions.nodes.type', note) }),
      };
    }
    case 'json_array': {
      const [id, name, type] = (['id', 'name', 'type'] as const).map((key) =>
        keysOf(entry.paths[key], `definitions.nodes.paths.${key}`, note),
      );
      if (!id?.length) note('definitions.nodes.paths.id', 'choose');
      const children = entry.children.map((text, index) => ({ text, field: `definitions.nodes.children.${index}` }));
      return {
        ...{ kind, array: neededColumn(entry.array, 'definitions.nodes.array', note), id: id ?? [] },
        ...(name?.length ? { name } : {}),
        ...(type?.length ? { type } : {}),
        children: children.filter(({ text }) => text.trim() !== '').map(({ text, field }) => keysOf(text, field, note)),
      };
    }
  }
}

function filterOf({ column, op, values, empty }: FilterEntry, field: string, note: Note) {
  if (values.length === 0 && !empty) note(`${field}.values`, 'choose_values');
  return { column: neededColumn(column, field, note), op, values: [...values, ...(empty ? [null] : [])] };
}

function timeOf({ kind, zone }: TimeForm) {
  return kind === 'naive' ? { kind, zone } : { kind };
}

function tableOf({ schema, table }: TableEntry, field: string, note: Note): TableEntry {
  if (table === '') note(field, 'choose');
  return { schema, table };
}

function neededColumn(entry: ColumnEntry, field: string, note: Note): ColumnInput {
  if (entry.column === '') note(field, 'choose');
  return columnOf(entry, field, note);
}

function columnOf({ column, path }: ColumnEntry, field: string, note: Note): ColumnInput {
  const read = readPath(path);
  if (read === null) note(`${field}.path`, 'path');
  return read?.length ? { column, path: [...read] } : { column };
}

function keysOf(text: string, field: string, note: Note): string[] {
  const keys = readKeys(text);
  if (keys === null) note(field, 'keys');
  return keys ?? [];
}

function given<T extends object>(value: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.values(value).some((each) => each === undefined) ? {} : value;
}
