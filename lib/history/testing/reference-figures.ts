import type { Queryable } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import type { DailyFailures, FailureRow, MixedFailures, NodeTotals } from '@/lib/history/stats';
import type { Span } from '@/lib/history/window';

/** The statistics as plainly as they can be said in SQL, from the steps alone (`domain.md`, "Statistics"). */
export async function referenceNodes(db: Queryable, span: Span): Promise<NodeTotals[]> {
  return db.$queryRaw<NodeTotals[]>`
    select source_id as "sourceId", workflow_id as "workflowKey", node_id as "nodeId",
           count(distinct (run_id, sub_index))::int as executions, count(*)::int as attempts,
           (count(distinct (run_id, sub_index)) filter (where status = 'failed'))::int as "failedExecutions"
    from workflow_run_step where status in ('failed', 'succeeded') and ${within(span)}
    group by source_id, workflow_id, node_id`;
}

export async function referenceCodes(db: Queryable, span: Span): Promise<FailureRow[]> {
  return db.$queryRaw<FailureRow[]>`
    select source_id as "sourceId", workflow_id as "workflowKey", node_id as "nodeId", error_code as "errorCode",
           count(*)::int as failures, min(occurred_at) as "firstSeen", max(occurred_at) as "lastSeen",
           count(distinct (run_id, sub_index))::int as "failedExecutions",
           (count(*) filter (where attempt = ${lastAttempt('attempt')}))::int as "finalFailures",
           (count(distinct (run_id, sub_index)) filter (where ${lastAttempt('status')} = 'succeeded'))::int as recovered
    from workflow_run_step s where status = 'failed' and ${within(span)}
    group by source_id, workflow_id, node_id, error_code`;
}

export async function referenceMixed(db: Queryable, span: Span): Promise<MixedFailures[]> {
  return db.$queryRaw<MixedFailures[]>`
    select "sourceId", "workflowKey", "nodeId", to_jsonb(codes) as codes, count(*)::int as "failedExecutions",
           (count(*) filter (where outcome = 'succeeded'))::int as recovered
    from (
      select source_id as "sourceId", workflow_id as "workflowKey", node_id as "nodeId",
             array_agg(distinct error_code order by error_code) as codes, min(${lastAttempt('status')}) as outcome
      from workflow_run_step s where status = 'failed' and ${within(span)}
      group by source_id, workflow_id, node_id, run_id, sub_index
    ) e where cardinality(codes) > 1
    group by 1, 2, 3, codes`;
}

/** Failed attempts per node, code and bucket of time. */
export async function referenceBuckets(db: Queryable, starts: readonly Date[], span: Span): Promise<DailyFailures[]> {
  const bounds = starts.map((start) => start.toISOString());
  return db.$queryRaw<DailyFailures[]>`
    select source_id as "sourceId", workflow_id as "workflowKey", node_id as "nodeId", error_code as "errorCode",
           width_bucket(occurred_at, ${bounds}::timestamptz[]) - 1 as "dayIndex", count(*)::int as failures
    from workflow_run_step s where status = 'failed' and ${within(span)}
    group by 1, 2, 3, 4, 5`;
}

function lastAttempt(column: 'attempt' | 'status'): Prisma.Sql {
  return Prisma.sql`(
    select ${Prisma.raw(`l.${column}`)} from workflow_run_step l
    where l.source_id = s.source_id and l.workflow_id = s.workflow_id and l.run_id = s.run_id
      and l.node_id = s.node_id and l.sub_index = s.sub_index and l.status <> 'skipped'
    order by l.attempt desc limit 1)`;
}

function within({ from, to }: Span): Prisma.Sql {
  return to === null ? Prisma.sql`occurred_at >= ${from}` : Prisma.sql`occurred_at >= ${from} and occurred_at < ${to}`;
}
