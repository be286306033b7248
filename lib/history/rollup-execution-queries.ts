import { Prisma } from '@/lib/db/generated/client';

/** What of a step matters. */
export const STEP_COLUMNS = Prisma.raw(
  'source_id, workflow_id, run_id, node_id, sub_index, attempt, status, error_code, occurred_at',
);
const KEY = ['source_id', 'workflow_id', 'run_id', 'node_id', 'sub_index'];
export const EXECUTION_KEY = Prisma.raw(KEY.join(', '));
export const COUNTED = Prisma.sql`status in ('failed', 'succeeded')`;

const AT = Prisma.sql`occurred_at`;

/** The execution that a table is about. */
export function keyOf(alias: string): Prisma.Sql {
  return Prisma.raw(KEY.map((column) => `${alias}.${column}`).join(', '));
}

/** That two tables speak of the same execution. */
export function sameExecution(one: string, other: string): Prisma.Sql {
  return Prisma.raw(KEY.map((column) => `${one}.${column} = ${other}.${column}`).join(' and '));
}

/** Executions that are read whole, behind the tables `mark` and, where something has gone, `gone`. */
export interface Executions {
  /** Query of their keys, each once. */
  readonly touched: Prisma.Sql;
  /** Condition, beginning with `and`, on a step (`s`) that it is to be in; empty: all that are visible. */
  readonly upTo: Prisma.Sql;
  readonly gone: boolean;
  /** As `Delta` has them. */
  readonly counted: (at: Prisma.Sql) => Prisma.Sql;
  readonly rolled: (at: Prisma.Sql) => Prisma.Sql;
}

/**
 * Common table expressions. `touched`: those executions, with a number each; `version`: their attempts, as they were
 * counted (`was`) and as they stand; `event`: what is to be said of each beyond that first attempts are counted as the
 * only ones of their executions: whether it is the last counted one of its execution (`last_counted`), the last failed
 * one, the last with its code, the final one (`final`), and of an execution that succeeded in the end (`recovered`). The
 * rules: `domain.md`, "Statistics". `offset 0` keeps each look by its index: Postgres cannot know that there are few.
 */
export function executionsSql({ touched, upTo, gone, counted, rolled }: Executions): Prisma.Sql {
  return Prisma.sql`
    touched as materialized (
      select key.*, m.change_id, m.step_id, row_number() over () as k
      from (${touched}) key join mark m using (source_id)
    ), version as materialized (
      select k.k, s.attempt, s.status, s.error_code, s.occurred_at,
             (s.change_id, s.id) <= (k.change_id, k.step_id) as was, true as stands
      from touched k cross join lateral (
        select * from workflow_run_step s where ${sameExecution('s', 'k')} ${upTo} offset 0
      ) s
      ${gone ? GONE_SQL : Prisma.empty}
    ), ranked as materialized (
      select k, now, failed, error_code, occurred_at, attempt, case when now then 1 else - ${rolled(AT)} end as sign,
             place = 1 as last_counted, failures_after = 0 as last_failed, attempt = ended[1] as final,
             ended[2] = 1 as recovered, failed and first_code <> last_code as several
      from (
        select v.*, row_number() over latest as place, count(*) filter (where failed) over after as failures_after,
               max(array[attempt, (status = 'succeeded')::int]) filter (where status <> 'skipped') over whole as ended,
               min(code) filter (where failed and counts) over whole as first_code,
               max(code) filter (where failed and counts) over whole as last_code
        from (
          select v.*, status = 'failed' as failed, coalesce('=' || error_code, '') as code,
                 ${COUNTED} and (not now or ${counted(AT)}) as counts
          from (select k, false as now, attempt, status, error_code, occurred_at from version where was
                union all
                select k, true, attempt, status, error_code, occurred_at from version where stands) v
        ) v
        window latest as (partition by k, now order by counts desc, occurred_at desc, attempt desc),
               after as (latest rows between unbounded preceding and 1 preceding),
               whole as (latest rows between unbounded preceding and unbounded following)
      ) v where counts
    ), weighed as (
      select *, last_failed as last_code from ranked where not several
      union all
      select *, row_number() over (partition by k, now, error_code order by occurred_at desc, attempt desc) = 1
      from ranked where several
    ), event as (
      select k.source_id, k.workflow_id, k.node_id, e.failed, e.error_code, e.occurred_at, e.sign, e.last_counted,
             e.last_failed, e.last_code, e.final, e.recovered
      from (
        select k, failed, error_code, occurred_at, sign, last_counted, last_failed, last_code, final, recovered
        from weighed
        union all
        select k, status = 'failed', error_code, occurred_at,
               case when was then ${rolled(AT)} else 0 end - case when stands and ${counted(AT)} then 1 else 0 end,
               true, true, true, status = 'failed', false
        from version where attempt = 1 and ${COUNTED}
      ) e join touched k using (k)
      where e.sign <> 0
    )`;
}

const GONE_SQL = Prisma.sql`
      union all
      select k.k, g.attempt, g.status, g.error_code, g.occurred_at, true, false
      from touched k join gone g on ${sameExecution('g', 'k')}`;
