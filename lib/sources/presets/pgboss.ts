import type { RawDefinition } from '../attempt';
import type { DefinitionRow, Preset, PresetPlace, Slice } from '../preset';
import { ident, type SqlFragment, sqlText } from '../sql';
import { at, hashOf, isoOf, messageOf } from '../sql-values';
import { countOf, retryOfExtra, secondsAsMs, textOf } from './nodes';
import { ofNoTenant } from './tenant';

/** pg-boss. A queue is a workflow and its only node; a job keeps its last attempt, and is deleted after some days. */
export const pgboss: Preset = {
  id: 'pgboss',
  label: 'pg-boss',
  tables: [
    { table: 'queue', columns: ['name', 'retry_limit', 'retry_delay'] },
    {
      table: 'job',
      columns: ['id', 'name', 'data', 'state', 'retry_count', 'created_on', 'started_on', 'completed_on', 'output'],
    },
  ],
  schema: 'pgboss',
  statuses: {
    created: 'running',
    active: 'running',
    retry: 'failed',
    failed: 'failed',
    completed: 'succeeded',
    cancelled: 'cancelled',
  },
  retries: 'last_only',
  retentionDays: 7,
  writeBack: 'export',
  notes: ['pgboss_queue_settings'],
  attempts,
  firstAttempt: ({ schema, tenant }) => sqlText`
    select min(least(created_on, ${TIME})) as first from ${ident(schema, 'job')} where ${ofNoTenant(tenant)}`,
  definitions: ({ schema, tenant }) => sqlText`
    select name, retry_limit, retry_delay from ${ident(schema, 'queue')} where ${ofNoTenant(tenant)} order by name`,
  readDefinition,
  seenNodes: null,
};

const TIME = sqlText`coalesce(completed_on, started_on, created_on)`;
const MESSAGE = sqlText`coalesce(output ->> 'message', output #>> '{value,message}', output ->> 'value')`;
const FAILED = sqlText`state::text in ('failed', 'retry')`;

function attempts({ schema, tenant }: PresetPlace, { from, to }: Slice): SqlFragment {
  return sqlText`
    select name as node_id, name as workflow_id, null::text as workflow_version_id, null::text as tenant_id,
      id::text as run_id, null::text as sub_index, retry_count + 1 as attempt, state::text as status,
      case when ${FAILED} then coalesce(output ->> 'code', output ->> 'name') end as error_code,
      case when ${FAILED} then ${messageOf(MESSAGE)} end as error_message,
      case when ${FAILED} then ${hashOf(sqlText`data::text`)} end as payload_hash,
      ${isoOf(TIME)} as occurred_at, extract(epoch from completed_on - started_on)::float8 * 1000 as duration_ms
    from ${ident(schema, 'job')} where ${TIME} >= ${at(from)} and ${TIME} < ${at(to)} and ${ofNoTenant(tenant)}`;
}

function readDefinition(row: DefinitionRow): RawDefinition | null {
  const name = textOf(row.name);
  if (name === null) return null;
  const retry = retryOfExtra(countOf(row.retry_limit), secondsAsMs(row.retry_delay));
  return {
    workflow_id: name,
    name,
    version_id: null,
    tenant_id: null,
    document: null,
    origin: null,
    nodes: [{ id: name, name, type: null, parent: null, retry }],
  };
}
