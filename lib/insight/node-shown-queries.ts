import { demand, type ReadCtx } from '@/lib/accounts/context';
import { Prisma } from '@/lib/db/generated/client';
import type { ProofState } from '@/lib/drills/standing';
import { type CalendarDay, calendarDays } from '@/lib/history/calendar';
import { isRolledUp } from '@/lib/history/rollup-progress-queries';
import { codeFiguresSql, nodeFiguresSql, seenSql } from '@/lib/history/rollup-read-queries';
import { statisticsWindow } from '@/lib/history/window';
import { effectiveOwner } from '@/lib/owners/effective-owner';
import { readPolicy } from '@/lib/policy/read';
import type { StandardPart } from '@/lib/policy/vocabulary';
import type { JsonObject } from '@/lib/shared/json';
import { coverageFrom, type Lack } from './coverage';
import type { ListedNode } from './node-row';
import { countedSql, totalsSql } from './node-totals-queries';
import { ASKED_SQL, JOIN_STANDARD, JOIN_STATE } from './standard-state-store';
import { nodeTrend } from './trend';

/** The rows of these nodes (row ids), in their order. Three queries, whatever the number. */
export async function shownNodes(ctx: ReadCtx, ids: readonly string[], timeZone: string): Promise<ListedNode[]> {
  demand(ctx, 'read');
  if (ids.length === 0) return [];
  const period = { from: statisticsWindow(ctx.now).from, now: ctx.now };
  const days = calendarDays(period.from, ctx.now, timeZone);
  const [records, figures, daily] = await Promise.all([
    // Read while Postgres still counts.
    nodeRecords(ctx, ids).then((nodes) => nodes.map((node) => ({ ...node, policy: readPolicy(node.config).policy }))),
    isRolledUp(ctx.db).then((rolledUp) => (rolledUp ? rolledFigures : nodeFigures)(ctx, ids, period.from)),
    dailyCounts(ctx, ids, period.from, days),
  ]);
  const recordOf = new Map(records.map((record) => [record.id, record]));
  const figuresOf = new Map(figures.map((each) => [each.id, each]));
  const countsOf = new Map<string, number[]>();
  for (const { id, dayIndex, failures } of daily) {
    const counts = countsOf.get(id) ?? days.map(() => 0);
    counts[dayIndex] = failures;
    countsOf.set(id, counts);
  }
  return ids.flatMap((id) => {
    const record = recordOf.get(id);
    if (!record) return [];
    const counts = countsOf.get(id) ?? days.map(() => 0);
    return [{ ...toRow(record, figuresOf.get(id)), trend: nodeTrend(counts, days, period) }];
  });
}

interface NodeRecord {
  readonly id: string;
  readonly nodeId: string;
  readonly version: number;
  readonly name: string;
  readonly config: JsonObject;
  readonly hasEngineRetry: boolean;
  readonly workflowName: string;
  readonly workflowOwner: string | null;
  readonly hasDraft: boolean;
  readonly lacks: readonly Lack[];
  readonly nothingCanFail: boolean;
  readonly proof: ProofState;
  readonly ownerName: string | null;
  /** Null: nothing is asked of it. */
  readonly deviates: readonly StandardPart[] | null;
  readonly excused: readonly StandardPart[] | null;
}

function nodeRecords(ctx: ReadCtx, ids: readonly string[]): Promise<NodeRecord[]> {
  return ctx.db.$queryRaw<NodeRecord[]>`
    select n.id, n.node_id as "nodeId", n.version, n.name, n.config, n.engine_retry <> '[]'::jsonb as "hasEngineRetry",
           w.name as "workflowName", w.owner as "workflowOwner", d.node_row_id is not null as "hasDraft",
           f.lacks, f.nothing_can_fail as "nothingCanFail", f.proof, g.name as "ownerName",
           case when ${ASKED_SQL} then ns.deviates end as deviates, case when ${ASKED_SQL} then ns.excused end as excused
    from node n
    join workflow w on w.id = n.workflow_id
    join node_facts f on f.node_row_id = n.id
    left join owner_group g on g.slug = coalesce(f.owner, w.owner)
    ${JOIN_STANDARD} ${JOIN_STATE}
    left join node_draft d on d.node_row_id = n.id
    where n.id = any(${ids}::uuid[])`;
}

interface NodeFigures {
  readonly id: string;
  readonly failures: number | null;
  readonly finalFailures: number | null;
  readonly lastFailedAt: Date | null;
  readonly unclassified: boolean | null;
  readonly executions: number | null;
  readonly failedExecutions: number | null;
}

/**
 * An execution failed finally when no attempt after its failed one was recorded but as skipped. Node by
 * node, since the planner cannot know how much of the history belongs to those that are shown.
 */
function nodeFigures(ctx: ReadCtx, ids: readonly string[], from: Date): Promise<NodeFigures[]> {
  return ctx.db.$queryRaw<NodeFigures[]>`
    with shown as materialized (${shownSql(ids)})
    select o.id, failed.failures, failed.final_failures as "finalFailures", failed.last_failed as "lastFailedAt",
           failed.unclassified, totals.executions, totals.failed_executions as "failedExecutions"
    from shown o
    cross join lateral (
      select count(*)::int as failures, max(f.occurred_at) as last_failed,
             bool_or(c.standing is not distinct from 'unclassified') as unclassified,
             (count(*) filter (where not exists (
               select from workflow_run_step later
               where later.source_id = f.source_id and later.workflow_id = f.workflow_id and later.run_id = f.run_id
                 and later.node_id = f.node_id and later.sub_index = f.sub_index and later.attempt > f.attempt
                 and later.status <> 'skipped')))::int as final_failures
      from workflow_run_step f
      left join node_code c on c.node_row_id = o.id and c.code_key = coalesce('=' || f.error_code, '')
      where f.source_id = o.source_id and f.workflow_id = o.workflow_id and f.node_id = o.node_id
        and f.status = 'failed' and f.occurred_at >= ${from}
    ) failed
    cross join lateral (
      select ${totalsSql(from)} from workflow_run_step s
      where s.source_id = o.source_id and s.workflow_id = o.workflow_id and s.node_id = o.node_id and ${countedSql(from)}
    ) totals`;
}

/** The same from the rollups. */
function rolledFigures(ctx: ReadCtx, ids: readonly string[], from: Date): Promise<NodeFigures[]> {
  const span = { from, to: null };
  return ctx.db.$queryRaw<NodeFigures[]>`
    with shown as materialized (${shownSql(ids)}), code as materialized (
      select o.id, f.failures, f.final_failures, ${seenSql(span, 'last')} as last_failed,
             c.standing is not distinct from 'unclassified' as unclassified
      from (${codeFiguresSql(span)}) f join shown o using (source_id, workflow_id, node_id)
      left join node_code c on c.node_row_id = o.id and c.code_key = f.code_key
    )
    select o.id, coalesce(failed.failures, 0) as failures, coalesce(failed.final_failures, 0) as "finalFailures",
           failed.last_failed as "lastFailedAt", failed.unclassified, coalesce(t.executions, 0) as executions,
           coalesce(t.failed_executions, 0) as "failedExecutions"
    from shown o
    left join (
      select id, sum(failures)::int as failures, sum(final_failures)::int as final_failures,
             max(last_failed) as last_failed, bool_or(unclassified) as unclassified
      from code group by id
    ) failed using (id)
    left join (${nodeFiguresSql(span)}) t using (source_id, workflow_id, node_id)`;
}

/** Days without a failure have no row. */
function dailyCounts(
  ctx: ReadCtx,
  ids: readonly string[],
  from: Date,
  days: readonly CalendarDay[],
): Promise<{ id: string; dayIndex: number; failures: number }[]> {
  const starts = days.map(({ start }) => start.toISOString());
  return ctx.db.$queryRaw`
    with shown as materialized (${shownSql(ids)})
    select o.id, width_bucket(s.occurred_at, ${starts}::timestamptz[]) - 1 as "dayIndex", count(*)::int as failures
    from shown o join workflow_run_step s using (source_id, workflow_id, node_id)
    where s.status = 'failed' and s.occurred_at >= ${from}
    group by 1, 2`;
}

function shownSql(ids: readonly string[]): Prisma.Sql {
  return Prisma.sql`
    select n.id, w.source_id, w.key as workflow_id, n.node_id
    from node n join workflow w on w.id = n.workflow_id where n.id = any(${ids}::uuid[])`;
}

function toRow(
  node: NodeRecord & Pick<ListedNode, 'policy'>,
  figures: NodeFigures | undefined,
): Omit<ListedNode, 'trend'> {
  const { id, nodeId, version, name, workflowName, hasDraft, hasEngineRetry, ownerName, policy } = node;
  const failures = figures?.failures ?? 0;
  const coverage = coverageFrom(node, {
    owned: ownerName !== null,
    failed: failures > 0,
    unclassified: figures?.unclassified ?? false,
    proof: node.proof,
  });
  const { deviates, excused } = node;
  return {
    ...{ id, nodeId, version, name, workflowName, hasDraft, hasEngineRetry, ownerName, policy, failures },
    actions: policy?.actions ?? [],
    // A group that nobody made tells nobody: the node has no owner yet, whatever the file calls it.
    owner: ownerName === null ? null : effectiveOwner(node.config.owner, node.workflowOwner),
    executions: figures?.executions ?? 0,
    failedExecutions: figures?.failedExecutions ?? 0,
    finalFailures: figures?.finalFailures ?? 0,
    lastFailedAt: figures?.lastFailedAt ?? null,
    coverage,
    standard: coverage.idle || deviates === null || excused === null ? null : { deviates, excused },
  };
}
