import { Prisma } from '@/lib/db/generated/client';
import { apartSql, LATER_SQL, orphanedSql, severalSql } from './rollup-delta-queries';
import { COUNTED, EXECUTION_KEY, executionsSql, STEP_COLUMNS } from './rollup-execution-queries';
import { MIXTURE_SQL } from './rollup-mixed-queries';

/** Which steps of a source are counted. */
export interface Count {
  readonly sourceId: string;
  /** Condition, beginning with `and`, on a step (`s`) that it is added. */
  readonly added: Prisma.Sql;
  /** The same, that it is seen at all: executions are read whole, as of the end of what is added. */
  readonly upTo: Prisma.Sql;
  /** Query of a place, `change_id` and `step_id`: what is up to it was counted before. */
  readonly after: Prisma.Sql;
  /** Query of what has gone and is taken out (`row_id` and columns of a step), whole executions only; null: nothing. */
  readonly gone: Prisma.Sql | null;
  /** False: of no execution, later attempts are in without a first one (`history_orphan`). */
  readonly orphans: boolean;
}

const QUARTER = Prisma.sql`date_bin('15 minutes', occurred_at, 'epoch')`;
/** Number of a quarter hour since 1970, of UTC; what lies ages away is put together at the ends. */
const numberOf = (quarter: Prisma.Sql) =>
  Prisma.sql`(greatest(-1e12, least(1e12, date_part('epoch', ${quarter}))) / 900)::int`;
const SLOT = numberOf(QUARTER);

/**
 * Common table expressions up to `node_cell` and `code_cell`: what is to be added to a series (`workflow_id`, `node_id`, and
 * `kind` and `code` where it is not that of a node) in a quarter hour (`slot`), maybe in several parts, as `d1` to `d4`.
 * `bunch` has how many steps were added (`steps`). Most steps are the first attempts of executions that succeeded: these
 * are read once and added up (`apart` null) before anything else is done. That is what upkeep costs.
 */
export function countSql({ sourceId, added, upTo, after, gone, orphans }: Count): Prisma.Sql {
  const steps = Prisma.sql`workflow_run_step s where s.source_id = ${sourceId}::uuid ${added}`;
  const touched = Prisma.sql`
    ${LATER_SQL}
    ${orphans ? Prisma.sql`union ${orphanedSql('fresh')}` : Prisma.empty}
    ${gone ? Prisma.sql`union ${severalSql('gone')}` : Prisma.empty}`;
  return Prisma.sql`
    mark as materialized (select ${sourceId}::uuid as source_id, change_id, step_id from (${after}) place),
    bunch as materialized (
      select ${sourceId}::uuid as source_id, workflow_id, node_id, ${QUARTER} as quarter, ${apartSql()} as apart,
             count(*)::int as steps
      from ${steps} group by 2, 3, 4, 5
    )
    ${orphans ? Prisma.sql`, fresh as not materialized (select ${EXECUTION_KEY}, attempt from ${steps})` : Prisma.empty}
    ${gone ? Prisma.sql`, gone as materialized (select row_id, ${STEP_COLUMNS} from (${gone}) g)` : Prisma.empty}
    , ${executionsSql({
      touched,
      upTo,
      gone: gone !== null,
      counted: () => Prisma.sql`true`,
      rolled: () => Prisma.sql`1`,
    })}
    , ${MIXTURE_SQL}, ${cellsSql(gone !== null)}`;
}

function cellsSql(gone: boolean): Prisma.Sql {
  const single = Prisma.sql`
    union all
    select workflow_id, node_id, status = 'failed', error_code, ${SLOT}, -1, true, true, true, true, false
    from gone where attempt = 1 and ${COUNTED}`;
  const slot = numberOf(Prisma.sql`quarter`);
  return Prisma.sql`
    corrected as materialized (
      select workflow_id, node_id, failed, coalesce('=' || error_code, '') as code, slot, sum(sign)::int as attempts,
             coalesce(sum(sign) filter (where last_counted), 0)::int as last_counted,
             coalesce(sum(sign) filter (where last_failed), 0)::int as last_failed,
             coalesce(sum(sign) filter (where last_code), 0)::int as last_code,
             coalesce(sum(sign) filter (where final), 0)::int as final,
             coalesce(sum(sign) filter (where last_code and recovered), 0)::int as recovered
      from (
        select workflow_id, node_id, failed, error_code, ${SLOT} as slot, sign, last_counted, last_failed, last_code, final,
               recovered
        from event ${gone ? single : Prisma.empty}
      ) e
      group by 1, 2, 3, 4, 5
    ), node_cell as materialized (
      select workflow_id, node_id, ${slot} as slot, steps as d1, steps as d2,
             case when apart is null then 0 else steps end as d3, case when apart is null then 0 else steps end as d4
      from bunch where apart is null or cardinality(apart) = 1
      union all
      select workflow_id, node_id, slot, attempts, last_counted, case when failed then attempts else 0 end,
             case when failed then last_failed else 0 end
      from corrected
    ), code_cell as materialized (
      select 'code' as kind, workflow_id, node_id, apart[1] as code, ${slot} as slot, steps as d1, steps as d2, steps as d3,
             0 as d4
      from bunch where cardinality(apart) = 1
      union all
      select 'code', workflow_id, node_id, code, slot, attempts, last_code, final, recovered from corrected where failed
      union all
      select 'mixed', workflow_id, node_id, to_jsonb(codes)::text, ${SLOT}, sign, case when recovered then sign else 0 end,
             0, 0
      from mixture
    )`;
}
