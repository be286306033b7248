import { Prisma } from '@/lib/db/generated/client';
import type { Place } from './change-store';
import { deltaSql, STEP_COLUMNS, sameExecution } from './rollup-delta-queries';
import { mergeSql } from './rollup-merge-queries';
import { MIXTURE_SQL } from './rollup-mixed-queries';

/** Counts the steps of a source between two places, and takes out what has gone: one statement. */
export function applySql(sourceId: string, after: Place, to: Place, limit: number): Prisma.Sql {
  const delta = deltaSql({
    marks: Prisma.sql`
      select ${sourceId}::uuid as source_id, ${after.change}::bigint as change_id, ${after.id}::bigint as step_id`,
    little: true,
    upTo: Prisma.sql`and (s.change_id, s.id) <= (${to.change}::bigint, ${to.id}::bigint)`,
    scope: () => Prisma.empty,
    gone: Prisma.sql`select row_id, ${STEP_COLUMNS} from (${goneSql(sourceId, after, limit)}) g`,
    counted: () => Prisma.sql`true`,
    rolled: () => Prisma.sql`(1)`,
    edges: null,
    cut: null,
  });
  return Prisma.sql`
    with ${delta}, ${MIXTURE_SQL}, ${mergeSql(sourceId)}, ${EXECUTIONS_SQL.extent}, ${EXECUTIONS_SQL.remembered}
    delete from history_gone where ctid = any(array(select row_id from gone))`;
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
