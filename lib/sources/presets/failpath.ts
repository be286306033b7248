import { parseDuration } from '@/lib/shared/duration';
import { isJsonObject } from '@/lib/shared/json';
import type { PlatformRetry, RawDefinition, RawNode } from '../attempt';
import type { DefinitionRow, Preset, PresetPlace, Slice } from '../preset';
import { ident, sqlText } from '../sql';
import { andIs, at, isoOf, messageOf } from '../sql-values';
import { countOf, distinctNodes, objectsOf, textOf } from './nodes';

/** The tables of another Failpath: its tenants are its sources, by key. */
export const failpath: Preset = {
  id: 'failpath',
  label: 'Failpath',
  tables: [
    { table: 'source', columns: ['id', 'key'] },
    { table: 'workflow', columns: ['id', 'source_id', 'key', 'name', 'version'] },
    { table: 'node', columns: ['workflow_id', 'node_id', 'parent_id', 'position', 'name', 'type', 'config'] },
    {
      table: 'workflow_run_step',
      columns: [
        'source_id',
        'workflow_id',
        'run_id',
        'node_id',
        'sub_index',
        'attempt',
        'status',
        'error_code',
        'error_message',
        'payload_hash',
        'occurred_at',
        'duration_ms',
      ],
    },
  ],
  schema: 'public',
  statuses: {
    failed: 'failed',
    succeeded: 'succeeded',
    running: 'running',
    skipped: 'skipped',
    cancelled: 'cancelled',
  },
  retries: 'rows',
  retentionDays: null,
  writeBack: 'export',
  notes: ['failpath_publish_there'],
  attempts,
  firstAttempt: ({ schema, tenant }) => sqlText`
    select min(s.occurred_at) as first from ${ident(schema, 'workflow_run_step')} s
    join ${ident(schema, 'source')} o on o.id = s.source_id where true${andIs(sqlText`o.key`, tenant)}`,
  definitions,
  readDefinition,
  seenNodes: null,
};

function attempts({ schema, tenant }: PresetPlace, { from, to }: Slice) {
  return sqlText`
    select s.node_id, s.workflow_id, null::text as workflow_version_id, o.key as tenant_id, s.run_id, s.sub_index,
      s.attempt, s.status, s.error_code, ${messageOf(sqlText`s.error_message`)} as error_message, s.payload_hash,
      ${isoOf(sqlText`s.occurred_at`)} as occurred_at, s.duration_ms::float8 as duration_ms
    from ${ident(schema, 'workflow_run_step')} s join ${ident(schema, 'source')} o on o.id = s.source_id
    where s.occurred_at >= ${at(from)} and s.occurred_at < ${at(to)}${andIs(sqlText`o.key`, tenant)}`;
}

function definitions({ schema, tenant }: PresetPlace) {
  return sqlText`
    select w.key, w.name, w.version::text as version, o.key as tenant,
      (select json_agg(json_build_object('id', n.node_id, 'name', n.name, 'type', n.type, 'parent', n.parent_id,
          'retry', n.config -> 'retry') order by n.position, n.node_id)
        from ${ident(schema, 'node')} n where n.workflow_id = w.id) as nodes
    from ${ident(schema, 'workflow')} w join ${ident(schema, 'source')} o on o.id = w.source_id
    where true${andIs(sqlText`o.key`, tenant)} order by w.key`;
}

function readDefinition(row: DefinitionRow): RawDefinition | null {
  const key = textOf(row.key);
  if (key === null) return null;
  const nodes = objectsOf(row.nodes).map((node): RawNode | null => {
    const id = textOf(node.id);
    if (id === null) return null;
    return {
      id,
      name: textOf(node.name),
      type: textOf(node.type),
      parent: textOf(node.parent),
      retry: retryOf(node.retry),
    };
  });
  return {
    workflow_id: key,
    name: textOf(row.name),
    version_id: textOf(row.version),
    tenant_id: textOf(row.tenant),
    document: null,
    origin: null,
    nodes: distinctNodes(nodes),
  };
}

function retryOf(retry: unknown): PlatformRetry | null {
  if (!isJsonObject(retry)) return null;
  const maxAttempts = countOf(retry.maxAttempts);
  const interval = textOf(retry.initialInterval);
  return maxAttempts === null ? null : { maxAttempts, delayMs: interval === null ? null : parseDuration(interval) };
}
