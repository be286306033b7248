import { demand, type ReadCtx } from '@/lib/accounts/context';
import { Prisma } from '@/lib/db/generated/client';
import { type CalendarDay, calendarDays } from './calendar';
import type { DailyFailures, FailureRow, NodeTotals } from './stats';
import { statisticsWindow } from './window';

/** Restricts statistics to one workflow of one source; absent = all. */
export interface Scope {
  readonly sourceId: string;
  readonly workflowKey: string;
  readonly nodeId?: string;
}

/**
 * Failures per workflow, node and raw code in the last 30 days. Summed over workflows it is the
 * brief's query, row for row; restricted to one workflow it is that query with a `workflow_id`.
 * How an execution ended is read from its last attempt, which may still run or be cancelled.
 */
export async function failureRows(ctx: ReadCtx, scope?: Scope): Promise<FailureRow[]> {
  demand(ctx, 'read');
  const { from } = statisticsWindow(ctx.now);
  return ctx.db.$queryRaw<FailureRow[]>`
    select source_id as "sourceId", workflow_id as "workflowKey", node_id as "nodeId", error_code as "errorCode",
           sum(failures)::int as failures, min(first_seen) as "firstSeen", max(last_seen) as "lastSeen",
           count(*)::int as "failedExecutions",
           (count(*) filter (where ended_here))::int as "finalFailures",
           (count(*) filter (where ended = 'succeeded'))::int as recovered
    from (
      select f.source_id, f.workflow_id, f.node_id, f.error_code, f.run_id, f.sub_index, count(*) as failures,
             min(f.occurred_at) as first_seen, max(f.occurred_at) as last_seen,
             bool_or(later.status is null) as ended_here, max(later.status) as ended
      from workflow_run_step f
      left join lateral (
        select s.status from workflow_run_step s
        where s.source_id = f.source_id and s.workflow_id = f.workflow_id and s.run_id = f.run_id
          and s.node_id = f.node_id and s.sub_index = f.sub_index and s.attempt > f.attempt and s.status <> 'skipped'
        order by s.attempt desc limit 1
      ) later on true
      where f.status = 'failed' and f.occurred_at >= ${from} ${scopeSql('f', scope)}
      group by f.source_id, f.workflow_id, f.node_id, f.error_code, f.run_id, f.sub_index
    ) execution
    group by source_id, workflow_id, node_id, error_code`;
}

/**
 * Executions and attempts per workflow and node in the last 30 days. An execution is counted at its
 * first counted attempt in the window: all attempts less those that repeat (few, and looked up). As
 * attempts count from 1 this is `count(distinct execution)`, without sorting the whole history.
 */
export async function nodeTotals(ctx: ReadCtx, scope?: Scope): Promise<NodeTotals[]> {
  demand(ctx, 'read');
  const { from } = statisticsWindow(ctx.now);
  const repeats = (statuses: Prisma.Sql) => Prisma.sql`exists (
      select from workflow_run_step e
      where e.source_id = s.source_id and e.workflow_id = s.workflow_id and e.run_id = s.run_id
        and e.node_id = s.node_id and e.sub_index = s.sub_index and e.attempt < s.attempt
        and e.status in (${statuses}) and e.occurred_at >= ${from})`;
  return ctx.db.$queryRaw<NodeTotals[]>`
    with counted as (
      select source_id, workflow_id, node_id, count(*) as attempts, count(*) filter (where status = 'failed') as failed
      from workflow_run_step s
      where status in ('failed', 'succeeded') and occurred_at >= ${from} ${scopeSql('s', scope)}
      group by source_id, workflow_id, node_id
    ), repeated as (
      select s.source_id, s.workflow_id, s.node_id,
             count(*) filter (where ${repeats(Prisma.sql`'failed', 'succeeded'`)}) as attempts,
             count(*) filter (where s.status = 'failed' and ${repeats(Prisma.sql`'failed'`)}) as failed
      from workflow_run_step s
      where s.attempt > 1 and s.status in ('failed', 'succeeded') and s.occurred_at >= ${from} ${scopeSql('s', scope)}
      group by s.source_id, s.workflow_id, s.node_id
    )
    select source_id as "sourceId", workflow_id as "workflowKey", node_id as "nodeId",
           (counted.attempts - coalesce(repeated.attempts, 0))::int as executions, counted.attempts::int as attempts,
           (counted.failed - coalesce(repeated.failed, 0))::int as "failedExecutions"
    from counted left join repeated using (source_id, workflow_id, node_id)`;
}

/**
 * Failed attempts per day of the reader's calendar, for the chart; days without any have no row.
 * The days' first moments are worked out here: Postgres may not know the reader's time zone.
 */
export async function dailyFailures(
  ctx: ReadCtx,
  timeZone: string,
  scope?: Scope,
): Promise<{ days: CalendarDay[]; rows: DailyFailures[] }> {
  demand(ctx, 'read');
  const { from } = statisticsWindow(ctx.now);
  const days = calendarDays(from, ctx.now, timeZone);
  const starts = days.map(({ start }) => start.toISOString());
  const rows = await ctx.db.$queryRaw<DailyFailures[]>`
    select source_id as "sourceId", workflow_id as "workflowKey", node_id as "nodeId", error_code as "errorCode",
           width_bucket(occurred_at, ${starts}::timestamptz[]) - 1 as "dayIndex", count(*)::int as failures
    from workflow_run_step s
    where status = 'failed' and occurred_at >= ${from} ${scopeSql('s', scope)}
    group by 1, 2, 3, 4, 5`;
  return { days, rows };
}

/** True when any step was ever recorded; until then there is nothing to count. */
export async function hasHistory(ctx: ReadCtx): Promise<boolean> {
  demand(ctx, 'read');
  const rows = await ctx.db.$queryRaw<{ found: boolean }[]>`select exists (select from workflow_run_step) as found`;
  return rows[0]?.found ?? false;
}

/** What is known of one code on one node: the evidence beside a decision. */
export interface CodeEvidence {
  readonly errorCode: string | null;
  readonly failures: number;
  readonly failedExecutions: number;
  readonly finalFailures: number;
  /** Failed attempts with this code after which another attempt ran… */
  readonly retried: number;
  /** …and the execution ended well. */
  readonly recovered: number;
  readonly firstSeen: Date;
  readonly lastSeen: Date;
  /** Message of the latest failure with this code. */
  readonly example: string | null;
  readonly exampleRun: string;
}

/** Evidence per code of one node in the last 30 days, most failures first. */
export async function nodeEvidence(ctx: ReadCtx, scope: Required<Scope>): Promise<CodeEvidence[]> {
  demand(ctx, 'read');
  const { from } = statisticsWindow(ctx.now);
  return ctx.db.$queryRaw<CodeEvidence[]>`
    with step as (
      select run_id, sub_index, attempt, status, error_code, error_message, occurred_at,
             last_value(attempt) over execution as last_attempt,
             last_value(status) over execution as last_status
      from workflow_run_step s
      where status <> 'skipped' and occurred_at >= ${from} ${scopeSql('s', scope)}
      window execution as (partition by run_id, sub_index order by attempt
                           rows between unbounded preceding and unbounded following)
    )
    select error_code as "errorCode", count(*)::int as failures,
           count(distinct (run_id, sub_index))::int as "failedExecutions",
           (count(*) filter (where attempt = last_attempt))::int as "finalFailures",
           (count(*) filter (where attempt < last_attempt))::int as retried,
           (count(*) filter (where attempt < last_attempt and last_status = 'succeeded'))::int as recovered,
           min(occurred_at) as "firstSeen", max(occurred_at) as "lastSeen",
           (array_agg(error_message order by occurred_at desc))[1] as example,
           (array_agg(run_id order by occurred_at desc))[1] as "exampleRun"
    from step where status = 'failed'
    group by error_code order by failures desc, error_code nulls last`;
}

function scopeSql(alias: string, scope?: Scope): Prisma.Sql {
  if (!scope) return Prisma.empty;
  const of = Prisma.raw(alias);
  const node = scope.nodeId === undefined ? Prisma.empty : Prisma.sql`and ${of}.node_id = ${scope.nodeId}`;
  return Prisma.sql`and ${of}.source_id = ${scope.sourceId}::uuid and ${of}.workflow_id = ${scope.workflowKey} ${node}`;
}
