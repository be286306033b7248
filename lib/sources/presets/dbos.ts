import type { Preset, PresetPlace, Slice } from '../preset';
import { ident, type SqlFragment, sqlText } from '../sql';
import { andIs, isoOf, jsonOf, messageOf, ofEpochMs } from '../sql-values';

/**
 * DBOS. A step is one row, whatever its number of attempts; the same step may come several times in a run, told apart by
 * its number. An error is JSON, or a Python object of which nothing but the name of its class is looked for: it is never
 * unpacked, since that would run what stands in it.
 */
export const dbos: Preset = {
  id: 'dbos',
  label: 'DBOS',
  tables: [
    { table: 'workflow_status', columns: ['workflow_uuid', 'status', 'name', 'updated_at', 'application_version'] },
    {
      table: 'operation_outputs',
      columns: [
        'workflow_uuid',
        'function_id',
        'function_name',
        'output',
        'error',
        'started_at_epoch_ms',
        'completed_at_epoch_ms',
      ],
    },
  ],
  schema: 'dbos',
  statuses: { success: 'succeeded', error: 'failed', running: 'running' },
  retries: 'last_only',
  retentionDays: null,
  writeBack: 'export',
  notes: ['dbos_opaque_errors', 'dbos_code'],
  attempts,
  firstAttempt: (place) => sqlText`select min(${TIME}) as first from ${steps(place)}`,
  definitions: null,
  readDefinition: () => null,
  seenNodes: (place, slice) => sqlText`
    select distinct w.name as workflow_id, o.function_name as node_id from ${steps(place)} and ${within(slice)}`,
};

const TIME = ofEpochMs(sqlText`coalesce(o.completed_at_epoch_ms, w.updated_at)`);
const BASE64 = '^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$';
const CLASS = '([A-Z][A-Za-z0-9]*(?:Error|Exception|Exceeded|Timeout))';

/** What DBOS itself does between the steps is none; an application is a tenant. */
function steps({ schema, tenant }: PresetPlace): SqlFragment {
  return sqlText`${ident(schema, 'operation_outputs')} o
    join ${ident(schema, 'workflow_status')} w on w.workflow_uuid = o.workflow_uuid
    where o.function_name not like 'DBOS.%'${andIs(sqlText`(to_jsonb(w) ->> 'application_name')`, tenant)}`;
}

function within({ from, to }: Slice): SqlFragment {
  return sqlText`coalesce(o.completed_at_epoch_ms, w.updated_at) >= ${from.getTime()}::bigint
    and coalesce(o.completed_at_epoch_ms, w.updated_at) < ${to.getTime()}::bigint`;
}

function attempts(place: PresetPlace, slice: Slice): SqlFragment {
  return sqlText`
    select function_name as node_id, name as workflow_id, application_version as workflow_version_id,
      application as tenant_id, workflow_uuid as run_id, function_id::text as sub_index, 1 as attempt,
      case when error is not null then 'error'
        when completed_at_epoch_ms is null and output is null then 'running' else 'success' end as status,
      case when error is null then null
        when problem is not null then coalesce(problem ->> 'name', problem ->> 'code')
        when btrim(error, ${BLANKS}) ~ ${BASE64}
          then coalesce(substring(encode(decode(error, 'base64'), 'escape') from ${CLASS}), 'OPAQUE')
        else 'OPAQUE' end as error_code,
      ${messageOf(sqlText`problem ->> 'message'`)} as error_message, null::text as payload_hash,
      ${isoOf(sqlText`at`)} as occurred_at,
      case when completed_at_epoch_ms >= started_at_epoch_ms
        then (completed_at_epoch_ms - started_at_epoch_ms)::float8 end as duration_ms
    from (
      select o.workflow_uuid, o.function_id, o.function_name, o.output, o.error, o.started_at_epoch_ms,
        o.completed_at_epoch_ms, w.name, w.application_version, to_jsonb(w) ->> 'application_name' as application,
        ${TIME} as at,
        case when left(btrim(o.error, ${BLANKS}), 1) = '{' then ${jsonOf(sqlText`o.error`)} end as problem
      from ${steps(place)} and ${within(slice)} offset 0) step`;
}

const BLANKS = ' \t\r\n';
