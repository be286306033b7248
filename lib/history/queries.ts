import { demand, type ReadCtx } from '@/lib/accounts/context';
import { Prisma } from '@/lib/db/generated/client';
import { type CalendarDay, calendarDays, hoursOfDay } from './calendar';
import { bucketFiguresSql } from './rollup-bucket-queries';
import { isRolledUp } from './rollup-progress-queries';
import { codeFiguresSql, mixedFiguresSql, nodeFiguresSql, seenSql } from './rollup-read-queries';
import { type NodeSet, type Scope, scopeSql } from './sql-queries';
import type { DailyFailures, FailureRow, MixedFailures, NodeTotals } from './stats';
import {
  stepBuckets,
  stepBucketsSql,
  stepFailureRows,
  stepMixedFailures,
  stepNodeTotals,
} from './step-figures-queries';
import { type Span, statisticsWindow } from './window';

export type { Scope } from './sql-queries';

/**
 * Failures per workflow, node and raw code in a stretch of time (absent: the last 30 days). Summed over
 * workflows it is the brief's query, row for row; restricted to one workflow it is that query with a
 * `workflow_id`. How an execution ended is read from its last attempt, whenever that was; it may still run.
 */
export async function failureRows(ctx: ReadCtx, scope?: Scope, span: Span = usual(ctx)): Promise<FailureRow[]> {
  demand(ctx, 'read');
  if (isEmpty(span)) return [];
  if (!(await isRolledUp(ctx.db))) return stepFailureRows(ctx.db, span, scope);
  return rolledFailureRows(ctx, span, scope, Prisma.empty);
}

function rolledFailureRows(
  ctx: ReadCtx,
  span: Span,
  scope: Scope | undefined,
  where: Prisma.Sql,
): Promise<FailureRow[]> {
  return ctx.db.$queryRaw<FailureRow[]>`
    select source_id as "sourceId", workflow_id as "workflowKey", node_id as "nodeId", error_code as "errorCode",
           failures, ${seenSql(span, 'first')} as "firstSeen", ${seenSql(span, 'last')} as "lastSeen",
           failed_executions as "failedExecutions", final_failures as "finalFailures", recovered
    from (${codeFiguresSql(span, scope)}) f ${where}`;
}

/** The rows of `failureRows` of one raw code (null = failures without one), over all workflows, in the last 30 days. */
export async function codeFailureRows(ctx: ReadCtx, errorCode: string | null): Promise<FailureRow[]> {
  demand(ctx, 'read');
  const span = usual(ctx);
  if (!(await isRolledUp(ctx.db)))
    return (await stepFailureRows(ctx.db, span)).filter((row) => row.errorCode === errorCode);
  return rolledFailureRows(ctx, span, undefined, Prisma.sql`where f.code_key = ${codeKeyOf(errorCode)}`);
}

/** As the rollups name a code. */
function codeKeyOf(errorCode: string | null): string {
  return errorCode === null ? '' : `=${errorCode}`;
}

/**
 * Executions that failed with more than one code, per workflow, node and set of codes: what is counted
 * more than once when the rows of `failureRows` are added up.
 */
export async function mixedFailures(ctx: ReadCtx, scope?: Scope, span: Span = usual(ctx)): Promise<MixedFailures[]> {
  demand(ctx, 'read');
  if (isEmpty(span)) return [];
  if (!(await isRolledUp(ctx.db))) return stepMixedFailures(ctx.db, span, scope);
  return ctx.db.$queryRaw<MixedFailures[]>`
    select source_id as "sourceId", workflow_id as "workflowKey", node_id as "nodeId", codes,
           failed_executions as "failedExecutions", recovered
    from (${mixedFiguresSql(span, scope)}) f`;
}

/**
 * Executions and attempts per workflow and node in a stretch of time (absent: the last 30 days): failed and
 * succeeded steps, and the executions that they are of.
 */
export async function nodeTotals(
  ctx: ReadCtx,
  scope?: Scope | NodeSet,
  span: Span = usual(ctx),
): Promise<NodeTotals[]> {
  demand(ctx, 'read');
  if (isEmpty(span)) return [];
  if (!(await isRolledUp(ctx.db))) return stepNodeTotals(ctx.db, span, scope);
  return ctx.db.$queryRaw<NodeTotals[]>`
    select source_id as "sourceId", workflow_id as "workflowKey", node_id as "nodeId", executions, attempts,
           failed_executions as "failedExecutions"
    from (${nodeFiguresSql(span, scope)}) f`;
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

/**
 * Failed attempts per day of the reader's calendar in the last 30 days, the days without any included: of all nodes, or of
 * those that one of the groups (slugs) owns, by themselves or through their workflow.
 */
export async function failuresByDay(
  ctx: ReadCtx,
  timeZone: string,
  owners: readonly string[] | null = null,
): Promise<{ readonly days: readonly CalendarDay[]; readonly failures: readonly number[] }> {
  demand(ctx, 'read');
  const span = usual(ctx);
  const days = calendarDays(span.from, ctx.now, timeZone);
  const starts = days.map(({ start }) => start);
  const figures = (await isRolledUp(ctx.db)) ? bucketFiguresSql(starts, span) : stepBucketsSql(starts, span);
  const rows = await ctx.db.$queryRaw<Pick<DailyFailures, 'dayIndex' | 'failures'>[]>`
    select bucket as "dayIndex", sum(failures)::int as failures
    from (${figures}) f ${owners === null ? Prisma.empty : ownedSql(owners)} group by bucket`;
  const failures = days.map(() => 0);
  for (const row of rows) failures[row.dayIndex] = row.failures;
  return { days, failures };
}

/** Keeps of `f` the nodes that one of the groups owns; as `effectiveOwner` says it. */
function ownedSql(owners: readonly string[]): Prisma.Sql {
  return Prisma.sql`
    join workflow w on w.source_id = f.source_id and w.key = f.workflow_id
    left join node n on n.workflow_id = w.id and n.node_id = f.node_id
    where coalesce(case when jsonb_typeof(n.config->'owner') = 'string' then nullif(n.config->>'owner', '') end, w.owner)
      = any(${owners}::text[])`;
}

/** `dailyFailures` of one day, per hour: `dayIndex` is then the position of the hour. */
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

async function failuresFrom(
  ctx: ReadCtx,
  starts: readonly Date[],
  scope: Scope | undefined,
  span: Span,
): Promise<DailyFailures[]> {
  if (isEmpty(span)) return [];
  if (!(await isRolledUp(ctx.db))) return stepBuckets(ctx.db, starts, span, scope);
  return ctx.db.$queryRaw<DailyFailures[]>`
    select source_id as "sourceId", workflow_id as "workflowKey", node_id as "nodeId", error_code as "errorCode",
           bucket as "dayIndex", failures
    from (${bucketFiguresSql(starts, span, scope)}) f`;
}

/** Nothing lies in it: so says the condition that the steps are asked with. */
function isEmpty({ from, to }: Span): boolean {
  return to !== null && to <= from;
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
