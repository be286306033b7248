import { Prisma } from '@/lib/db/generated/client';

/**
 * Columns `executions` and `failed_executions` over counted steps `s` since `from`, by the rule of the
 * statistics: a step counts where no earlier attempt of its execution does. Attempts count from 1, so
 * that only those that repeat (few) are looked up, and nothing is sorted.
 */
export function totalsSql(from: Date): Prisma.Sql {
  const isFirst = (statuses: Prisma.Sql) => Prisma.sql`(s.attempt <= 1 or not exists (
      select from workflow_run_step e
      where e.source_id = s.source_id and e.workflow_id = s.workflow_id and e.run_id = s.run_id
        and e.node_id = s.node_id and e.sub_index = s.sub_index and e.attempt < s.attempt
        and e.status in (${statuses}) and e.occurred_at >= ${from}))`;
  return Prisma.sql`
    (count(*) filter (where ${isFirst(Prisma.sql`'failed', 'succeeded'`)}))::int as executions,
    (count(*) filter (where s.status = 'failed' and ${isFirst(Prisma.sql`'failed'`)}))::int as failed_executions`;
}

/** Which steps are counted. */
export function countedSql(from: Date): Prisma.Sql {
  return Prisma.sql`s.status in ('failed', 'succeeded') and s.occurred_at >= ${from}`;
}
