import { isJsonObject, type JsonObject } from '@/lib/shared/json';
import type { PlatformRetry, RawDefinition, RawNode } from '../attempt';
import type { DefinitionRow, Preset, PresetPlace, Slice } from '../preset';
import { ident, type SqlFragment, sqlText } from '../sql';
import { andIs, arrayIn, at, isoOf, messageOf } from '../sql-values';
import { countOf, distinctNodes, objectOf, objectsOf, retryOfExtra, secondsAsMs, textOf } from './nodes';

/**
 * Windmill. Each attempt is a job; which one it was stands in the parent's `failed_retries`, or, as long as the parent
 * runs, in the order of the jobs. Steps belong to the outermost flow; those of flows within it, and of loops, are told
 * apart by the job around them or their place in the loop.
 */
export const windmill: Preset = {
  id: 'windmill',
  label: 'Windmill',
  tables: [
    { table: 'flow', columns: ['workspace_id', 'path', 'summary', 'value', 'archived', 'versions'] },
    {
      table: 'v2_job',
      columns: [
        'id',
        'workspace_id',
        'created_at',
        'kind',
        'runnable_id',
        'runnable_path',
        'parent_job',
        'root_job',
        'flow_innermost_root_job',
        'flow_step_id',
      ],
    },
    {
      table: 'v2_job_completed',
      columns: ['id', 'workspace_id', 'duration_ms', 'result', 'flow_status', 'status', 'completed_at'],
    },
  ],
  schema: 'public',
  statuses: {
    success: 'succeeded',
    failure: 'failed',
    canceled: 'cancelled',
    skipped: 'skipped',
    running: 'running',
  },
  retries: 'rows',
  retentionDays: 30,
  writeBack: 'export',
  notes: ['windmill_api_only', 'windmill_sub_flows', 'windmill_number_while_running'],
  attempts,
  firstAttempt: ({ schema, tenant }) => sqlText`
    select least(
      (select min(c.completed_at) from ${ident(schema, 'v2_job_completed')} c where true${andIs(sqlText`c.workspace_id`, tenant)}),
      (select min(j.created_at) from ${ident(schema, 'v2_job')} j where j.flow_step_id is not null${andIs(sqlText`j.workspace_id`, tenant)})) as first`,
  definitions,
  readDefinition,
  seenNodes: null,
};

function attempts(place: PresetPlace, { from, to }: Slice): SqlFragment {
  const { schema, tenant } = place;
  const [job, completed] = [ident(schema, 'v2_job'), ident(schema, 'v2_job_completed')];
  return sqlText`
    with held as (
      select j.id, j.workspace_id, j.parent_job, j.root_job, j.flow_innermost_root_job, j.flow_step_id,
        c.status::text as status, c.result, c.completed_at as at, c.duration_ms
      from ${completed} c join ${job} j on j.id = c.id
      where j.flow_step_id is not null and c.completed_at >= ${at(from)} and c.completed_at < ${at(to)}
        ${andIs(sqlText`j.workspace_id`, tenant)}
      union all
      select j.id, j.workspace_id, j.parent_job, j.root_job, j.flow_innermost_root_job, j.flow_step_id,
        'running', null, j.created_at, null
      from ${job} j
      where j.flow_step_id is not null and j.created_at >= ${at(from)} and j.created_at < ${at(to)}
        and not exists (select 1 from ${completed} c where c.id = j.id)${andIs(sqlText`j.workspace_id`, tenant)}
    )
    select h.flow_step_id as node_id, f.runnable_path as workflow_id, f.runnable_id::text as workflow_version_id,
      h.workspace_id as tenant_id, f.id::text as run_id,
      case when h.parent_job <> f.id then h.parent_job::text
        else (select (x.n - 1)::text from jsonb_array_elements_text(s.jobs) with ordinality x(v, n)
          where x.v = h.id::text limit 1) end as sub_index,
      case when p.id is null then 1 + (
          select count(*) from ${job} b join ${completed} bc on bc.id = b.id
          where b.parent_job = h.parent_job and b.flow_step_id = h.flow_step_id and b.id <> h.id
            and bc.status = 'failure' and (h.status = 'running' or (bc.completed_at, bc.id) < (h.at, h.id)))
        else coalesce((select x.n from jsonb_array_elements_text(s.failed) with ordinality x(v, n)
          where x.v = h.id::text limit 1), 1 + jsonb_array_length(s.failed)) end::float8 as attempt,
      h.status,
      case when h.status = 'failure' then
        nullif(nullif(h.result #>> '{error,name}', ''), 'ExecutionErr') end as error_code,
      case when h.status <> 'success' then ${messageOf(sqlText`h.result #>> '{error,message}'`)} end as error_message,
      null::text as payload_hash, ${isoOf(sqlText`h.at`)} as occurred_at, h.duration_ms::float8 as duration_ms
    from held h
    join ${job} f on f.id = coalesce(h.root_job, h.flow_innermost_root_job, h.parent_job) and f.kind::text = 'flow'
    left join ${completed} p on p.id = h.parent_job
    left join lateral (
      select m from jsonb_array_elements(${arrayIn(sqlText`p.flow_status -> 'modules'`)}) m
      where m ->> 'id' = h.flow_step_id limit 1) step on true
    cross join lateral (
      select ${arrayIn(sqlText`step.m -> 'failed_retries'`)} as failed, ${arrayIn(sqlText`step.m -> 'flow_jobs'`)} as jobs) s`;
}

function definitions({ schema, tenant }: PresetPlace): SqlFragment {
  return sqlText`
    select f.path, f.summary, f.workspace_id as tenant, f.versions[array_upper(f.versions, 1)]::text as version, f.value
    from ${ident(schema, 'flow')} f where f.archived is not true${andIs(sqlText`f.workspace_id`, tenant)}
    order by f.workspace_id, f.path`;
}

function readDefinition(row: DefinitionRow): RawDefinition | null {
  const path = textOf(row.path);
  const flow = objectOf(row.value);
  if (path === null || flow === null || !Array.isArray(flow.modules)) return null;
  const around = [flow.preprocessor_module, flow.failure_module].filter(isJsonObject);
  return {
    workflow_id: path,
    name: textOf(row.summary),
    version_id: textOf(row.version),
    tenant_id: textOf(row.tenant),
    document: null,
    origin: null,
    nodes: distinctNodes([...nodesOf(flow.modules, null), ...nodesOf(around, null)]),
  };
}

function nodesOf(modules: unknown, parent: string | null): RawNode[] {
  return objectsOf(modules).flatMap((module) => {
    const id = textOf(module.id);
    if (id === null) return [];
    const value = isJsonObject(module.value) ? module.value : {};
    const node = { id, name: textOf(module.summary), type: textOf(value.type), parent, retry: retryOf(module.retry) };
    return [node, ...childrenOf(value).flatMap((children) => nodesOf(children, id))];
  });
}

/** Loops, branches and what runs where no branch does. */
function childrenOf(value: JsonObject): readonly unknown[] {
  return [value.modules, ...objectsOf(value.branches).map(({ modules }) => modules), value.default, value.tools];
}

/** Constant tries come first, then those that wait longer each time. */
function retryOf(retry: unknown): PlatformRetry | null {
  if (!isJsonObject(retry)) return null;
  const constant = isJsonObject(retry.constant) ? retry.constant : {};
  const exponential = isJsonObject(retry.exponential) ? retry.exponential : {};
  const [first, then] = [countOf(constant.attempts), countOf(exponential.attempts)];
  if (first === null && then === null) return null;
  const seconds = first === null ? exponential.seconds : constant.seconds;
  return retryOfExtra((first ?? 0) + (then ?? 0), secondsAsMs(seconds));
}
