import { Prisma } from '@/lib/db/generated/client';
import type { Place } from './change-store';
import { countSql } from './rollup-count-queries';
import { sameExecution } from './rollup-execution-queries';
import { mergeSql } from './rollup-merge-queries';

/** What one step of upkeep takes in, and takes out. */
export interface Step {
  readonly sourceId: string;
  readonly after: Place;
  readonly to: Place;
  /** So many that have gone are taken out, and some more; 0: nothing has gone. */
  readonly gone: number;
  /** Some executions are in without a first attempt. */
  readonly orphans: boolean;
}

/**
 * Counts the steps of a source between two places, and takes out what has gone: one statement. What need not be asked
 * is left out, since it costs as much to plan as to do. Its row says how many were added (`steps`).
 */
export function applySql({ sourceId, after, to, gone, orphans }: Step): Prisma.Sql {
  const upTo = Prisma.sql`and (s.change_id, s.id) <= (${to.change}::bigint, ${to.id}::bigint)`;
  const counted = countSql({
    ...{ sourceId, upTo, orphans },
    added: Prisma.sql`and (s.change_id, s.id) > (${after.change}::bigint, ${after.id}::bigint) ${upTo}`,
    after: Prisma.sql`select ${after.change}::bigint as change_id, ${after.id}::bigint as step_id`,
    gone: gone > 0 ? goneSql(sourceId, after, gone) : null,
  });
  const taken = Prisma.sql`
    , taken as (delete from history_gone where ctid = any(array(select row_id from gone)))`;
  return Prisma.sql`
    with ${counted}, ${mergeSql(sourceId)}, ${EXECUTIONS_SQL.extent}, ${EXECUTIONS_SQL.remembered}
    ${gone > 0 ? taken : Prisma.empty}
    select coalesce(sum(steps), 0)::int as steps from bunch`;
}

/** Executions to be remembered: those in several quarter hours, and those without a first attempt. */
export const EXECUTIONS_SQL = {
  extent: Prisma.sql`
  extent as materialized (
    select k.*, e.first_at, e.last_at, coalesce(e.spans, false) as spans, coalesce(e.spanned, false) as spanned,
           coalesce(e.orphan, false) as orphan, coalesce(e.was_orphan, false) as was_orphan
    from touched k left join (
      select k, min(occurred_at) filter (where stands and counts) as first_at,
             max(occurred_at) filter (where stands and counts) as last_at,
             min(slot) filter (where stands and counts) <> max(slot) filter (where stands and counts) as spans,
             min(slot) filter (where was and counts) <> max(slot) filter (where was and counts) as spanned,
             bool_or(stands) and bool_and(attempt <> 1) filter (where stands) as orphan,
             bool_or(was) and bool_and(attempt <> 1) filter (where was) as was_orphan
      from (
        select *, status in ('failed', 'succeeded') as counts, date_bin('15 minutes', occurred_at, 'epoch') as slot
        from version
      ) v group by k
    ) e using (k)
  )`,
  remembered: Prisma.sql`
  new_span as (
    insert into history_span (source_id, workflow_id, run_id, node_id, sub_index, first_at, last_at)
    select source_id, workflow_id, run_id, node_id, sub_index, first_at, last_at from extent where spans
    on conflict (source_id, workflow_id, run_id, node_id, sub_index)
      do update set first_at = excluded.first_at, last_at = excluded.last_at
      where (history_span.first_at, history_span.last_at) <> (excluded.first_at, excluded.last_at)
  ), old_span as (
    ${forgetSql('history_span', 'spanned and not spans')}
  ), new_orphan as (
    insert into history_orphan (source_id, workflow_id, run_id, node_id, sub_index)
    select source_id, workflow_id, run_id, node_id, sub_index from extent where orphan and not was_orphan
    on conflict do nothing
  ), old_orphan as (
    ${forgetSql('history_orphan', 'was_orphan and not orphan')}
  )`,
};

function forgetSql(table: string, which: string): Prisma.Sql {
  return Prisma.sql`
    delete from ${Prisma.raw(table)} where ctid = any(array(
      select o.ctid from extent e cross join lateral (
        select o.ctid from ${Prisma.raw(table)} o where ${sameExecution('o', 'e')} offset 0
      ) o where ${Prisma.raw(which)}))`;
}

/** Whole executions only, so that none is taken out by halves; a few more than the limit may be. */
export function goneSql(sourceId: string, after: Place, limit: number): Prisma.Sql {
  return Prisma.sql`
    select g.*, g.ctid as row_id from history_gone g
    where g.source_id = ${sourceId}::uuid and (g.change_id, g.step_id) <= (${after.change}::bigint, ${after.id}::bigint)
    order by g.workflow_id, g.run_id, g.node_id, g.sub_index fetch first ${Prisma.raw(String(limit))} rows with ties`;
}
