import type { Queryable } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import { endOfExecution, type NodeSet, type Scope, scopeSql, spanSql } from './sql-queries';
import type { DailyFailures, FailureRow, MixedFailures, NodeTotals } from './stats';
import type { Span } from './window';

/*
 * The figures from the steps alone: what is asked as long as a history is being counted for the first time.
 */

/**
 * Failures per workflow, node and raw code in a stretch of time (absent: the last 30 days). Summed over
 * workflows it is the brief's query, row for row; restricted to one workflow it is that query with a
 * `workflow_id`. How an execution ended is read from its last attempt, whenever that was; it may still run.
 */
export async function stepFailureRows(db: Queryable, span: Span, scope?: Scope): Promise<FailureRow[]> {
  return db.$queryRaw<FailureRow[]>`
    select source_id as "sourceId", workflow_id as "workflowKey", node_id as "nodeId", error_code as "errorCode",
           sum(failures)::int as failures, min(first_seen) as "firstSeen", max(last_seen) as "lastSeen",
           count(*)::int as "failedExecutions",
           (count(*) filter (where later.status is null))::int as "finalFailures",
           (count(*) filter (where later.status = 'succeeded'))::int as recovered
    from (
      select source_id, workflow_id, node_id, error_code, run_id, sub_index, count(*) as failures,
             min(occurred_at) as first_seen, max(occurred_at) as last_seen, max(attempt) as attempt
      from workflow_run_step f
      where status = 'failed' ${spanSql('f', span)} ${scopeSql('f', scope)}
      group by source_id, workflow_id, node_id, error_code, run_id, sub_index
    ) f
    ${endOfExecution('f')}
    group by source_id, workflow_id, node_id, error_code`;
}

/**
 * Executions that failed with more than one code, per workflow, node and set of codes: what is counted
 * more than once when the rows of `failureRows` are added up.
 */
export async function stepMixedFailures(db: Queryable, span: Span, scope?: Scope): Promise<MixedFailures[]> {
  return db.$queryRaw<MixedFailures[]>`
    select source_id as "sourceId", workflow_id as "workflowKey", node_id as "nodeId", to_jsonb(codes) as codes,
           count(*)::int as "failedExecutions", (count(*) filter (where later.status = 'succeeded'))::int as recovered
    from (
      select source_id, workflow_id, node_id, run_id, sub_index, max(attempt) as attempt,
             array_agg(distinct error_code order by error_code) as codes
      from workflow_run_step f
      where status = 'failed' ${spanSql('f', span)} ${scopeSql('f', scope)}
      group by source_id, workflow_id, node_id, run_id, sub_index
      having count(*) > 1 and (min(error_code) <> max(error_code) or count(error_code) not in (0, count(*)))
    ) f
    ${endOfExecution('f')}
    group by source_id, workflow_id, node_id, codes`;
}

/**
 * Executions and attempts per workflow and node in a stretch of time (absent: the last 30 days). An
 * execution is counted at its first counted attempt in it: all attempts less those that repeat (few, and
 * looked up). As attempts count from 1 this is `count(distinct execution)`, without sorting everything.
 */
export async function stepNodeTotals(db: Queryable, span: Span, scope?: Scope | NodeSet): Promise<NodeTotals[]> {
  const within = (alias: string) => spanSql(alias, span);
  const repeats = (statuses: Prisma.Sql) => Prisma.sql`exists (
      select from workflow_run_step e
      where e.source_id = s.source_id and e.workflow_id = s.workflow_id and e.run_id = s.run_id
        and e.node_id = s.node_id and e.sub_index = s.sub_index and e.attempt < s.attempt
        and e.status in (${statuses}) ${within('e')})`;
  return db.$queryRaw<NodeTotals[]>`
    with counted as (
      select source_id, workflow_id, node_id, count(*) as attempts, count(*) filter (where status = 'failed') as failed
      from workflow_run_step s
      where status in ('failed', 'succeeded') ${within('s')} ${scopeSql('s', scope)}
      group by source_id, workflow_id, node_id
    ), repeated as (
      select s.source_id, s.workflow_id, s.node_id,
             count(*) filter (where ${repeats(Prisma.sql`'failed', 'succeeded'`)}) as attempts,
             count(*) filter (where s.status = 'failed' and ${repeats(Prisma.sql`'failed'`)}) as failed
      from workflow_run_step s
      where s.attempt > 1 and s.status in ('failed', 'succeeded') ${within('s')} ${scopeSql('s', scope)}
      group by s.source_id, s.workflow_id, s.node_id
    )
    select source_id as "sourceId", workflow_id as "workflowKey", node_id as "nodeId",
           (counted.attempts - coalesce(repeated.attempts, 0))::int as executions, counted.attempts::int as attempts,
           (counted.failed - coalesce(repeated.failed, 0))::int as "failedExecutions"
    from counted left join repeated using (source_id, workflow_id, node_id)`;
}

/** Failed attempts per bucket of time; `dayIndex` is the position of the last of `starts` before them. */
export async function stepBuckets(
  db: Queryable,
  starts: readonly Date[],
  span: Span,
  scope?: Scope,
): Promise<DailyFailures[]> {
  return db.$queryRaw<DailyFailures[]>`
    select source_id as "sourceId", workflow_id as "workflowKey", node_id as "nodeId", error_code as "errorCode",
           bucket as "dayIndex", failures
    from (${stepBucketsSql(starts, span, scope)}) f`;
}

/** The statement of it, with the columns of `bucketFiguresSql`. */
export function stepBucketsSql(starts: readonly Date[], span: Span, scope?: Scope): Prisma.Sql {
  const bounds = starts.map((start) => start.toISOString());
  return Prisma.sql`
    select source_id, workflow_id, node_id, error_code,
           width_bucket(occurred_at, ${bounds}::timestamptz[]) - 1 as bucket, count(*)::int as failures
    from workflow_run_step s
    where status = 'failed' ${spanSql('s', span)} ${scopeSql('s', scope)}
    group by 1, 2, 3, 4, 5`;
}
