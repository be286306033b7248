import type { Db, Tx } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import { transaction } from '@/lib/db/transaction';
import { lockWatermark, type Place } from './change-store';
import { EXECUTIONS_SQL } from './rollup-apply-queries';
import { countSql } from './rollup-count-queries';
import { mergeSql } from './rollup-merge-queries';
import { ROLLED, rollBatch, rollSettings } from './rollup-store';

/** A node in the history of a source. */
export interface CountedNode {
  readonly workflowKey: string;
  readonly nodeId: string;
}

/** Where what was kept is not what counting again gives. */
export interface RecountDifference extends CountedNode {
  readonly kind: 'node' | 'code' | 'mixed' | 'execution';
  /** Of a code or a set of codes, as the rollups name it. */
  readonly code: string;
  /** The quarter hour; null: a sum over several, or an execution that is not remembered as it should be. */
  readonly at: Date | null;
  /** Which measure of its kind, 1 to 4. */
  readonly measure: number;
  readonly kept: number;
  readonly counted: number;
}

/** Nodes of a source in the order in which they are counted again, from the one after a cursor on. */
export async function nodesToRecount(db: Db, sourceId: string, after: CountedNode | null): Promise<CountedNode[]> {
  const from = after
    ? Prisma.sql`where (workflow_id, node_id) > (${after.workflowKey}, ${after.nodeId})`
    : Prisma.empty;
  return db.$queryRaw<CountedNode[]>`
    with recursive pair(workflow_id, node_id) as (
      (select workflow_id, node_id from workflow_run_step order by workflow_id, node_id limit 1)
      union all
      select n.workflow_id, n.node_id from pair p cross join lateral (
        select s.workflow_id, s.node_id from workflow_run_step s
        where (s.workflow_id, s.node_id) > (p.workflow_id, p.node_id) order by s.workflow_id, s.node_id limit 1
      ) n
    )
    select workflow_id as "workflowKey", node_id as "nodeId"
    from (select * from pair
          union select workflow_id, node_id from history_series where source_id = ${sourceId}::uuid) n
    ${from} order by workflow_id, node_id`;
}

/**
 * Counts one node again from its steps as of the watermark, compares every sum that is kept, and puts right what is not
 * the same. Under the lock of the watermark, in one transaction. Null: another worker has the source just now.
 */
export async function recountNode(
  db: Db,
  sourceId: string,
  node: CountedNode,
  now: Date,
): Promise<RecountDifference[] | null> {
  for (let attempt = 1; ; attempt++) {
    const found = await transaction(db, (tx) => recountIn(tx, sourceId, node), { isolation: 'RepeatableRead' });
    if (found !== 'changed') return found;
    if (attempt === ATTEMPTS) return null;
    // What has gone since is taken out first: the steps no longer show what was counted.
    await rollBatch(db, sourceId, now);
  }
}

const ATTEMPTS = 3;

async function recountIn(tx: Tx, sourceId: string, node: CountedNode): Promise<RecountDifference[] | 'changed' | null> {
  await rollSettings(tx);
  const watermark = await lockWatermark(tx, ROLLED, sourceId);
  if (watermark === null || watermark.foreign) return null;
  const { workflowKey, nodeId } = node;
  const [gone] = await tx.$queryRaw<{ found: boolean }[]>`
    select exists (
      select from history_gone where source_id = ${sourceId}::uuid and workflow_id = ${workflowKey} and node_id = ${nodeId}
    ) as found`;
  if (gone?.found) return 'changed';
  const counted = countOf(sourceId, node, watermark.after);
  const differences = await tx.$queryRaw<RecountDifference[]>`
    with ${counted}, ${EXECUTIONS_SQL.extent}, ${keptSql(sourceId, node)}
    select ${workflowKey} as "workflowKey", ${nodeId} as "nodeId", kind, code, at, measure::int, kept::int, counted::int
    from difference order by kind, code, at nulls last, measure limit ${MOST_DIFFERENCES}`;
  if (differences.length > 0) await mend(tx, sourceId, node, counted);
  return differences;
}

/** More of one node say nothing more. */
const MOST_DIFFERENCES = 1_000;

function countOf(sourceId: string, { workflowKey, nodeId }: CountedNode, to: Place): Prisma.Sql {
  const upTo = Prisma.sql`and (s.change_id, s.id) <= (${to.change}::bigint, ${to.id}::bigint)`;
  return countSql({
    ...{ sourceId, upTo, gone: null, orphans: false },
    added: Prisma.sql`and s.workflow_id = ${workflowKey} and s.node_id = ${nodeId} ${upTo}`,
    after: Prisma.sql`select 0::bigint as change_id, 0::bigint as step_id`,
  });
}

/** `difference`: each sum, kept and counted, where they are not the same. */
function keptSql(sourceId: string, { workflowKey, nodeId }: CountedNode): Prisma.Sql {
  const own = Prisma.sql`source_id = ${sourceId}::uuid and workflow_id = ${workflowKey} and node_id = ${nodeId}`;
  return Prisma.sql`
    kept as materialized (
      select s.kind, s.code, d.day, u.slot, m.n, (m.sums[u.i] - coalesce(m.sums[u.i - 1], 0))::bigint as amount, m.before
      from history_series s join history_day d on d.series_id = s.id
      cross join lateral unnest(d.slots) with ordinality as u(slot, i)
      cross join lateral (values (1, d.sums1, d.before1), (2, d.sums2, d.before2), (3, d.sums3, d.before3),
                                 (4, d.sums4, d.before4)) as m(n, sums, before)
      where ${own}
    ), counted as (
      select c.kind, c.code, date '1970-01-01' + ((c.slot - ((c.slot % 96) + 96) % 96) / 96) as day,
             ((c.slot % 96) + 96) % 96 as slot, m.n, sum(m.amount) as amount
      from (
        select 'node' as kind, '' as code, slot, d1, d2, d3, d4 from node_cell
        union all
        select kind, code, slot, d1, d2, d3, d4 from code_cell
      ) c cross join lateral (values (1, c.d1), (2, c.d2), (3, c.d3), (4, c.d4)) as m(n, amount)
      group by 1, 2, 3, 4, 5
    ), day_sum as (
      select kind, code, day, n, min(before) as before, sum(amount) as amount from kept group by kind, code, day, n
    ), running as (
      select kind, code, n, before, amount,
             coalesce(sum(amount) over (partition by kind, code, n order by day
                                        rows between unbounded preceding and 1 preceding), 0) as earlier
      from day_sum
    ), total as (
      select s.kind, s.code, m.n, m.total from history_series s
      cross join lateral (values (1, total1), (2, total2), (3, total3), (4, total4)) as m(n, total) where ${own}
    ), difference as (
      select kind, code, day + slot * interval '15 minutes' as at, n as measure, coalesce(k.amount, 0) as kept,
             coalesce(c.amount, 0) as counted
      from kept k full join counted c using (kind, code, day, slot, n)
      where coalesce(k.amount, 0) <> coalesce(c.amount, 0)
      union all
      select kind, code, null, n, before, earlier from running where before <> earlier
      union all
      select t.kind, t.code, null, t.n, t.total, coalesce(r.amount, 0)
      from total t left join (select kind, code, n, sum(amount) as amount from day_sum group by 1, 2, 3) r
        using (kind, code, n)
      where t.total <> coalesce(r.amount, 0)
      union all
      select 'execution', table_name, null, 1, missing, superfluous from (
        select 'span' as table_name,
               (select count(*) from history_span h where ${own} and not exists (
                 select from extent e where e.spans and e.run_id = h.run_id and e.sub_index = h.sub_index
                   and e.first_at = h.first_at and e.last_at = h.last_at)) as missing,
               (select count(*) from extent e where e.spans and not exists (
                 select from history_span h where ${own} and e.run_id = h.run_id and e.sub_index = h.sub_index
                   and e.first_at = h.first_at and e.last_at = h.last_at)) as superfluous
        union all
        select 'orphan',
               (select count(*) from history_orphan h where ${own} and not exists (
                 select from extent e where e.orphan and e.run_id = h.run_id and e.sub_index = h.sub_index)),
               (select count(*) from extent e where e.orphan and not exists (
                 select from history_orphan h where ${own} and e.run_id = h.run_id and e.sub_index = h.sub_index))
      ) x where missing + superfluous > 0
    )`;
}

async function mend(
  tx: Tx,
  sourceId: string,
  { workflowKey, nodeId }: CountedNode,
  counted: Prisma.Sql,
): Promise<void> {
  const own = Prisma.sql`source_id = ${sourceId}::uuid and workflow_id = ${workflowKey} and node_id = ${nodeId}`;
  await tx.$executeRaw`delete from history_day where series_id in (select id from history_series where ${own})`;
  for (const table of ['history_series', 'history_span', 'history_orphan'])
    await tx.$executeRaw`delete from ${Prisma.raw(table)} where ${own}`;
  await tx.$executeRaw`
    with ${counted}, ${mergeSql(sourceId)}, ${EXECUTIONS_SQL.extent}, ${EXECUTIONS_SQL.remembered} select 1`;
}
