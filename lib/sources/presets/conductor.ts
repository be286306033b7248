import { isJsonObject, type JsonObject } from '@/lib/shared/json';
import type { PlatformRetry, RawDefinition, RawNode } from '../attempt';
import type { DefinitionRow, Preset, PresetPlace, Slice } from '../preset';
import { ident, joinSql, type SqlFragment, sqlText } from '../sql';
import { at, hashOf, isoOf, jsonOf, messageOf, numberIn, ofEpochMs, once } from '../sql-values';
import { countOf, distinctNodes, objectOf, objectsOf, retryOfExtra, secondsAsMs, textOf } from './nodes';
import { ofNoTenant } from './tenant';

/**
 * Conductor. Each attempt is a row whose JSON holds all there is, times as milliseconds (0: not yet). How often a task
 * is tried stands in its task definition, which all workflows share.
 */
export const conductor: Preset = {
  id: 'conductor',
  label: 'Conductor',
  tables: [
    { table: 'meta_task_def', columns: ['id', 'name', 'json_data', 'modified_on'] },
    { table: 'meta_workflow_def', columns: ['id', 'name', 'version', 'latest_version', 'json_data', 'modified_on'] },
    { table: 'workflow', columns: ['workflow_id', 'json_data'] },
    { table: 'task', columns: ['task_id', 'json_data', 'modified_on'] },
  ],
  schema: 'public',
  statuses: {
    SCHEDULED: 'running',
    IN_PROGRESS: 'running',
    COMPLETED: 'succeeded',
    COMPLETED_WITH_ERRORS: 'succeeded',
    FAILED: 'failed',
    FAILED_WITH_TERMINAL_ERROR: 'failed',
    TIMED_OUT: 'failed',
    CANCELED: 'cancelled',
    SKIPPED: 'skipped',
  },
  retries: 'rows',
  retentionDays: null,
  writeBack: 'sql',
  notes: ['conductor_shared_task', 'conductor_cache'],
  attempts,
  firstAttempt: ({ schema, tenant }) => sqlText`
    select min(m.ended) as first from ${ident(schema, 'task')} t ${UNPACKED} where ${ofNoTenant(tenant)}`,
  definitions,
  readDefinition,
  seenNodes: null,
};

/** What stands in a task, parsed once. Its end; of one that has not ended, when it was last touched, began or was planned. */
const TIMES = ['endTime', 'updateTime', 'startTime', 'scheduledTime'].map(
  (key) => sqlText`nullif(${numberIn(sqlText`(j.task -> ${key})`)}, 0)`,
);
const UNPACKED = sqlText`
  cross join lateral ${once(sqlText`${jsonOf(sqlText`t.json_data`)} as task`)} j
  cross join lateral ${once(sqlText`coalesce(${joinSql(TIMES, ', ')}) as ms`)} n
  cross join lateral ${once(sqlText`${ofEpochMs(sqlText`n.ms`)} as ended`)} m`;

/**
 * A row is written again at its end, so that older ones need not be looked into; a day more, since the column has no
 * zone. In a loop, the task's reference carries the number of the turn, which the definition does not.
 */
function attempts({ schema, tenant }: PresetPlace, { from, to }: Slice): SqlFragment {
  const began = numberIn(sqlText`(j.task -> 'startTime')`);
  const ended = numberIn(sqlText`(j.task -> 'endTime')`);
  const turn = sqlText`(case when j.task ->> 'iteration' ~ '^[1-9][0-9]{0,8}$' then j.task ->> 'iteration' end)`;
  const placed = sqlText`coalesce(m.ended, t.modified_on at time zone 'UTC')`;
  return sqlText`
    select case when right(j.task ->> 'referenceTaskName', length(${turn}) + 2) = '__' || ${turn}
        then left(j.task ->> 'referenceTaskName', -length(${turn}) - 2)
        else j.task ->> 'referenceTaskName' end as node_id,
      j.task ->> 'workflowType' as workflow_id, null::text as workflow_version_id, null::text as tenant_id,
      j.task ->> 'workflowInstanceId' as run_id, ${turn} as sub_index,
      1 + coalesce(${numberIn(sqlText`(j.task -> 'retryCount')`)}, 0) as attempt, j.task ->> 'status' as status,
      case when j.task ->> 'status' = 'TIMED_OUT' then 'TIMED_OUT' end as error_code,
      ${messageOf(sqlText`j.task ->> 'reasonForIncompletion'`)} as error_message,
      case when jsonb_typeof(j.task -> 'inputData') = 'object' then ${hashOf(sqlText`(j.task -> 'inputData')::text`)} end
        as payload_hash,
      ${isoOf(sqlText`m.ended`)} as occurred_at,
      case when ${began} > 0 and ${ended} >= ${began} then ${ended} - ${began} end as duration_ms
    from ${ident(schema, 'task')} t ${UNPACKED}
    join ${ident(schema, 'workflow')} w on w.workflow_id = j.task ->> 'workflowInstanceId'
    where t.modified_on >= ${at(from)} at time zone 'UTC' - interval '1 day' and ${ofNoTenant(tenant)}
      and ${placed} >= ${at(from)} and ${placed} < ${at(to)}`;
}

/** The newest of each workflow, with the task definitions that are named in it, each as it is written there. */
function definitions({ schema, tenant }: PresetPlace): SqlFragment {
  return sqlText`
    select d.id::text as id, d.name, d.version::text as version, d.json_data, d.modified_on::text as modified,
      (select json_agg(json_build_object('id', t.id::text, 'name', t.name, 'modified', t.modified_on::text,
          'text', t.json_data) order by t.name)
        from ${ident(schema, 'meta_task_def')} t
        where t.name in (select named #>> '{}' from jsonb_path_query(${jsonOf(sqlText`d.json_data`)}, 'lax $.**.name') named)
      ) as tasks
    from ${ident(schema, 'meta_workflow_def')} d
    where d.version = d.latest_version and ${ofNoTenant(tenant)} order by d.name`;
}

function readDefinition(row: DefinitionRow): RawDefinition | null {
  const [id, name, text] = [textOf(row.id), textOf(row.name), textOf(row.json_data)];
  const workflow = objectOf(text);
  if (id === null || name === null || text === null || workflow === null || !Array.isArray(workflow.tasks)) return null;
  const used = new Set(tasksOf(workflow.tasks, null).map(({ task }) => textOf(task.name)));
  const taskDefs = objectsOf(row.tasks).filter((each) => used.has(textOf(each.name)));
  const byName = new Map(taskDefs.map((each) => [textOf(each.name), objectOf(each.text)]));
  const nodes = tasksOf(workflow.tasks, null).map(({ task, parent }) =>
    readNode(task, parent, byName.get(textOf(task.name)) ?? null),
  );
  return {
    workflow_id: name,
    name,
    version_id: textOf(row.version),
    tenant_id: null,
    document: documentOf(text, taskDefs),
    dialect: 'conductor',
    origin: {
      id,
      modified: row.modified,
      taskDefs: taskDefs.map(({ id: taskDef, name: named, modified }) => ({ id: taskDef, name: named, modified })),
    },
    nodes: distinctNodes(nodes),
  };
}

/** Both in one text, byte for byte: the policy of a task stands in what its definition says. */
function documentOf(workflow: string, taskDefs: readonly JsonObject[]): string {
  const texts = taskDefs.map(({ text }) => textOf(text) ?? 'null');
  return `{"workflow":${workflow},"taskDefs":[${texts.join(',')}]}`;
}

interface Placed {
  readonly task: JsonObject;
  readonly parent: string | null;
}

/** Tasks in the order in which they stand, those within decisions, forks and loops after what holds them. */
function tasksOf(tasks: unknown, parent: string | null): Placed[] {
  return objectsOf(tasks).flatMap((task) => {
    const cases = isJsonObject(task.decisionCases) ? Object.values(task.decisionCases) : [];
    const forks = Array.isArray(task.forkTasks) ? task.forkTasks : [];
    const children = [...cases, task.defaultCase, ...forks, task.loopOver];
    return [{ task, parent }, ...children.flatMap((list) => tasksOf(list, textOf(task.taskReferenceName)))];
  });
}

function readNode(task: JsonObject, parent: string | null, named: JsonObject | null): RawNode | null {
  const id = textOf(task.taskReferenceName);
  if (id === null) return null;
  const taskDef = isJsonObject(task.taskDefinition) ? task.taskDefinition : named;
  return { id, name: textOf(task.name), type: textOf(task.type), parent, retry: retryOf(task, taskDef) };
}

function retryOf(task: JsonObject, taskDef: JsonObject | null): PlatformRetry | null {
  const extra = countOf(task.retryCount) ?? countOf(taskDef?.retryCount);
  return retryOfExtra(extra, secondsAsMs(taskDef?.retryDelaySeconds));
}
