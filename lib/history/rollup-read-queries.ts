import { Prisma } from '@/lib/db/generated/client';
import { deltaSql } from './rollup-delta-queries';
import { STEP_COLUMNS } from './rollup-execution-queries';
import { MARKS_SQL } from './rollup-marks-queries';
import { MIXTURE_SQL } from './rollup-mixed-queries';
import { type Edge, edgeAt, restOf } from './rollup-slots';
import { type NodeSet, type Scope, scopeSql } from './sql-queries';
import type { Span } from './window';

/**
 * Statements that answer from the rollups and from what changed since, at the instant of asking: all within one
 * snapshot. Each has the columns `source_id`, `workflow_id`, `node_id` and those that it names.
 */

/** Of each node with counted attempts: `executions`, `attempts`, `failed`, `failed_executions`. */
export function nodeFiguresSql(span: Span, scope?: Scope | NodeSet): Prisma.Sql {
  return Prisma.sql`
    with recursive ${frameSql(span, scope)}
    select source_id, workflow_id, node_id, sum(m1)::int as attempts, coalesce(sum(m2), 0)::int as executions,
           coalesce(sum(m3), 0)::int as failed, coalesce(sum(m4), 0)::int as failed_executions
    from (
      ${rolledSql('node', span, scope)}
      union all
      select source_id, workflow_id, node_id, '', sum(sign), sum(sign) filter (where last_counted),
             sum(sign) filter (where failed), sum(sign) filter (where failed and last_failed)
      from event group by 1, 2, 3
      union all
      select source_id, workflow_id, node_id, '', sum(sign), sum(sign), sum(sign) filter (where failed),
             sum(sign) filter (where failed)
      from single group by 1, 2, 3
    ) part
    group by source_id, workflow_id, node_id having sum(m1) > 0`;
}

/** Of each node and code (`error_code`, `code_key`): `failures`, `failed_executions`, `final_failures`, `recovered`. */
export function codeFiguresSql(span: Span, scope?: Scope): Prisma.Sql {
  return Prisma.sql`
    with recursive ${frameSql(span, scope)}
    select source_id, workflow_id, node_id, code as code_key,
           case when code <> '' then substr(code, 2) end as error_code,
           sum(m1)::int as failures, coalesce(sum(m2), 0)::int as failed_executions, coalesce(sum(m3), 0)::int as final_failures,
           coalesce(sum(m4), 0)::int as recovered
    from (
      ${rolledSql('code', span, scope)}
      union all
      select source_id, workflow_id, node_id, coalesce('=' || error_code, ''), sum(sign),
             sum(sign) filter (where last_code), sum(sign) filter (where final),
             sum(sign) filter (where last_code and recovered)
      from event where failed group by 1, 2, 3, 4
      union all
      select source_id, workflow_id, node_id, coalesce('=' || error_code, ''), sum(sign), sum(sign), sum(sign), 0
      from single where failed group by 1, 2, 3, 4
    ) part
    group by source_id, workflow_id, node_id, code having sum(m1) > 0`;
}

/** Of each node and set of codes (`codes`, JSON) with which executions failed: `failed_executions`, `recovered`. */
export function mixedFiguresSql(span: Span, scope?: Scope): Prisma.Sql {
  return Prisma.sql`
    with recursive ${frameSql(span, scope)}, ${MIXTURE_SQL}
    select source_id, workflow_id, node_id, code::jsonb as codes, sum(m1)::int as failed_executions,
           coalesce(sum(m2), 0)::int as recovered
    from (
      ${rolledSql('mixed', span, scope)}
      union all
      select source_id, workflow_id, node_id, to_jsonb(codes)::text, sum(sign), sum(sign) filter (where recovered), 0, 0
      from mixture group by 1, 2, 3, 4
    ) part
    group by source_id, workflow_id, node_id, code having sum(m1) > 0`;
}

/** When the failures of `f` (a node and code, by `error_code`) in a stretch of time begin or end: from the index. */
export function seenSql(span: Span, end: 'first' | 'last'): Prisma.Sql {
  const to = span.to === null ? Prisma.empty : Prisma.sql`and s.occurred_at < ${span.to}`;
  const look = (code: Prisma.Sql) => Prisma.sql`
    (select s.occurred_at from workflow_run_step s
     where s.source_id = f.source_id and s.workflow_id = f.workflow_id and s.node_id = f.node_id and s.status = 'failed'
       and ${code} and s.occurred_at >= ${span.from} ${to}
     order by s.occurred_at ${end === 'first' ? Prisma.sql`asc` : Prisma.sql`desc`} limit 1)`;
  return Prisma.sql`case when f.error_code is null then ${look(Prisma.sql`s.error_code is null`)}
    else ${look(Prisma.sql`s.error_code = f.error_code`)} end`;
}

/**
 * The latest failed attempts of `f` (a node and code, by `error_code`) in a stretch of time, at most so many, newest
 * first: `id`, `run_id`, `sub_index`, `attempt`, `error_message`, `occurred_at`. From the index, to be joined laterally.
 */
export function latestFailureSql(span: Span, most: number): Prisma.Sql {
  const to = span.to === null ? Prisma.empty : Prisma.sql`and s.occurred_at < ${span.to}`;
  const look = (code: Prisma.Sql) => Prisma.sql`
    (select s.id, s.run_id, s.sub_index, s.attempt, s.error_message, s.occurred_at from workflow_run_step s
     where s.source_id = f.source_id and s.workflow_id = f.workflow_id and s.node_id = f.node_id and s.status = 'failed'
       and ${code} and s.occurred_at >= ${span.from} ${to}
     order by s.occurred_at desc limit ${most})`;
  // Each half asks the index for one kind of code; the other half is never run.
  return Prisma.sql`
    select * from ${look(Prisma.sql`s.error_code is null and f.error_code is null`)} none
    union all
    select * from ${look(Prisma.sql`s.error_code = f.error_code`)} named`;
}

/** Recursive common table expressions up to `event`. */
function frameSql(span: Span, scope: Scope | NodeSet | undefined): Prisma.Sql {
  const from = edgeAt(span.from);
  const to = span.to === null ? null : edgeAt(span.to);
  const inScope = (alias: string) => scopeSql(alias, scope);
  return Prisma.sql`${MARKS_SQL}, ${deltaSql({
    marks: Prisma.sql`select source_id, change_id, step_id from known_source`,
    scope: inScope,
    gone: Prisma.sql`
      select ${STEP_COLUMNS} from history_gone g join mark m using (source_id)
      where (g.change_id, g.step_id) <= (m.change_id, m.step_id) ${inScope('g')}`,
    counted: (at) => Prisma.sql`(${at} >= ${from.at}${to ? Prisma.sql` and ${at} < ${to.at}` : Prisma.empty})`,
    rolled: (at) =>
      Prisma.sql`((${at} >= ${from.rolled})::int${to ? Prisma.sql` - (${at} >= ${to.rolled})::int` : Prisma.empty})`,
    edges: edgesSql(to ? [from, to] : [from], inScope),
    cut:
      to &&
      Prisma.sql`
      select * from history_span h
      where tstzrange(first_at, last_at, '[]') @> ${to.at}::timestamptz ${inScope('h')}`,
  })}`;
}

/** Steps between instants and their edges that were rolled up; null when there is nothing between. */
function edgesSql(edges: readonly Edge[], scope: (alias: string) => Prisma.Sql): Prisma.Sql | null {
  const rests = edges.map(restOf).filter((rest) => rest !== null);
  if (rests.length === 0) return null;
  // Two instants may have the same edge, and a step between must come once.
  return Prisma.join(
    rests.map(({ from, to }, index) => {
      const others = rests.slice(0, index);
      const notBefore = others.map(
        (other) => Prisma.sql`and not (s.occurred_at >= ${other.from} and s.occurred_at < ${other.to})`,
      );
      return Prisma.sql`
        select ${STEP_COLUMNS} from workflow_run_step s join mark m using (source_id)
        where s.occurred_at >= ${from} and s.occurred_at < ${to}
          and (s.change_id, s.id) <= (m.change_id, m.step_id) ${scope('s')}
          ${notBefore.length > 0 ? Prisma.join(notBefore, ' ') : Prisma.empty}`;
    }),
    ' union all ',
  );
}

/** What was rolled up between the edges of a span, per series: `m1` to `m4`. */
function rolledSql(kind: 'node' | 'code' | 'mixed', span: Span, scope: Scope | NodeSet | undefined): Prisma.Sql {
  const from = edgeAt(span.from);
  const to = span.to === null ? null : edgeAt(span.to);
  const measure = (n: number) =>
    to ? Prisma.raw(`coalesce(t.m${n}, 0) - coalesce(f.m${n}, 0)`) : Prisma.raw(`s.total${n} - coalesce(f.m${n}, 0)`);
  return Prisma.sql`
    select s.source_id, s.workflow_id, s.node_id, s.code, ${Prisma.join([1, 2, 3, 4].map((n) => Prisma.sql`${measure(n)} as ${Prisma.raw(`m${n}`)}`))}
    from history_series s join known_source known on known.source_id = s.source_id and known.own
    left join lateral (${beforeSql(from)}) f on true
    ${to ? Prisma.sql`left join lateral (${beforeSql(to)}) t on true` : Prisma.empty}
    where s.kind = ${kind} and s.last_day >= ${from.day}::date ${scopeSql('s', scope)}`;
}

/** All that series `s` counted before an edge: one look by the index. */
function beforeSql({ day, slotBefore }: Edge): Prisma.Sql {
  const place = Prisma.sql`width_bucket(case when d.day < ${day}::date then 95::smallint else ${slotBefore}::smallint end, d.slots)`;
  const sums = [1, 2, 3, 4].map(
    (n) => Prisma.sql`${Prisma.raw(`d.before${n} + coalesce(d.sums${n}`)}[${place}], 0) as ${Prisma.raw(`m${n}`)}`,
  );
  return Prisma.sql`
    select ${Prisma.join(sums)} from history_day d
    where d.series_id = s.id and d.day <= ${day}::date order by d.day desc limit 1`;
}
