import { Prisma } from '@/lib/db/generated/client';
import { MARKS_SQL } from './rollup-marks-queries';
import { segmentsOf } from './rollup-segments';
import { edgeAt, restOf } from './rollup-slots';
import { type Scope, scopeSql, spanSql } from './sql-queries';
import type { Span } from './window';

/**
 * Failed attempts per node, code and bucket of time, from the rollups and what changed since: `source_id`,
 * `workflow_id`, `node_id`, `error_code`, `bucket` (position of the last of `starts` before it), `failures`.
 */
export function bucketFiguresSql(starts: readonly Date[], span: Span, scope?: Scope): Prisma.Sql {
  const exact = starts.map((start) => start.toISOString());
  const rolled = starts.map((start) => edgeAt(start).rolled.toISOString());
  const rolledSpan = { from: edgeAt(span.from).rolled, to: span.to && edgeAt(span.to).rolled };
  const bucket = (bounds: readonly string[]) => Prisma.sql`width_bucket(s.occurred_at, ${bounds}::timestamptz[]) - 1`;
  const key = Prisma.sql`s.source_id, s.workflow_id, s.node_id, coalesce('=' || s.error_code, '')`;
  return Prisma.sql`
    with recursive ${MARKS_SQL}, fresh as (
      select s.* from known_source m cross join lateral (
        select source_id, workflow_id, node_id, error_code, occurred_at, status
        from history_tail(m.source_id, m.change_id, m.step_id) s where true ${scopeSql('s', scope)}
      ) s
    ), edge as materialized (${edgesSql([span.from, ...(span.to ? [span.to] : []), ...starts], scope)})
    select source_id, workflow_id, node_id, case when code <> '' then substr(code, 2) end as error_code, bucket,
           sum(failures)::int as failures
    from (
      ${rolledSql(starts, span, scope)}
      union all
      select ${key}, ${bucket(exact)}, 1 from fresh s where s.status = 'failed' ${spanSql('s', span)}
      union all
      select ${key}, ${bucket(rolled)}, -1
      from history_gone s join known_source m using (source_id)
      where s.status = 'failed' and (s.change_id, s.step_id) <= (m.change_id, m.step_id)
        ${spanSql('s', rolledSpan)} ${scopeSql('s', scope)}
      union all
      select ${key}, ${bucket(exact)}, 1 from edge s where true ${spanSql('s', span)}
      union all
      select ${key}, ${bucket(rolled)}, -1 from edge s where true ${spanSql('s', rolledSpan)}
    ) part(source_id, workflow_id, node_id, code, bucket, failures)
    group by source_id, workflow_id, node_id, code, bucket having sum(failures) > 0`;
}

/** Failures between instants and their edges that were rolled up, each once. */
function edgesSql(cuts: readonly Date[], scope: Scope | undefined): Prisma.Sql {
  const rests = cuts.map((cut) => restOf(edgeAt(cut))).filter((rest) => rest !== null);
  const inOne = rests.map(({ from, to }) => Prisma.sql`(s.occurred_at >= ${from} and s.occurred_at < ${to})`);
  return Prisma.sql`
    select s.source_id, s.workflow_id, s.node_id, s.error_code, s.occurred_at
    from workflow_run_step s join known_source m using (source_id)
    where s.status = 'failed' and (${inOne.length > 0 ? Prisma.join(inOne, ' or ') : Prisma.sql`false`})
      and (s.change_id, s.id) <= (m.change_id, m.step_id) ${scopeSql('s', scope)}`;
}

function rolledSql(starts: readonly Date[], span: Span, scope: Scope | undefined): Prisma.Sql {
  const { segments, rest } = segmentsOf(starts, span);
  const column = <T>(pick: (segment: (typeof segments)[number]) => T) => segments.map(pick);
  const of = Prisma.sql`
    history_series s join known_source m on m.source_id = s.source_id and m.own
    join history_day d on d.series_id = s.id`;
  const where = Prisma.sql`where s.kind = 'code' ${scopeSql('s', scope)}`;
  const open = rest
    ? Prisma.sql`
      union all
      select s.source_id, s.workflow_id, s.node_id, s.code, ${rest.bucket}::int, d.sums1[cardinality(d.sums1)]
      from ${of} ${where} and s.last_day > ${rest.after}::date and d.day > ${rest.after}::date`
    : Prisma.empty;
  return Prisma.sql`
    select s.source_id, s.workflow_id, s.node_id, s.code, g.bucket,
           sum(coalesce(d.sums1[width_bucket(g.last, d.slots)], 0) - coalesce(d.sums1[width_bucket(g.first, d.slots)], 0))
    from ${of}
    join unnest(${column(({ day }) => day)}::date[], ${column(({ first }) => first - 1)}::smallint[],
                ${column(({ last }) => last)}::smallint[], ${column(({ bucket }) => bucket)}::int[])
      as g(day, first, last, bucket) on g.day = d.day
    ${where}
    group by s.id, g.bucket
    ${open}`;
}
