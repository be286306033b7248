import { Prisma } from '@/lib/db/generated/client';

/**
 * What one question, or one step of upkeep, sees beside the rollups. An execution that is touched by anything behind the
 * watermark, or that an instant may cut, is taken out as it was counted and put in as it stands now; all others have
 * one attempt, and are just added.
 */
export interface Delta {
  /** Query of the sources with their watermarks: `source_id`, `change_id`, `step_id`. */
  readonly marks: Prisma.Sql;
  /** True: what is behind the watermark is little, and read in the order of changes, whatever Postgres guesses. */
  readonly little: boolean;
  /** Condition on a step (`s`) that it is to be in; absent: all that are visible. */
  readonly upTo: Prisma.Sql;
  /** Conditions, each beginning with `and`, on a step of the table that is called so. */
  readonly scope: (alias: string) => Prisma.Sql;
  /** Query of what has gone and is to be taken out (`history_gone` with its columns), whole executions only. */
  readonly gone: Prisma.Sql;
  /** Condition that an instant is counted, and how often (0 or 1; turned round -1) it is in what was rolled up. */
  readonly counted: (at: Prisma.Sql) => Prisma.Sql;
  readonly rolled: (at: Prisma.Sql) => Prisma.Sql;
  /** Query of steps between an instant and its edge (columns of a step), and of executions that it may cut. */
  readonly edges: Prisma.Sql | null;
  readonly cut: Prisma.Sql | null;
}

const AT = Prisma.sql`occurred_at`;
/** What of a step matters. */
export const STEP_COLUMNS = Prisma.raw(
  'source_id, workflow_id, run_id, node_id, sub_index, attempt, status, error_code, occurred_at',
);
const KEY = Prisma.raw('source_id, workflow_id, run_id, node_id, sub_index');
const COUNTED = Prisma.sql`status in ('failed', 'succeeded')`;

/** That two tables speak of the same execution. */
export function sameExecution(one: string, other: string): Prisma.Sql {
  const columns = ['source_id', 'workflow_id', 'run_id', 'node_id', 'sub_index'];
  return Prisma.raw(columns.map((column) => `${one}.${column} = ${other}.${column}`).join(' and '));
}

/**
 * Common table expressions up to `single` and `event`. Most attempts are the only ones of their executions, and all first
 * attempts are counted as such (`single`: with the `sign` by which they count). What is more to say of executions with
 * several is in `event`, that they were counted there included: whether each attempt is the last counted one of its
 * execution (`last_counted`), the last failed one, the last with its code, the final one (`final`), and of an execution
 * that succeeded in the end (`recovered`). The rules: `domain.md`, "Statistics".
 */
export function deltaSql(delta: Delta): Prisma.Sql {
  const { counted, rolled, edges } = delta;
  return Prisma.sql`
    ${versionsSql(delta)}, state as (
      select v.*, first_value(attempt) over ended as top, first_value(status) over ended as outcome
      from (select k, false as now, attempt, status, error_code, occurred_at from version where was
            union all
            select k, true, attempt, status, error_code, occurred_at from version where stands) v
      window ended as (partition by k, now order by status = 'skipped', attempt desc)
    ), weighed as materialized (
      select k, now, status = 'failed' as failed, error_code, occurred_at, attempt,
             case when now then 1 else - ${rolled(AT)} end as sign,
             row_number() over (partition by k, now order by occurred_at desc, attempt desc) = 1 as last_counted,
             row_number() over (partition by k, now, status order by occurred_at desc, attempt desc) = 1 as last_failed,
             row_number() over (partition by k, now, status, error_code
                                order by occurred_at desc, attempt desc) = 1 as last_code,
             attempt = top as final, outcome = 'succeeded' as recovered
      from state where ${COUNTED} and (not now or ${counted(AT)})
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
    ), single as (
      ${singleSql(Prisma.sql`fresh`, Prisma.sql`1`, Prisma.sql`and ${counted(AT)}`)}
      union all
      ${singleSql(Prisma.sql`gone`, Prisma.sql`- ${rolled(AT)}`, Prisma.empty)}
      ${edges ? Prisma.sql`union all ${singleSql(Prisma.sql`edge`, Prisma.sql`(${counted(AT)})::int - ${rolled(AT)}`, Prisma.empty)}` : Prisma.empty}
    )`;
}

function singleSql(table: Prisma.Sql, sign: Prisma.Sql, condition: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    select source_id, workflow_id, node_id, status = 'failed' as failed, error_code, occurred_at, ${sign} as sign
    from ${table} where attempt = 1 and ${COUNTED} ${condition}`;
}

/**
 * `touched`: executions that are read whole, with a number each; `version`: their attempts, as they were counted (`was`)
 * and as they stand. `offset 0` keeps each look by its index: Postgres cannot know that there are few.
 */
function versionsSql({ marks, little, upTo, scope, gone, edges, cut }: Delta): Prisma.Sql {
  const again = (alias: string) => Prisma.sql`
    cross join lateral (
      select from workflow_run_step a where ${sameExecution('a', alias)} and a.attempt <> 1 limit 1 offset 0
    ) another`;
  const keyOf = (alias: string) =>
    Prisma.raw(['source_id', 'workflow_id', 'run_id', 'node_id', 'sub_index'].map((c) => `${alias}.${c}`).join(', '));
  return Prisma.sql`
    mark as materialized (${marks}), fresh as not materialized (
      select s.* from mark m cross join lateral (
        select ${STEP_COLUMNS} from workflow_run_step s
        where s.source_id = m.source_id and (s.change_id, s.id) > (m.change_id, m.step_id) ${upTo} ${scope('s')}
        ${little ? Prisma.sql`order by s.change_id, s.id` : Prisma.empty} offset 0
      ) s
    ), gone as materialized (${gone})
    ${edges ? Prisma.sql`, edge as materialized (${edges})` : Prisma.empty}
    , touched as materialized (
      select key.*, m.change_id, m.step_id, row_number() over () as k
      from (
        select ${KEY} from fresh where attempt <> 1
        union select ${keyOf('f')} from fresh f join history_orphan o on ${sameExecution('o', 'f')} where f.attempt = 1
        union select ${KEY} from gone where attempt <> 1
        union select ${keyOf('g')} from gone g ${again('g')} where g.attempt = 1
        ${
          edges
            ? Prisma.sql`
        union select ${KEY} from edge where attempt <> 1
        union select ${keyOf('e')} from edge e ${again('e')} where e.attempt = 1`
            : Prisma.empty
        }
        ${cut ? Prisma.sql`union select ${KEY} from (${cut}) cut` : Prisma.empty}
      ) key join mark m using (source_id)
    ), version as materialized (
      select k.k, s.attempt, s.status, s.error_code, s.occurred_at,
             (s.change_id, s.id) <= (k.change_id, k.step_id) as was, true as stands
      from touched k cross join lateral (
        select * from workflow_run_step s where ${sameExecution('s', 'k')} ${upTo} offset 0
      ) s
      union all
      select k.k, g.attempt, g.status, g.error_code, g.occurred_at, true, false
      from touched k join gone g on ${sameExecution('g', 'k')}
    )`;
}
