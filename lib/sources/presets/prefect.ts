import type { Preset, PresetPlace, Slice } from '../preset';
import { ident, type SqlFragment, sqlText } from '../sql';
import { at, isoOf, messageOf } from '../sql-values';
import { ofNoTenant } from './tenant';

/**
 * Prefect. Each state of a task run is a row: a state that ends it is an attempt, and so is waiting for a retry (or, of
 * releases that leave that out, beginning it), which says that the one before failed, mostly not why.
 */
export const prefect: Preset = {
  id: 'prefect',
  label: 'Prefect',
  tables: [
    { table: 'flow', columns: ['id', 'name'] },
    { table: 'flow_run', columns: ['id', 'flow_id', 'flow_version'] },
    { table: 'task_run', columns: ['id', 'flow_run_id', 'task_key', 'dynamic_key', 'state_type'] },
    { table: 'task_run_state', columns: ['id', 'task_run_id', 'type', 'name', 'message', 'timestamp'] },
  ],
  schema: 'public',
  statuses: {
    COMPLETED: 'succeeded',
    FAILED: 'failed',
    CRASHED: 'failed',
    AwaitingRetry: 'failed',
    Retrying: 'failed',
    CANCELLED: 'cancelled',
    RUNNING: 'running',
  },
  retries: 'rows',
  retentionDays: null,
  writeBack: 'export',
  notes: ['prefect_retries_without_reason', 'prefect_code'],
  attempts,
  firstAttempt: ({ schema, tenant }) => sqlText`
    select min(s."timestamp") as first from ${ident(schema, 'task_run_state')} s where ${ofNoTenant(tenant)}`,
  definitions: null,
  readDefinition: () => null,
  seenNodes,
};

/** States that are none: planned, or on the way. */
const NO_ATTEMPT = ['SCHEDULED', 'PENDING', 'RUNNING', 'PAUSED', 'CANCELLING'];

/**
 * Attempts are counted within their task run, since those before the slice count too. A state that runs is an attempt as
 * long as it is the task's last.
 */
function attempts({ schema, tenant }: PresetPlace, { from, to }: Slice): SqlFragment {
  const state = ident(schema, 'task_run_state');
  return sqlText`
    with touched as (
      select distinct task_run_id from ${state}
      where "timestamp" >= ${at(from)} and "timestamp" < ${at(to)} and ${ofNoTenant(tenant)}
    ), states as (
      select s.task_run_id, s.id, s.type::text as type, s.name, s.message, s."timestamp" as at,
        s.name = 'AwaitingRetry' or (s.name = 'Retrying'
          and not bool_or(s.name = 'AwaitingRetry') over (partition by s.task_run_id)) as tried_again,
        lead(s.id) over (partition by s.task_run_id order by s."timestamp", s.id) is null as last
      from ${state} s where s.task_run_id in (select task_run_id from touched)
    ), held as (
      select task_run_id, name, message, at, case when tried_again then name else type end as status,
        row_number() over (partition by task_run_id order by at, id) as attempt
      from states
      where tried_again or type <> all(${NO_ATTEMPT}::text[]) or (type = 'RUNNING' and last)
    )
    select r.task_key as node_id, f.name as workflow_id, fr.flow_version as workflow_version_id, null::text as tenant_id,
      fr.id::text as run_id, r.dynamic_key as sub_index, h.attempt::float8 as attempt,
      h.status,
      case when h.status in ('AwaitingRetry', 'Retrying') then 'RETRIED_UNKNOWN'
        when h.status = 'CRASHED' then 'CRASHED'
        when h.name = 'TimedOut' then 'TimedOut'
        when h.status = 'FAILED' then substring(h.message from 'exception ([A-Za-z_][A-Za-z0-9_.]*):') end as error_code,
      ${messageOf(sqlText`h.message`)} as error_message, null::text as payload_hash,
      ${isoOf(sqlText`h.at`)} as occurred_at, null::float8 as duration_ms
    from held h
    join ${ident(schema, 'task_run')} r on r.id = h.task_run_id
    join ${ident(schema, 'flow_run')} fr on fr.id = r.flow_run_id
    join ${ident(schema, 'flow')} f on f.id = fr.flow_id
    where h.at >= ${at(from)} and h.at < ${at(to)}`;
}

function seenNodes({ schema, tenant }: PresetPlace, { from, to }: Slice): SqlFragment {
  return sqlText`
    select distinct f.name as workflow_id, r.task_key as node_id
    from ${ident(schema, 'task_run_state')} s
    join ${ident(schema, 'task_run')} r on r.id = s.task_run_id
    join ${ident(schema, 'flow_run')} fr on fr.id = r.flow_run_id
    join ${ident(schema, 'flow')} f on f.id = fr.flow_id
    where s."timestamp" >= ${at(from)} and s."timestamp" < ${at(to)} and ${ofNoTenant(tenant)}`;
}
