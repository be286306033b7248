import { Prisma } from '@/lib/db/generated/client';

/**
 * `known_source`: every source that steps or rollups name, with its watermark. What a restore has brought from another
 * server is not taken for rolled up (`lib/history/change-store.ts`, `takeOver`).
 */
export const MARKS_SQL = Prisma.sql`
  named(source_id) as (
    (select source_id from workflow_run_step order by source_id limit 1)
    union all
    select (select s.source_id from workflow_run_step s where s.source_id > n.source_id order by s.source_id limit 1)
    from named n where n.source_id is not null
  ), known_source as materialized (
    select source_id, case when own then after_change else 0 end as change_id,
           case when own then after_id else 0 end as step_id, coalesce(own, false) as own
    from (select source_id from named where source_id is not null union select source_id from rolled_source) s
    left join (
      select source_id, after_change, after_id,
             after_change < (pg_snapshot_xmax(pg_current_snapshot())::text)::bigint as own from rolled_source
    ) r using (source_id)
  )`;
