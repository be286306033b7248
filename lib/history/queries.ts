import { demand, type ReadCtx } from '@/lib/accounts/context';
import { Prisma } from '@/lib/db/generated/client';
import { statisticsWindow } from './window';

/** One workflow's node and raw error code (null = the log has none) in the window. */
export interface FailureRow {
  readonly sourceId: string;
  readonly workflowKey: string;
  readonly nodeId: string;
  readonly errorCode: string | null;
  /** Failed attempts: `count(*)` of the brief's query. */
  readonly failures: number;
  readonly firstSeen: Date;
  readonly lastSeen: Date;
  /** Executions with at least one attempt that failed with this code. */
  readonly failedExecutions: number;
  /** Executions whose last attempt failed with this code. */
  readonly finalFailures: number;
}

/** All executions and attempts of a node in the window: the denominators. */
export interface NodeTotals {
  readonly sourceId: string;
  readonly workflowKey: string;
  readonly nodeId: string;
  /** `count(distinct execution)` over failed and succeeded steps. */
  readonly executions: number;
  /** `count(*)` of failed and succeeded steps. */
  readonly attempts: number;
  /** Executions with at least one failed attempt, whatever the code. */
  readonly failedExecutions: number;
}

/** Restricts statistics to one workflow of one source; absent = all. */
export interface Scope {
  readonly sourceId: string;
  readonly workflowKey: string;
  readonly nodeId?: string;
}

/**
 * Failures per workflow, node and raw code in the last 30 days. Summed over workflows it is the
 * brief's query, row for row; restricted to one workflow it is that query with a `workflow_id`.
 */
export async function failureRows(ctx: ReadCtx, scope?: Scope): Promise<FailureRow[]> {
  demand(ctx, 'read');
  const { from } = statisticsWindow(ctx.now);
  return ctx.db.$queryRaw<FailureRow[]>`
    select f.source_id as "sourceId", f.workflow_id as "workflowKey", f.node_id as "nodeId",
           f.error_code as "errorCode", count(*)::int as failures,
           min(f.occurred_at) as "firstSeen", max(f.occurred_at) as "lastSeen",
           count(distinct (f.run_id, f.sub_index))::int as "failedExecutions",
           (count(*) filter (where later.attempt is null))::int as "finalFailures"
    from workflow_run_step f
    left join lateral (
      select s.attempt from workflow_run_step s
      where s.source_id = f.source_id and s.workflow_id = f.workflow_id and s.run_id = f.run_id
        and s.node_id = f.node_id and s.sub_index = f.sub_index and s.attempt > f.attempt
      limit 1
    ) later on true
    where f.status = 'failed' and f.occurred_at >= ${from} ${scopeSql('f', scope)}
    group by f.source_id, f.workflow_id, f.node_id, f.error_code`;
}

/** Executions and attempts per workflow and node in the last 30 days. */
export async function nodeTotals(ctx: ReadCtx, scope?: Scope): Promise<NodeTotals[]> {
  demand(ctx, 'read');
  const { from } = statisticsWindow(ctx.now);
  return ctx.db.$queryRaw<NodeTotals[]>`
    select source_id as "sourceId", workflow_id as "workflowKey", node_id as "nodeId",
           count(*)::int as executions, sum(attempts)::int as attempts,
           (count(*) filter (where failed))::int as "failedExecutions"
    from (
      select source_id, workflow_id, node_id, run_id, sub_index, count(*) as attempts,
             bool_or(status = 'failed') as failed
      from workflow_run_step s
      where status in ('failed', 'succeeded') and occurred_at >= ${from} ${scopeSql('s', scope)}
      group by source_id, workflow_id, node_id, run_id, sub_index
    ) execution
    group by source_id, workflow_id, node_id`;
}

/** Failed attempts per day (in the reader's time zone, `YYYY-MM-DD`) and raw code, for the chart. */
export interface DailyFailures {
  readonly day: string;
  readonly errorCode: string | null;
  readonly failures: number;
}

export async function dailyFailures(ctx: ReadCtx, timeZone: string, scope?: Scope): Promise<DailyFailures[]> {
  demand(ctx, 'read');
  const { from } = statisticsWindow(ctx.now);
  return ctx.db.$queryRaw<DailyFailures[]>`
    select to_char(occurred_at at time zone ${timeZone}, 'YYYY-MM-DD') as day,
           error_code as "errorCode", count(*)::int as failures
    from workflow_run_step s
    where status = 'failed' and occurred_at >= ${from} ${scopeSql('s', scope)}
    group by 1, 2 order by 1`;
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
      where status in ('failed', 'succeeded', 'running') and occurred_at >= ${from} ${scopeSql('s', scope)}
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
