import type { Column, SourceMapping, TablesMapping } from '@/lib/sources/schema';
import { pathText } from './column-path';
import {
  ATTEMPT_FIELDS,
  type AttemptField,
  type AttemptsEntry,
  blankEntries,
  type ColumnEntry,
  type DefinitionsEntry,
  type Entries,
  type FilterEntry,
  NO_COLUMN,
  type NodesEntry,
  type RetriesEntry,
} from './entries';

/** The entries that say a mapping, to be changed. */
export function entriesOf(mapping: SourceMapping): Entries {
  const blank = blankEntries();
  const { firstDays, retentionDays, everySeconds, lookBackMinutes, recountHours } = mapping;
  const common = {
    statuses: mapping.statuses,
    settings: {
      ...{ firstDays: String(firstDays), everySeconds: String(everySeconds) },
      ...{ lookBackMinutes: String(lookBackMinutes), retentionDays: typed(retentionDays) },
      recountHours: typed(recountHours),
    },
  };
  if (mapping.kind === 'preset') {
    const { platform, schema, tenant } = mapping;
    return { ...blank, ...common, kind: 'preset', preset: { platform, schema, tenant: tenant ?? '' } };
  }
  return {
    ...blank,
    ...common,
    kind: 'tables',
    attempts: attemptsEntry(mapping.attempts, blank.attempts),
    definitions: definitionsEntry(mapping.definitions, blank.definitions),
  };
}

function attemptsEntry(attempts: TablesMapping['attempts'], blank: AttemptsEntry): AttemptsEntry {
  const { from, occurredAt, attempt, duration, filters, retries } = attempts;
  const columnOf = (field: AttemptField): Column | undefined => {
    if (field === 'occurredAt') return occurredAt.column;
    if (field === 'attempt') return attempt?.column;
    return field === 'duration' ? duration?.column : attempts[field];
  };
  const columns: Record<AttemptField, ColumnEntry> = { ...blank.columns };
  for (const field of ATTEMPT_FIELDS) columns[field] = columnEntry(columnOf(field));
  return {
    from,
    columns,
    base: attempt?.base ?? blank.base,
    time: { kind: occurredAt.kind, zone: occurredAt.zone ?? blank.time.zone },
    unit: duration?.unit ?? blank.unit,
    filters: filters.map(filterEntry),
    retries: retriesEntry(retries, blank.retries),
  };
}

function retriesEntry(retries: TablesMapping['attempts']['retries'], blank: RetriesEntry): RetriesEntry {
  const { kind } = retries;
  if (kind === 'history_table') return { ...blank, kind, from: retries.from };
  if (kind !== 'json_array') return { ...blank, kind };
  const { array, holds, status = [], errorCode = [], errorMessage = [], occurredAt } = retries;
  return {
    ...{ ...blank, kind, holds, array: columnEntry(array), status: pathText(status) },
    ...{ errorCode: pathText(errorCode), errorMessage: pathText(errorMessage), at: pathText(occurredAt.path) },
    time: { kind: occurredAt.kind, zone: occurredAt.zone ?? blank.time.zone },
  };
}

function definitionsEntry(definitions: TablesMapping['definitions'], blank: DefinitionsEntry): DefinitionsEntry {
  if (definitions === null) return blank;
  const { from, workflowId, name, version, tenant, filters, nodes } = definitions;
  return {
    ...{ kind: 'table', from, filters: filters.map(filterEntry), nodes: nodesEntry(nodes, blank.nodes) },
    columns: {
      ...{ workflowId: columnEntry(workflowId), name: columnEntry(name) },
      ...{ version: columnEntry(version), tenant: columnEntry(tenant) },
    },
  };
}

function nodesEntry(nodes: NonNullable<TablesMapping['definitions']>['nodes'], blank: NodesEntry): NodesEntry {
  switch (nodes.kind) {
    case 'itself':
      return { ...blank, kind: 'itself' };
    case 'rows': {
      const [id, name, type] = [columnEntry(nodes.id), columnEntry(nodes.name), columnEntry(nodes.type)];
      return { ...blank, kind: 'rows', columns: { id, name, type } };
    }
    case 'json_array': {
      const { array, id, name = [], type = [], children } = nodes;
      return {
        ...{ ...blank, kind: 'json_array', array: columnEntry(array), children: children.map(pathText) },
        paths: { id: pathText(id), name: pathText(name), type: pathText(type) },
      };
    }
  }
}

function filterEntry({ column, op, values }: TablesMapping['attempts']['filters'][number]): FilterEntry {
  return {
    ...{ column: columnEntry(column), op, empty: values.includes(null) },
    values: values.filter((value) => value !== null),
  };
}

function columnEntry(column: Column | undefined): ColumnEntry {
  return column === undefined ? NO_COLUMN : { column: column.column, path: pathText(column.path ?? []) };
}

function typed(value: number | null): string {
  return value === null ? '' : String(value);
}
