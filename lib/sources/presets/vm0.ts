import type { RawDefinition } from '../attempt';
import type { DefinitionRow, Preset, PresetPlace, Slice } from '../preset';
import { ident, type SqlFragment, sqlText } from '../sql';
import { andIs, atUtc, isoOf, messageOf } from '../sql-values';
import { textOf } from './nodes';

/**
 * VM0. A workflow is prose without nodes: it is its own only node, and a run of one of its automations an attempt. Runs
 * that somebody starts by hand belong to none. A run that timed out may be said to have failed later.
 */
export const vm0: Preset = {
  id: 'vm0',
  label: 'VM0',
  tables: [
    { table: 'workflows', columns: ['id', 'name', 'display_name'] },
    { table: 'workflow_automations', columns: ['id', 'workflow_id'] },
    {
      table: 'agent_runs',
      columns: [
        'id',
        'org_id',
        'status',
        'error',
        'failure_reason',
        'workflow_automation_id',
        'created_at',
        'started_at',
        'completed_at',
      ],
    },
  ],
  schema: 'public',
  statuses: {
    queued: 'running',
    pending: 'running',
    running: 'running',
    completed: 'succeeded',
    failed: 'failed',
    timeout: 'failed',
    cancelled: 'cancelled',
  },
  retries: 'last_only',
  retentionDays: null,
  writeBack: 'export',
  notes: ['vm0_one_node', 'vm0_manual_runs', 'vm0_timeouts', 'vm0_attach_file'],
  attempts,
  firstAttempt: (place) =>
    sqlText`select min(least(r.created_at, r.completed_at)) at time zone 'UTC' as first from ${runs(place)}`,
  definitions,
  readDefinition,
  seenNodes: null,
};

const TIME = sqlText`coalesce(r.completed_at, r.created_at)`;

function runs({ schema, tenant }: PresetPlace): SqlFragment {
  return sqlText`${ident(schema, 'agent_runs')} r
    join ${ident(schema, 'workflow_automations')} a on a.id = r.workflow_automation_id
    join ${ident(schema, 'workflows')} w on w.id = a.workflow_id where true${andIs(sqlText`r.org_id`, tenant)}`;
}

function attempts(place: PresetPlace, { from, to }: Slice): SqlFragment {
  return sqlText`
    select w.id::text as node_id, w.id::text as workflow_id, null::text as workflow_version_id, r.org_id as tenant_id,
      r.id::text as run_id, null::text as sub_index, 1 as attempt, r.status,
      coalesce(r.failure_reason, case r.status when 'timeout' then 'timeout' else 'unclassified' end) as error_code,
      case when r.status in ('failed', 'timeout') then ${messageOf(sqlText`r.error`)} end as error_message,
      null::text as payload_hash, ${isoOf(sqlText`${TIME} at time zone 'UTC'`)} as occurred_at,
      extract(epoch from r.completed_at - r.started_at)::float8 * 1000 as duration_ms
    from ${runs(place)} and ${TIME} >= ${atUtc(from)} and ${TIME} < ${atUtc(to)}`;
}

/** Workflows belong to no organisation themselves: of one, those that ran there. */
function definitions(place: PresetPlace): SqlFragment {
  const ofTenant = sqlText`where w.id in (select w.id from ${runs(place)})`;
  return sqlText`
    select w.id::text as id, w.name, w.display_name from ${ident(place.schema, 'workflows')} w
    ${place.tenant === null ? sqlText`` : ofTenant} order by w.name, w.id`;
}

function readDefinition(row: DefinitionRow): RawDefinition | null {
  const id = textOf(row.id);
  if (id === null) return null;
  const name = textOf(row.display_name) ?? textOf(row.name);
  return {
    workflow_id: id,
    name,
    version_id: null,
    tenant_id: null,
    document: null,
    origin: null,
    nodes: [{ id, name, type: null, parent: null, retry: null }],
  };
}
