import type { JsonObject } from '@/lib/shared/json';
import type { PlatformRetry, RawDefinition, RawNode } from '../attempt';
import type { DefinitionRow, Preset, PresetPlace, Slice } from '../preset';
import { ident, type SqlFragment, sqlText } from '../sql';
import { arrayIn, at, isoOf, jsonOf, messageOf, numberIn, ofEpochMs, once } from '../sql-values';
import { countOf, distinctNodes, objectsOf, textOf } from './nodes';
import { ofNoTenant } from './tenant';

/** What n8n itself makes of the numbers that stand in a node. */
const TRIES = { least: 2, most: 5, usual: 3 };
const WAIT_MS = { most: 5_000, usual: 1_000 };

/**
 * n8n. What a node did stands in one text per execution, a list in which texts and objects refer to each other by
 * position (`flatted`), by the node's name. A node that is tried again leaves only its last try.
 */
export const n8n: Preset = {
  id: 'n8n',
  label: 'n8n',
  tables: [
    { table: 'workflow_entity', columns: ['id', 'name', 'active', 'nodes', 'versionId'] },
    {
      table: 'execution_entity',
      columns: ['id', 'mode', 'status', 'startedAt', 'stoppedAt', 'deletedAt', 'workflowId', 'storedAt'],
    },
    { table: 'execution_data', columns: ['executionId', 'workflowData', 'data'] },
  ],
  schema: 'public',
  statuses: {
    new: 'running',
    running: 'running',
    waiting: 'running',
    unknown: 'running',
    success: 'succeeded',
    error: 'failed',
    crashed: 'failed',
    canceled: 'cancelled',
  },
  retries: 'last_only',
  retentionDays: 14,
  writeBack: 'export',
  notes: ['n8n_api_only', 'n8n_pruned', 'n8n_stored_elsewhere', 'n8n_manual_left_out'],
  attempts,
  firstAttempt: (place) => sqlText`select min(${PLACED}) as first from ${tries(place)}`,
  definitions,
  readDefinition,
  seenNodes: null,
};

/** The list's entry to which a place in it refers. */
function entry(reference: SqlFragment): SqlFragment {
  return sqlText`(d.list -> (case when ${reference} ~ '^[0-9]{1,9}$' then (${reference})::int end))`;
}

/** The same as text. */
function textAt(reference: SqlFragment): SqlFragment {
  return sqlText`(d.list ->> (case when ${reference} ~ '^[0-9]{1,9}$' then (${reference})::int end))`;
}

/** Each time that a node ran, of executions that are none of somebody's tries in the editor; step by step into the list. */
function tries({ schema, tenant }: PresetPlace): SqlFragment {
  const numbers = sqlText`
    ${numberIn(sqlText`(task.did -> 'startTime')`)} as began, ${numberIn(sqlText`(task.did -> 'executionTime')`)} as took`;
  return sqlText`${ident(schema, 'execution_entity')} e
    join ${ident(schema, 'execution_data')} x on x."executionId" = e.id
    cross join lateral ${once(sqlText`
      ${jsonOf(sqlText`x.data`)} as list, ${jsonOf(sqlText`x."workflowData"::text`)} as workflow`)} d
    cross join lateral ${once(sqlText`${entry(sqlText`(d.list -> 0 ->> 'resultData')`)} as data`)} result
    cross join lateral ${once(sqlText`${entry(sqlText`(result.data ->> 'runData')`)} as data`)} runs
    cross join lateral jsonb_each_text(case when jsonb_typeof(runs.data) = 'object' then runs.data else '{}' end) named
    cross join lateral ${once(sqlText`${entry(sqlText`named.value`)} as list`)} node_runs
    cross join lateral jsonb_array_elements_text(${arrayIn(sqlText`node_runs.list`)})
      with ordinality tries(reference, position)
    cross join lateral ${once(sqlText`${entry(sqlText`tries.reference`)} as did`)} task
    cross join lateral ${once(numbers)} number
    cross join lateral ${once(sqlText`${ofEpochMs(sqlText`number.began + coalesce(number.took, 0)`)} as ended`)} m
    where e."deletedAt" is null and e."storedAt" = 'db' and e.mode not in ('manual', 'evaluation')
      and ${ofNoTenant(tenant)}`;
}

const PLACED = sqlText`coalesce(m.ended, e."stoppedAt", e."startedAt")`;

function attempts(place: PresetPlace, { from, to }: Slice): SqlFragment {
  const failure = entry(sqlText`(task.did ->> 'error')`);
  return sqlText`
    select coalesce((
        select node ->> 'id' from jsonb_array_elements(${arrayIn(sqlText`d.workflow -> 'nodes'`)}) node
        where node ->> 'name' = named.key limit 1), named.key) as node_id,
      e."workflowId" as workflow_id, x."workflowVersionId" as workflow_version_id, null::text as tenant_id,
      e.id::text as run_id, tries.position::text as sub_index, 1 as attempt,
      ${textAt(sqlText`(task.did ->> 'executionStatus')`)} as status,
      coalesce(${textAt(sqlText`(${failure} ->> 'httpCode')`)}, ${textAt(sqlText`(${failure} ->> 'name')`)}) as error_code,
      ${messageOf(textAt(sqlText`(${failure} ->> 'message')`))} as error_message, null::text as payload_hash,
      ${isoOf(sqlText`m.ended`)} as occurred_at, number.took as duration_ms
    from ${tries(place)} and (e."stoppedAt" is null or e."stoppedAt" >= ${at(from)} - interval '1 day')
      and ${PLACED} >= ${at(from)} and ${PLACED} < ${at(to)}`;
}

function definitions({ schema, tenant }: PresetPlace): SqlFragment {
  return sqlText`
    select w.id, w.name, w."versionId" as version, w.nodes from ${ident(schema, 'workflow_entity')} w
    where ${ofNoTenant(tenant)} and not coalesce((to_jsonb(w) ->> 'isArchived')::boolean, false) order by w.id`;
}

function readDefinition(row: DefinitionRow): RawDefinition | null {
  const id = textOf(row.id);
  if (id === null || !Array.isArray(row.nodes)) return null;
  return {
    workflow_id: id,
    name: textOf(row.name),
    version_id: textOf(row.version),
    tenant_id: null,
    document: null,
    origin: null,
    nodes: distinctNodes(objectsOf(row.nodes).map(readNode)),
  };
}

/** Attempts of nodes without an id are known by the name. */
function readNode(node: JsonObject): RawNode | null {
  const name = textOf(node.name);
  const id = textOf(node.id) ?? name;
  return id === null ? null : { id, name, type: textOf(node.type), parent: null, retry: retryOf(node) };
}

/** n8n counts the first try too, and moves numbers into its limits. */
function retryOf({ retryOnFail, maxTries, waitBetweenTries }: JsonObject): PlatformRetry | null {
  if (typeof retryOnFail !== 'boolean') return null;
  if (!retryOnFail) return { maxAttempts: 1, delayMs: null };
  const tries = countOf(maxTries) ?? TRIES.usual;
  return {
    maxAttempts: Math.min(Math.max(tries, TRIES.least), TRIES.most),
    delayMs: Math.min(countOf(waitBetweenTries) ?? WAIT_MS.usual, WAIT_MS.most),
  };
}
