import { Prisma } from '@/lib/db/generated/client';
import { COUNTED, EXECUTION_KEY, executionsSql, keyOf, sameExecution } from './rollup-execution-queries';

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
 * attempts are counted as such (`single`: with the `sign` by which they count, several as one). What is more to say of
 * executions with several is in `event` (`executionsSql`). What is behind the watermark is read once, by the index of
 * changes, whatever Postgres guesses (`history_tail`, in the migrations), and added up (`bunch`).
 */
export function deltaSql({ marks, scope, gone, counted, rolled, edges, cut }: Delta): Prisma.Sql {
  const fresh = (columns: Prisma.Sql) => Prisma.sql`
    select ${columns} from history_tail(m.source_id, m.change_id, m.step_id) s where true ${scope('s')}`;
  const bunched = Prisma.sql`
    workflow_id, node_id, ${apartSql(Prisma.sql`when not ${counted(AT)} then '{}'::text[]`)} as apart`;
  return Prisma.sql`
    mark as materialized (${marks}), bunch as materialized (
      select m.source_id, b.* from mark m cross join lateral (
        select workflow_id, node_id, apart, count(*)::int as steps from (${fresh(bunched)}) s group by 1, 2, 3
      ) b
    ), fresh as not materialized (
      select s.* from mark m cross join lateral (${fresh(Prisma.sql`${EXECUTION_KEY}, attempt`)}) s
    ), gone as materialized (${gone})
    ${edges ? Prisma.sql`, edge as materialized (${edges})` : Prisma.empty}
    , ${executionsSql({ touched: touchedSql(edges !== null, cut), upTo: Prisma.empty, gone: true, counted, rolled })}
    , single as (
      select source_id, workflow_id, node_id, apart is not null as failed,
             case when apart[1] <> '' then substr(apart[1], 2) end as error_code, steps as sign
      from bunch where apart is null or cardinality(apart) = 1
      union all
      ${singleSql(Prisma.sql`gone`, Prisma.sql`- ${rolled(AT)}`)}
      ${edges ? Prisma.sql`union all ${singleSql(Prisma.sql`edge`, Prisma.sql`(${counted(AT)})::int - ${rolled(AT)}`)}` : Prisma.empty}
    )`;
}

/**
 * What sets a step apart from all others of its node. Null: nothing, it is the first attempt and succeeded; one element:
 * the code of a failed first attempt; two: the execution of a later attempt; none: it is not counted.
 */
export function apartSql(uncounted: Prisma.Sql = Prisma.empty): Prisma.Sql {
  return Prisma.sql`
    case when attempt <> 1 then array[run_id, sub_index] ${uncounted}
         else case status when 'succeeded' then null when 'failed' then array[coalesce('=' || error_code, '')]
                          else '{}'::text[] end end`;
}

function singleSql(table: Prisma.Sql, sign: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    select source_id, workflow_id, node_id, status = 'failed', error_code, ${sign}
    from ${table} where attempt = 1 and ${COUNTED}`;
}

/** Executions of later attempts in `bunch`. */
export const LATER_SQL = Prisma.sql`
    select distinct source_id, workflow_id, apart[1] as run_id, node_id, apart[2] as sub_index
    from bunch where cardinality(apart) = 2`;

function touchedSql(edges: boolean, cut: Prisma.Sql | null): Prisma.Sql {
  return Prisma.sql`
    ${LATER_SQL}
    union select ${EXECUTION_KEY} from (${orphanedSql('fresh')}) o
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
