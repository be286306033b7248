import type { Queryable, Tx } from '@/lib/db/client';
import { arrayLiteral } from '@/lib/history/array-literal';
import { type ExecutionKey, keyColumns, nameOf } from '@/lib/history/execution-key';
import type { EpochMs } from '@/lib/shared/clock';

/** Locks awaited attempts in one order for all, before anything else is written about these executions. */
export async function lockAwaited(tx: Tx, keys: readonly ExecutionKey[]): Promise<void> {
  if (keys.length === 0) return;
  const { sources, workflows, runs, nodes, subs } = keyColumns(
    keys.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)),
  );
  // Each is looked up by itself (`offset 0`), in the order of the keys.
  await tx.$queryRaw`
    select from unnest(${sources}::uuid[], ${workflows}::text[], ${runs}::text[], ${nodes}::text[], ${subs}::text[])
      as k(source_id, workflow_id, run_id, node_id, sub_index)
    cross join lateral (
      select from awaited_attempt a
      where a.source_id = k.source_id and a.workflow_id = k.workflow_id and a.run_id = k.run_id
        and a.node_id = k.node_id and a.sub_index = k.sub_index
      offset 0 for update
    ) a`;
}

/**
 * Takes executions whose next attempt is overdue, the longest first; others that ask meanwhile take other ones.
 * Only of sources that alert, of `sourceId` alone if it is given.
 */
export async function takeOverdue(
  tx: Tx,
  now: Date,
  limit: number,
  sourceId: string | null = null,
): Promise<ExecutionKey[]> {
  return tx.$queryRaw<ExecutionKey[]>`
    select a.source_id as "sourceId", a.workflow_id as "workflowId", a.run_id as "runId", a.node_id as "nodeId",
           a.sub_index as "subIndex"
    from awaited_attempt a join source s on s.id = a.source_id and s.alerts_from is not null
    where a.overdue_at <= ${now} and (${sourceId}::uuid is null or a.source_id = ${sourceId}::uuid)
    order by a.overdue_at limit ${limit} for update of a skip locked`;
}

/** When the next awaited attempt is overdue; null when none is awaited. */
export async function nextOverdueAt(db: Queryable): Promise<Date | null> {
  const rows = await db.$queryRaw<{ overdueAt: Date }[]>`
    select a.overdue_at as "overdueAt"
    from awaited_attempt a join source s on s.id = a.source_id and s.alerts_from is not null
    order by a.overdue_at limit 1`;
  return rows[0]?.overdueAt ?? null;
}

/** An execution whose next attempt is to come. */
export interface Awaited {
  readonly key: ExecutionKey;
  readonly overdueAt: EpochMs;
}

/** Awaits attempts. An execution that has its record is not awaited: what comes later can only close it. */
export async function awaitAttempts(tx: Tx, retries: readonly Awaited[]): Promise<void> {
  if (retries.length === 0) return;
  const { sources, workflows, runs, nodes, subs } = keyColumns(retries.map(({ key }) => key));
  await tx.$executeRaw`
    insert into awaited_attempt (source_id, workflow_id, run_id, node_id, sub_index, overdue_at)
    select k.* from unnest(
      ${sources}::uuid[], ${workflows}::text[], ${runs}::text[], ${nodes}::text[], ${subs}::text[],
      ${arrayLiteral(retries.map(({ overdueAt }) => new Date(overdueAt).toISOString()))}::timestamptz[])
      as k(source_id, workflow_id, run_id, node_id, sub_index, overdue_at)
    where not exists (
      select from hand_off h
      where h.source_id = k.source_id and h.workflow_id = k.workflow_id and h.run_id = k.run_id
        and h.node_id = k.node_id and h.sub_index = k.sub_index
      offset 0)
    on conflict (source_id, workflow_id, run_id, node_id, sub_index) do update set overdue_at = excluded.overdue_at`;
}

/** Nothing is awaited of these executions any more, whose awaited attempts the caller has locked. */
export async function forgetAwaited(tx: Tx, keys: readonly ExecutionKey[]): Promise<void> {
  if (keys.length === 0) return;
  const { sources, workflows, runs, nodes, subs } = keyColumns(keys);
  await tx.$executeRaw`
    delete from awaited_attempt where ctid = any(array(
      select a.ctid
      from unnest(${sources}::uuid[], ${workflows}::text[], ${runs}::text[], ${nodes}::text[], ${subs}::text[])
        as k(source_id, workflow_id, run_id, node_id, sub_index)
      cross join lateral (
        select a.ctid from awaited_attempt a
        where a.source_id = k.source_id and a.workflow_id = k.workflow_id and a.run_id = k.run_id
          and a.node_id = k.node_id and a.sub_index = k.sub_index
        offset 0
      ) a))`;
}
