import { Prisma } from '@/lib/db/generated/client';
import { COUNTED, EXECUTION_KEY, executionsSql, keyOf, STEP_COLUMNS, sameExecution } from './rollup-execution-queries';

/**
 * What one question sees beside the rollups. An execution that is touched by anything behind the watermark, or that an
 * instant may cut, is taken out as it was counted and put in as it stands now; all others have one attempt, and are
 * just added.
 */
export interface Delta {
  /** Query of the sources with their watermarks: `source_id`, `change_id`, `step_id`. */
  readonly marks: Prisma.Sql;
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

/**
 * Common table expressions up to `single` and `event`. Most attempts are the only ones of their executions, and all first
 * attempts are counted as such (`single`: with the `sign` by which they count). What is more to say of executions with
 * several is in `event` (`executionsSql`).
 */
export function deltaSql({ marks, scope, gone, counted, rolled, edges, cut }: Delta): Prisma.Sql {
  return Prisma.sql`
    mark as materialized (${marks}), fresh as not materialized (
      select s.* from mark m cross join lateral (
        select ${STEP_COLUMNS} from workflow_run_step s
        where s.source_id = m.source_id and (s.change_id, s.id) > (m.change_id, m.step_id) ${scope('s')}
        order by s.change_id, s.id offset 0
      ) s
    ), gone as materialized (${gone})
    ${edges ? Prisma.sql`, edge as materialized (${edges})` : Prisma.empty}
    , ${executionsSql({ touched: touchedSql(edges !== null, cut), upTo: Prisma.empty, gone: true, counted, rolled })}
    , single as (
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

function touchedSql(edges: boolean, cut: Prisma.Sql | null): Prisma.Sql {
  return Prisma.sql`
    select ${EXECUTION_KEY} from fresh where attempt <> 1
    union ${orphanedSql('fresh')}
    union ${severalSql('gone')}
    ${edges ? Prisma.sql`union ${severalSql('edge')}` : Prisma.empty}
    ${cut ? Prisma.sql`union select ${EXECUTION_KEY} from (${cut}) cut` : Prisma.empty}`;
}

/** Executions of the steps of a table whose first attempt comes after later ones. */
export function orphanedSql(table: string): Prisma.Sql {
  return Prisma.sql`
    select ${keyOf('f')} from ${Prisma.raw(table)} f join history_orphan o on ${sameExecution('o', 'f')}
    where f.attempt = 1`;
}

/** Executions of the steps of a table that have more than a first attempt. */
export function severalSql(table: string): Prisma.Sql {
  return Prisma.sql`
    select ${EXECUTION_KEY} from ${Prisma.raw(table)} where attempt <> 1
    union
    select ${keyOf('g')} from ${Prisma.raw(table)} g cross join lateral (
      select from workflow_run_step a where ${sameExecution('a', 'g')} and a.attempt <> 1 limit 1 offset 0
    ) another
    where g.attempt = 1`;
}
