import { parseDuration } from '@/lib/shared/duration';
import { isJsonObject, type JsonObject } from '@/lib/shared/json';
import type { PlatformRetry, RawDefinition, RawNode } from '../attempt';
import type { DefinitionRow, Preset, PresetPlace, Slice } from '../preset';
import { ident, type SqlFragment, sqlText } from '../sql';
import { andIs, arrayIn, at, isoOf, messageOf, ofIsoText, once } from '../sql-values';
import { countOf, distinctNodes, objectOf, objectsOf, textOf } from './nodes';

/** An execution ends after its attempts; its date lacks a zone, which a day more than covers. */
const SLACK = sqlText`interval '1 day'`;

/**
 * Kestra. An execution is one JSON document with its task runs and their attempts; what failed stands in the log only,
 * whose attempts are counted from 0. Tasks that hold others fail with them: only leaves are read.
 */
export const kestra: Preset = {
  id: 'kestra',
  label: 'Kestra',
  tables: [
    { table: 'flows', columns: ['key', 'value', 'deleted', 'namespace', 'id', 'revision', 'tenant_id'] },
    { table: 'executions', columns: ['key', 'value', 'deleted', 'namespace', 'flow_id', 'state_current', 'tenant_id'] },
    { table: 'logs', columns: ['key', 'value', 'execution_id', 'taskrun_id', 'attempt_number', 'timestamp'] },
  ],
  schema: 'public',
  statuses: {
    CREATED: 'running',
    SUBMITTED: 'running',
    RESUBMITTED: 'running',
    QUEUED: 'running',
    RUNNING: 'running',
    PAUSED: 'running',
    BREAKPOINT: 'running',
    RESTARTED: 'running',
    RETRYING: 'running',
    KILLING: 'running',
    SUCCESS: 'succeeded',
    WARNING: 'succeeded',
    FAILED: 'failed',
    RETRIED: 'failed',
    KILLED: 'cancelled',
    CANCELLED: 'cancelled',
    SKIPPED: 'skipped',
  },
  retries: 'json_array',
  retentionDays: null,
  writeBack: 'export',
  notes: ['kestra_api_only', 'kestra_leaf_tasks', 'kestra_errors_in_log'],
  attempts,
  firstAttempt: ({ schema, tenant }) => sqlText`
    select min(${ofIsoText(sqlText`e.value #>> '{state,startDate}'`)}) as first
    from ${ident(schema, 'executions')} e where not e.deleted${andIs(sqlText`e.tenant_id`, tenant)}`,
  definitions,
  readDefinition,
  seenNodes: null,
};

/** The last leads to an attempt that has no time of its own, so that it is seen as one that was not understood. */
const TIMES = sqlText`${ofIsoText(sqlText`a.value #>> '{state,histories,-1,date}'`)} as ended,
  ${ofIsoText(sqlText`a.value #>> '{state,histories,0,date}'`)} as began,
  ${ofIsoText(sqlText`e.value #>> '{state,startDate}'`)} as started`;

/**
 * `end_date` of the executions and `deleted` of the log, both in their indexes, are missing in some releases: a name that
 * the inner table lacks is that of `missing` around it, and then says nothing.
 */
function attempts({ schema, tenant }: PresetPlace, { from, to }: Slice): SqlFragment {
  return sqlText`
    select t.run ->> 'taskId' as node_id, e.namespace || '.' || e.flow_id as workflow_id,
      e.value ->> 'flowRevision' as workflow_version_id, e.tenant_id, e.value ->> 'id' as run_id,
      case when t.run ? 'value' or t.run ? 'iteration' or t.run ? 'parentTaskRunId' then t.run ->> 'id' end as sub_index,
      a.position::float8 as attempt, a.value #>> '{state,current}' as status, null::text as error_code,
      ${messageOf(sqlText`l.message`)} as error_message, null::text as payload_hash, ${isoOf(sqlText`m.ended`)} as occurred_at,
      extract(epoch from m.ended - m.began)::float8 * 1000 as duration_ms
    from (select null::timestamp as end_date, false as deleted) missing
    cross join lateral (
      select value, namespace, flow_id, tenant_id from ${ident(schema, 'executions')}
      where deleted = false and (end_date is null or end_date >= ${at(from)} at time zone 'UTC' - ${SLACK})
        ${andIs(sqlText`tenant_id`, tenant)}) e
    cross join lateral ${once(sqlText`${arrayIn(sqlText`e.value -> 'taskRunList'`)} as runs`)} r
    cross join lateral jsonb_array_elements(r.runs) t(run)
    cross join lateral jsonb_array_elements(
      case when jsonb_typeof(t.run -> 'attempts') = 'array' then t.run -> 'attempts'
        else jsonb_build_array(jsonb_build_object('state', t.run -> 'state')) end) with ordinality a(value, position)
    cross join lateral ${once(TIMES)} m
    left join lateral (
      select value ->> 'message' as message from ${ident(schema, 'logs')}
      where deleted = false and execution_id = e.value ->> 'id' and taskrun_id = t.run ->> 'id'
        and attempt_number = a.position - 1 and value ->> 'level' = 'ERROR'
        and a.value #>> '{state,current}' is distinct from 'SUCCESS'
      order by "timestamp" limit 1) l on true
    where coalesce(m.ended, m.started) >= ${at(from)} and coalesce(m.ended, m.started) < ${at(to)}
      and not exists (select 1 from jsonb_array_elements(r.runs) child where child ->> 'parentTaskRunId' = t.run ->> 'id')`;
}

/** The newest revision of each flow. */
function definitions({ schema, tenant }: PresetPlace): SqlFragment {
  return sqlText`
    select * from (
      select distinct on (f.tenant_id, f.namespace, f.id) f.namespace || '.' || f.id as workflow, f.tenant_id as tenant,
        f.revision::text as revision, f.deleted, f.value
      from ${ident(schema, 'flows')} f where true${andIs(sqlText`f.tenant_id`, tenant)}
      order by f.tenant_id, f.namespace, f.id, f.revision desc) newest
    where not deleted order by workflow`;
}

function readDefinition(row: DefinitionRow): RawDefinition | null {
  const workflow = textOf(row.workflow);
  const flow = objectOf(row.value);
  if (workflow === null || flow === null || !Array.isArray(flow.tasks)) return null;
  const lists = [flow.tasks, flow.errors, flow.finally, flow.afterExecution];
  return {
    workflow_id: workflow,
    name: workflow,
    version_id: textOf(row.revision),
    tenant_id: textOf(row.tenant),
    document: null,
    origin: null,
    nodes: distinctNodes(lists.flatMap((tasks) => nodesOf(tasks, null))),
  };
}

/** Keys under which a task may hold others: a list, one, or lists by case. */
const LISTS = ['tasks', 'then', 'else', 'defaults', 'errors', 'finally'];

function nodesOf(tasks: unknown, parent: string | null): RawNode[] {
  return objectsOf(tasks).flatMap((entry) => {
    // Tasks of a graph (Dag) stand one level deeper, beside what they wait for.
    const task = isJsonObject(entry.task) ? entry.task : entry;
    const id = textOf(task.id);
    if (id === null) return [];
    const node: RawNode = { id, name: null, type: textOf(task.type), parent, retry: retryOf(task.retry) };
    const cases = isJsonObject(task.cases) ? Object.values(task.cases) : [];
    const one = isJsonObject(task.task) ? [[task.task]] : [];
    return [node, ...[...LISTS.map((key) => task[key]), ...cases, ...one].flatMap((list) => nodesOf(list, id))];
  });
}

/** Kestra counts the first try too. */
function retryOf(retry: unknown): PlatformRetry | null {
  if (!isJsonObject(retry)) return null;
  const maxAttempts = countOf(retry.maxAttempts) ?? countOf(retry.maxAttempt);
  return maxAttempts === null ? null : { maxAttempts, delayMs: delayOf(retry) };
}

function delayOf(retry: JsonObject): number | null {
  const interval = textOf(retry.interval) ?? textOf(retry.minInterval);
  return interval === null ? null : parseDuration(interval);
}
