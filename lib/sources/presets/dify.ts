import { isJsonObject, type JsonObject } from '@/lib/shared/json';
import type { PlatformRetry, RawDefinition, RawNode } from '../attempt';
import type { DefinitionRow, Preset, PresetPlace, Slice } from '../preset';
import { ident, type SqlFragment, sqlText } from '../sql';
import { andIs, arrayIn, at, atUtc, hashOf, isoOf, jsonOf, messageOf, numberIn, ofEpochS, once } from '../sql-values';
import { countOf, distinctNodes, objectOf, objectsOf, retryOfExtra, textOf } from './nodes';

/** Types of nodes that Dify tries again. */
const RETRYING = ['llm', 'http-request', 'code', 'tool'];
/** Key of `process_data` under which newer releases keep the attempts before the last. */
const HISTORY = '__dify_retry_history';

/**
 * Dify. Attempts stand in three generations: a row with status `retry` for each (counted by their order), overwritten
 * (only the last is there), or in the history of the row. Times are UTC without a zone.
 */
export const dify: Preset = {
  id: 'dify',
  label: 'Dify',
  tables: [
    { table: 'apps', columns: ['id', 'tenant_id', 'name', 'workflow_id'] },
    { table: 'workflows', columns: ['id', 'tenant_id', 'app_id', 'version', 'graph'] },
    { table: 'workflow_runs', columns: ['id', 'triggered_from', 'status'] },
    {
      table: 'workflow_node_executions',
      columns: [
        'id',
        'tenant_id',
        'app_id',
        'workflow_id',
        'triggered_from',
        'workflow_run_id',
        'index',
        'node_id',
        'node_type',
        'inputs',
        'process_data',
        'outputs',
        'status',
        'error',
        'elapsed_time',
        'execution_metadata',
        'created_at',
        'finished_at',
      ],
    },
  ],
  schema: 'public',
  statuses: {
    pending: 'running',
    running: 'running',
    paused: 'running',
    succeeded: 'succeeded',
    failed: 'failed',
    exception: 'failed',
    retry: 'failed',
    stopped: 'cancelled',
    'failed/stopped': 'cancelled',
  },
  retries: 'rows',
  retentionDays: null,
  writeBack: 'sql',
  notes: ['dify_draft_only', 'dify_retries_overwritten', 'dify_debugging_left_out'],
  attempts,
  firstAttempt,
  definitions,
  readDefinition,
  seenNodes: null,
};

const ENDED = sqlText`coalesce(ne.finished_at, ne.created_at)`;
const KEPT_EARLIER = sqlText`ne.process_data like ${`%"${HISTORY}"%`}`;
const EARLIER = sqlText`case when ${KEPT_EARLIER} then ${jsonOf(sqlText`ne.process_data`)} -> ${HISTORY} end as earlier`;
const EARLIER_TIME = sqlText`${ofEpochS(numberIn(sqlText`e.value -> 'finished_at'`))} as ended`;
const PLACE = sqlText`run, node, iteration_id, iteration_index, loop_id, loop_index`;
const FAILURE = sqlText`status in ('failed', 'exception', 'retry')`;

/** Executions of runs that are none of somebody's tries in the editor; beside each, what is worked `out` of it. */
function executions({ schema, tenant }: PresetPlace, out?: SqlFragment): SqlFragment {
  return sqlText`${ident(schema, 'workflow_node_executions')} ne
      join ${ident(schema, 'workflow_runs')} r on r.id = ne.workflow_run_id and r.triggered_from <> 'debugging'
      ${out ? sqlText`cross join lateral ${once(out)} j` : sqlText``}
    where ne.triggered_from = 'workflow-run'${andIs(sqlText`ne.tenant_id::text`, tenant)}`;
}

/**
 * Attempts are counted within their whole runs, since those before the slice count too. A node that comes again at the
 * same place, without a loop that says so, is another execution.
 */
function attempts(place: PresetPlace, { from, to }: Slice): SqlFragment {
  return sqlText`
    with touched as (
      select distinct ne.workflow_run_id from ${executions(place)}
        and ${ENDED} >= ${atUtc(from)} and (${ENDED} < ${atUtc(to)} or ${KEPT_EARLIER})
    ), held as (
      select ne.id, ne.index, ne.created_at, ne.node_id as node, ne.app_id, ne.workflow_id, ne.tenant_id,
        ne.workflow_run_id as run, ne.status, r.status as run_status, ne.error, ne.inputs, ne.outputs, ne.elapsed_time,
        ${ENDED} at time zone 'UTC' as ended, ${arrayIn(sqlText`j.earlier`)} as earlier,
        j.meta ->> 'iteration_id' as iteration_id, j.meta ->> 'iteration_index' as iteration_index,
        j.meta ->> 'loop_id' as loop_id, j.meta ->> 'loop_index' as loop_index
      from ${executions(place, sqlText`${jsonOf(sqlText`ne.execution_metadata`)} as meta, ${EARLIER}`)} and ne.workflow_run_id in (select workflow_run_id from touched)
    ), counted as (
      select held.*, count(*) filter (where status = 'retry') over earlier_rows as retried,
        concat_ws('#', concat_ws('.', iteration_index, loop_index),
          nullif(1 + count(*) filter (where status <> 'retry') over earlier_rows, 1)) as sub_index
      from held window earlier_rows as (
        partition by ${PLACE} order by index, created_at, id rows between unbounded preceding and 1 preceding)
    )
    select node as node_id, app_id::text as workflow_id, workflow_id::text as workflow_version_id,
      tenant_id::text as tenant_id, run::text as run_id, sub_index,
      (1 + jsonb_array_length(earlier) + retried)::float8 as attempt,
      case when status = 'failed' and run_status = 'stopped' then 'failed/stopped' else status end as status,
      case when ${FAILURE} then nullif(${jsonOf(sqlText`outputs`)} ->> 'error_type', '') end as error_code,
      case when ${FAILURE} then ${messageOf(sqlText`error`)} end as error_message,
      case when ${FAILURE} then ${hashOf(sqlText`${jsonOf(sqlText`inputs`)}::text`)} end as payload_hash,
      ${isoOf(sqlText`ended`)} as occurred_at, elapsed_time * 1000 as duration_ms
    from counted where ended >= ${at(from)} and ended < ${at(to)}
    union all
    select node, app_id::text, workflow_id::text, tenant_id::text, run::text, sub_index,
      coalesce(${numberIn(sqlText`e.value -> 'retry_index'`)}, e.position), 'retry',
      nullif(e.value #>> '{outputs,error_type}', ''), ${messageOf(sqlText`e.value ->> 'error'`)},
      ${hashOf(sqlText`(e.value -> 'inputs')::text`)}, ${isoOf(sqlText`t.ended`)},
      ${numberIn(sqlText`e.value -> 'elapsed_time'`)} * 1000
    from counted c cross join lateral jsonb_array_elements(earlier) with ordinality e(value, position)
    cross join lateral ${once(EARLIER_TIME)} t
    where coalesce(t.ended, c.ended) >= ${at(from)} and coalesce(t.ended, c.ended) < ${at(to)}`;
}

function firstAttempt(place: PresetPlace): SqlFragment {
  return sqlText`
    select least(
      (select min(ne.created_at) at time zone 'UTC' from ${executions(place)}),
      (select min(t.ended) from (
          select ${arrayIn(sqlText`j.earlier`)} as earlier from ${executions(place, EARLIER)} and ${KEPT_EARLIER}) ne
        cross join lateral jsonb_array_elements(ne.earlier) e(value)
        cross join lateral ${once(EARLIER_TIME)} t)) as first`;
}

/** What is written in the editor: policies are put there, and go out with the next publication in Dify. */
function definitions({ schema, tenant }: PresetPlace): SqlFragment {
  return sqlText`
    select d.id::text as id, d.app_id::text as app, a.name, a.workflow_id::text as published, d.tenant_id::text as tenant,
      d.graph, md5(d.graph) as hash
    from ${ident(schema, 'workflows')} d left join ${ident(schema, 'apps')} a on a.id = d.app_id
    where d.version = 'draft'${andIs(sqlText`d.tenant_id::text`, tenant)} order by d.app_id`;
}

function readDefinition(row: DefinitionRow): RawDefinition | null {
  const [id, app, document] = [textOf(row.id), textOf(row.app), textOf(row.graph)];
  const graph = objectOf(document);
  if (id === null || app === null || graph === null || !Array.isArray(graph.nodes)) return null;
  return {
    workflow_id: app,
    name: textOf(row.name),
    version_id: textOf(row.published),
    tenant_id: textOf(row.tenant),
    document,
    dialect: 'dify',
    origin: { id, hash: row.hash },
    nodes: distinctNodes(objectsOf(graph.nodes).map(readNode)),
  };
}

function readNode(node: JsonObject): RawNode | null {
  const id = textOf(node.id);
  if (id === null) return null;
  const data = objectOf(node.data) ?? {};
  const type = textOf(data.type);
  const parent = textOf(node.parentId) ?? textOf(data.iteration_id) ?? textOf(data.loop_id);
  return { id, name: textOf(data.title), type, parent, retry: retryOf(type, data.retry_config) };
}

/** Switched off, it says that there is one try. */
function retryOf(type: string | null, config: unknown): PlatformRetry | null {
  if (type === null || !RETRYING.includes(type) || !isJsonObject(config)) return null;
  if (config.retry_enabled !== true) return { maxAttempts: 1, delayMs: null };
  return retryOfExtra(countOf(config.max_retries), countOf(config.retry_interval));
}
