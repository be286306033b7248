import { inflateSync } from 'node:zlib';
import { isJsonObject, type JsonObject } from '@/lib/shared/json';
import type { RawDefinition, RawNode } from '../attempt';
import type { DefinitionRow, Preset, PresetPlace, Slice } from '../preset';
import { ident, type SqlFragment, sqlText } from '../sql';
import { at, isoOf } from '../sql-values';
import { countOf, distinctNodes, objectOf, objectsOf, retryOfExtra, secondsAsMs, textOf } from './nodes';
import { ofNoTenant } from './tenant';

/** What a DAG may be, unpacked: none is larger, and what is packed small may be. */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;
/** What Airflow waits, where a DAG says nothing else. */
const USUAL_DELAY_S = 300;

/**
 * Airflow 3. The last try of a task stands in `task_instance`, those before it in `task_instance_history`, where the
 * last may stand too. What failed, its text, is nowhere in the database.
 */
export const airflow: Preset = {
  id: 'airflow',
  label: 'Airflow',
  tables: [
    { table: 'dag_version', columns: ['id', 'dag_id', 'version_number'] },
    { table: 'serialized_dag', columns: ['dag_id', 'data', 'data_compressed', 'dag_version_id', 'created_at'] },
    {
      table: 'task_instance',
      columns: [
        'task_id',
        'dag_id',
        'run_id',
        'map_index',
        'start_date',
        'end_date',
        'duration',
        'state',
        'try_number',
        'operator',
        'dag_version_id',
      ],
    },
    {
      table: 'task_instance_history',
      columns: [
        'task_id',
        'dag_id',
        'run_id',
        'map_index',
        'start_date',
        'end_date',
        'duration',
        'state',
        'try_number',
        'operator',
        'dag_version_id',
      ],
    },
  ],
  schema: 'public',
  statuses: {
    no_status: 'running',
    scheduled: 'running',
    queued: 'running',
    running: 'running',
    restarting: 'running',
    deferred: 'running',
    up_for_reschedule: 'running',
    success: 'succeeded',
    failed: 'failed',
    up_for_retry: 'failed',
    upstream_failed: 'skipped',
    skipped: 'skipped',
    removed: 'cancelled',
  },
  retries: 'history_table',
  retentionDays: null,
  writeBack: 'export',
  notes: ['airflow_no_error_text', 'airflow_code'],
  attempts,
  firstAttempt: ({ schema, tenant }) => sqlText`
    select min(t) as first from (
      select min(coalesce(start_date, end_date)) as t from ${ident(schema, 'task_instance')} where ${ofNoTenant(tenant)}
      union all
      select min(coalesce(start_date, end_date)) from ${ident(schema, 'task_instance_history')} where ${ofNoTenant(tenant)}) each_of`,
  definitions,
  readDefinition,
  seenNodes: null,
};

const COLUMNS = sqlText`task_id, dag_id, run_id, map_index, try_number, state, operator, start_date, end_date, duration, dag_version_id`;

/** Tasks that were never tried (left out since one before them failed) have the number 0. */
function attempts({ schema, tenant }: PresetPlace, { from, to }: Slice): SqlFragment {
  const slice = sqlText`coalesce(end_date, start_date) >= ${at(from)} and coalesce(end_date, start_date) < ${at(to)}`;
  return sqlText`
    select u.task_id as node_id, u.dag_id as workflow_id, v.version_number::text as workflow_version_id,
      null::text as tenant_id, u.run_id, case when u.map_index >= 0 then u.map_index::text end as sub_index,
      greatest(u.try_number, 1) as attempt, coalesce(u.state, 'no_status') as status,
      case when u.state in ('failed', 'up_for_retry') then u.operator || '_FAILED' end as error_code,
      null::text as error_message, null::text as payload_hash,
      ${isoOf(sqlText`coalesce(u.end_date, u.start_date)`)} as occurred_at, u.duration * 1000 as duration_ms
    from (
      select ${COLUMNS} from ${ident(schema, 'task_instance')} where ${slice}
      union all
      select ${COLUMNS} from ${ident(schema, 'task_instance_history')} h where ${slice} and not exists (
        select 1 from ${ident(schema, 'task_instance')} t
        where (t.dag_id, t.task_id, t.run_id, t.map_index, t.try_number)
          = (h.dag_id, h.task_id, h.run_id, h.map_index, h.try_number))) u
    left join ${ident(schema, 'dag_version')} v on v.id = u.dag_version_id
    where ${ofNoTenant(tenant)}`;
}

/** The newest of each DAG. */
function definitions({ schema, tenant }: PresetPlace): SqlFragment {
  return sqlText`
    select distinct on (s.dag_id) s.dag_id, s.data, s.data_compressed, v.version_number::text as version
    from ${ident(schema, 'serialized_dag')} s left join ${ident(schema, 'dag_version')} v on v.id = s.dag_version_id
    where ${ofNoTenant(tenant)} order by s.dag_id, v.version_number desc nulls last, s.created_at desc`;
}

function readDefinition(row: DefinitionRow): RawDefinition | null {
  const id = textOf(row.dag_id);
  const data = objectOf(row.data ?? unpacked(row.data_compressed));
  if (id === null || data === null || !isJsonObject(data.dag) || !Array.isArray(data.dag.tasks)) return null;
  const defaults = defaultsOf(data);
  return {
    workflow_id: id,
    name: textOf(data.dag.dag_display_name) ?? id,
    version_id: textOf(row.version),
    tenant_id: null,
    document: null,
    origin: null,
    nodes: distinctNodes(objectsOf(data.dag.tasks).map((task) => readNode(task, defaults))),
  };
}

/** DAGs may be kept as packed JSON. */
function unpacked(bytes: unknown): string | null {
  if (!(bytes instanceof Uint8Array)) return null;
  try {
    return inflateSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES }).toString('utf8');
  } catch {
    return null;
  }
}

/** What all tasks have that say nothing else; newer releases write it once. */
function defaultsOf({ client_defaults: defaults }: JsonObject): JsonObject {
  return isJsonObject(defaults) && isJsonObject(defaults.tasks) ? defaults.tasks : {};
}

function readNode(entry: JsonObject, defaults: JsonObject): RawNode | null {
  const task = isJsonObject(entry.__var) ? entry.__var : entry;
  const id = textOf(task.task_id);
  if (id === null) return null;
  const retries = countOf(task.retries ?? defaults.retries);
  const delay = secondsOf(task.retry_delay ?? defaults.retry_delay ?? USUAL_DELAY_S);
  const retry = retryOfExtra(retries, delay);
  return { id, name: textOf(task.task_display_name), type: textOf(task.task_type), parent: null, retry };
}

/** A number of seconds, bare or with its type beside it. */
function secondsOf(value: unknown): number | null {
  return secondsAsMs(isJsonObject(value) ? value.__var : value);
}
