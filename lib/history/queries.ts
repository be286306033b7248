import { demand, type ReadCtx } from '@/lib/accounts/context';
import { Prisma } from '@/lib/db/generated/client';
import { type CalendarDay, calendarDays, hoursOfDay } from './calendar';
import { endOfExecution, type Scope, scopeSql, spanSql } from './sql-queries';
import type { DailyFailures, FailureRow, MixedFailures, NodeTotals } from './stats';
import { type Span, statisticsWindow } from './window';

export type { Scope } from './sql-queries';

/**
 * Failures per workflow, node and raw code in a stretch of time (absent: the last 30 days). Summed over
 * workflows it is the brief's query, row for row; restricted to one workflow it is that query with a
 * `workflow_id`. How an execution ended is read from its last attempt, whenever that was; it may still run.
 */
export async function failureRows(ctx: ReadCtx, scope?: Scope, span?: Span): Promise<FailureRow[]> {
  demand(ctx, 'read');
  return ctx.db.$queryRaw<FailureRow[]>`
    select source_id as "sourceId", workflow_id as "workflowKey", node_id as "nodeId", error_code as "errorCode",
           sum(failures)::int as failures, min(first_seen) as "firstSeen", max(last_seen) as "lastSeen",
           count(*)::int as "failedExecutions",
           (count(*) filter (where later.status is null))::int as "finalFailures",
           (count(*) filter (where later.status = 'succeeded'))::int as recovered
    from (
      select source_id, workflow_id, node_id, error_code, run_id, sub_index, count(*) as failures,
             min(occurred_at) as first_seen, max(occurred_at) as last_seen, max(attempt) as attempt
      from workflow_run_step f
      where status = 'failed' ${spanSql('f', span ?? usual(ctx))} ${scopeSql('f', scope)}
      group by source_id, workflow_id, node_id, error_code, run_id, sub_index
    ) f
    ${endOfExecution('f')}
    group by source_id, workflow_id, node_id, error_code`;
}

/**
 * Executions that failed with more than one code, per workflow, node and set of codes: what is counted
 * more than once when the rows of `failureRows` are added up.
 */
export async function mixedFailures(ctx: ReadCtx, scope?: Scope, span?: Span): Promise<MixedFailures[]> {
  demand(ctx, 'read');
  return ctx.db.$queryRaw<MixedFailures[]>`
    select source_id as "sourceId", workflow_id as "workflowKey", node_id as "nodeId", to_jsonb(codes) as codes,
           count(*)::int as "failedExecutions", (count(*) filter (where later.status = 'succeeded'))::int as recovered
    from (
      select source_id, workflow_id, node_id, run_id, sub_index, max(attempt) as attempt,
             array_agg(distinct error_code order by error_code) as codes
      from workflow_run_step f
      where status = 'failed' ${spanSql('f', span ?? usual(ctx))} ${scopeSql('f', scope)}
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
export async function nodeTotals(ctx: ReadCtx, scope?: Scope, span?: Span): Promise<NodeTotals[]> {
  demand(ctx, 'read');
  const within = (alias: string) => spanSql(alias, span ?? usual(ctx));
  const repeats = (statuses: Prisma.Sql) => Prisma.sql`exists (
      select from workflow_run_step e
      where e.source_id = s.source_id and e.workflow_id = s.workflow_id and e.run_id = s.run_id
        and e.node_id = s.node_id and e.sub_index = s.sub_index and e.attempt < s.attempt
        and e.status in (${statuses}) ${within('e')})`;
  return ctx.db.$queryRaw<NodeTotals[]>`
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

/**
 * Failed attempts per day of the reader's calendar, for the chart; days without any have no row.
 * The days' first moments are worked out here: Postgres may not know the reader's time zone.
 * Of a period that is still running, the days up to today.
 */
export async function dailyFailures(
  ctx: ReadCtx,
  timeZone: string,
  scope?: Scope,
  span: Span = usual(ctx),
): Promise<{ days: CalendarDay[]; rows: DailyFailures[] }> {
  demand(ctx, 'read');
  const last = new Date(Math.min(ctx.now.getTime(), (span.to?.getTime() ?? Number.POSITIVE_INFINITY) - 1));
  const days = calendarDays(span.from, last, timeZone);
  return {
    days,
    rows: await failuresFrom(
      ctx,
      days.map(({ start }) => start),
      scope,
      span,
    ),
  };
}

/** The same for one day, per hour: `dayIndex` is then the position of the hour. */
export async function hourlyFailures(
  ctx: ReadCtx,
  day: string,
  timeZone: string,
  scope?: Scope,
  span: Span = usual(ctx),
): Promise<{ hours: Date[]; rows: DailyFailures[] }> {
  demand(ctx, 'read');
  const hours = hoursOfDay(day, timeZone);
  return { hours, rows: await failuresFrom(ctx, hours, scope, span) };
}

function failuresFrom(
  ctx: ReadCtx,
  starts: readonly Date[],
  scope: Scope | undefined,
  span: Span,
): Promise<DailyFailures[]> {
  const bounds = starts.map((start) => start.toISOString());
  return ctx.db.$queryRaw<DailyFailures[]>`
    select source_id as "sourceId", workflow_id as "workflowKey", node_id as "nodeId", error_code as "errorCode",
           width_bucket(occurred_at, ${bounds}::timestamptz[]) - 1 as "dayIndex", count(*)::int as failures
    from workflow_run_step s
    where status = 'failed' ${spanSql('s', span)} ${scopeSql('s', scope)}
    group by 1, 2, 3, 4, 5`;
}

/** True when any step was ever recorded; until then there is nothing to count. */
export async function hasHistory(ctx: ReadCtx): Promise<boolean> {
  demand(ctx, 'read');
  const rows = await ctx.db.$queryRaw<{ found: boolean }[]>`select exists (select from workflow_run_step) as found`;
  return rows[0]?.found ?? false;
}

/** The earliest step that was ever recorded; null until there is one. */
export async function historyBegins(ctx: ReadCtx): Promise<Date | null> {
  demand(ctx, 'read');
  const rows = await ctx.db.$queryRaw<{ first: Date | null }[]>`
    select min(occurred_at) as first from workflow_run_step`;
  return rows[0]?.first ?? null;
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

function usual(ctx: ReadCtx): Span {
  return { from: statisticsWindow(ctx.now).from, to: null };
}
