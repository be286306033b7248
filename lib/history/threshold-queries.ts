import { demand, type ReadCtx } from '@/lib/accounts/context';
import type { Queryable } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import { DAY_MS } from '@/lib/shared/clock';
import { groupBy } from '@/lib/shared/group-by';
import { nodeTotals } from './queries';
import type { NodeSet } from './sql-queries';
import { MINIMUM_SAMPLE } from './threshold';
import type { CodeSample, NodeSample, ThresholdSetting } from './threshold-sample';
import { observedDays, type ThresholdWindow, thresholdWindow } from './threshold-window';
import { WINDOW_DAYS } from './window';

export type { CodeSample, NodeSample, ThresholdSetting } from './threshold-sample';

/**
 * What history says per code of one node, over the window of its source (`domain.md`, "Thresholds"): executions that
 * failed with the code, each once a day, and the executions of the node in those days. Reads the node's failures of the
 * window by index, nothing else.
 */
export async function thresholdSamples(
  ctx: ReadCtx,
  { sourceId, workflowKey, nodeId }: { sourceId: string; workflowKey: string; nodeId: string },
): Promise<ThresholdSetting & NodeSample> {
  demand(ctx, 'read');
  const setting = await thresholdSetting(ctx, sourceId);
  const [sample] = await nodeSamples(ctx, sourceId, setting, [{ workflowKey, nodeId }]);
  if (sample === undefined) throw new Error('one node was asked for, and none is answered');
  return { ...setting, ...sample };
}

/** What a source's thresholds rest on; of a source that is not there, what holds where nobody has set anything. */
export async function thresholdSetting(ctx: ReadCtx, sourceId: string): Promise<ThresholdSetting> {
  demand(ctx, 'read');
  const row = await ctx.db.source.findUnique({
    where: { id: sourceId },
    select: { thresholdDays: true, thresholdExecutions: true, thresholdFailures: true },
  });
  if (row === null) return { windowDays: WINDOW_DAYS, minimum: MINIMUM_SAMPLE };
  const { thresholdDays: windowDays, thresholdExecutions: executions, thresholdFailures: failures } = row;
  return { windowDays, minimum: { executions, failures } };
}

/** The same for several nodes of one source at once, in their order. */
export async function nodeSamples(
  ctx: ReadCtx,
  sourceId: string,
  { windowDays }: ThresholdSetting,
  nodes: readonly { readonly workflowKey: string; readonly nodeId: string }[],
): Promise<NodeSample[]> {
  demand(ctx, 'read');
  if (nodes.length === 0) return [];
  const window = thresholdWindow(ctx.now, windowDays);
  const set: NodeSet = {
    sourceId,
    workflowKeys: nodes.map(({ workflowKey }) => workflowKey),
    nodeIds: nodes.map(({ nodeId }) => nodeId),
  };
  // One after the other: within a transaction there is one connection.
  const totals = await nodeTotals(ctx, set, window);
  const counts = await dailyCounts(ctx.db, set, window);
  const firsts = await firstSteps(ctx.db, set);
  const executionsOf = new Map(totals.map((each) => [keyOf(each), each.executions]));
  const countsOf = groupBy(counts, ({ node }) => node);
  const firstOf = new Map(firsts.map(({ node, first }) => [node, first]));
  return nodes.map((node, index) =>
    sampleOf(countsOf.get(index) ?? [], window, {
      executions: executionsOf.get(keyOf(node)) ?? 0,
      observedDays: observedDays(window, firstOf.get(index) ?? null),
    }),
  );
}

/** Executions of a node that failed on one day of the window: with one code, or (`together`) with any. */
interface DailyCount {
  /** Position in the list that was asked for. */
  readonly node: number;
  readonly together: boolean;
  readonly errorCode: string | null;
  readonly dayIndex: number;
  readonly failedExecutions: number;
}

/**
 * From the index of failures, code by code: it is sorted by code before time, so that of a node with years of failures
 * only those within the window are read.
 */
function dailyCounts(db: Queryable, set: NodeSet, { from, to }: ThresholdWindow): Promise<DailyCount[]> {
  const ofNode = Prisma.sql`
    s.source_id = ${set.sourceId}::uuid and s.workflow_id = n.workflow_id and s.node_id = n.node_id
    and s.status = 'failed'`;
  const within = (code: Prisma.Sql) => Prisma.sql`
    select s.error_code, s.run_id, s.sub_index,
           floor(extract(epoch from s.occurred_at - ${from}::timestamptz) * 1000 / ${DAY_MS})::int as day
    from workflow_run_step s
    where ${ofNode} and ${code} and s.occurred_at >= ${from} and s.occurred_at < ${to}`;
  const next = (after: Prisma.Sql) => Prisma.sql`
    (select s.error_code from workflow_run_step s where ${ofNode} and ${after} order by s.error_code limit 1)`;
  return db.$queryRaw<DailyCount[]>`
    with failed as materialized (
      select distinct n.node, f.error_code, f.day, f.run_id, f.sub_index
      from ${numberedSql(set)} cross join lateral (
        with recursive code(error_code) as (
          ${next(Prisma.sql`s.error_code is not null`)}
          union all
          select ${next(Prisma.sql`s.error_code > c.error_code`)} from code c where c.error_code is not null
        )
        select f.* from code c cross join lateral (${within(Prisma.sql`s.error_code = c.error_code`)}) f
        union all
        ${within(Prisma.sql`s.error_code is null`)}
      ) f
    )
    select node::int, false as together, error_code as "errorCode", day as "dayIndex",
           count(*)::int as "failedExecutions"
    from failed group by node, error_code, day
    union all
    select node::int, true, null, day, count(*)::int
    from (select distinct node, day, run_id, sub_index from failed) f group by node, day`;
}

/** When each node's history begins; null where it has none. */
function firstSteps(db: Queryable, set: NodeSet): Promise<{ readonly node: number; readonly first: Date | null }[]> {
  return db.$queryRaw`
    select n.node::int, (
      select s.occurred_at from workflow_run_step s
      where s.source_id = ${set.sourceId}::uuid and s.workflow_id = n.workflow_id and s.node_id = n.node_id
        and s.status in ('failed', 'succeeded')
      order by s.occurred_at limit 1) as first
    from ${numberedSql(set)}`;
}

function numberedSql({ workflowKeys, nodeIds }: NodeSet): Prisma.Sql {
  return Prisma.sql`(
    select workflow_id, node_id, place - 1 as node
    from unnest(${workflowKeys}::text[], ${nodeIds}::text[]) with ordinality as t(workflow_id, node_id, place)) n`;
}

function sampleOf(
  counts: readonly DailyCount[],
  { days }: ThresholdWindow,
  of: { readonly executions: number; readonly observedDays: number },
): NodeSample {
  const samples = [...groupBy(counts, ({ together, errorCode }) => (together ? undefined : errorCode))].map(
    ([code, rows]) => {
      const found = new Map(rows.map((row) => [row.dayIndex, row.failedExecutions]));
      const sample = {
        errorCode: code ?? null,
        days: days.map((day, index) => ({ day, failedExecutions: found.get(index) ?? 0 })),
        ...of,
      };
      return { together: code === undefined, sample };
    },
  );
  const none = { errorCode: null, days: days.map((day) => ({ day, failedExecutions: 0 })), ...of };
  return {
    codes: samples
      .filter(({ together }) => !together)
      .map(({ sample }) => sample)
      .toSorted(byFailures),
    any: samples.find(({ together }) => together)?.sample ?? none,
  };
}

function byFailures(a: CodeSample, b: CodeSample): number {
  const most = failuresOf(b) - failuresOf(a);
  if (most !== 0) return most;
  if (a.errorCode === null || b.errorCode === null) return a.errorCode === null ? 1 : -1;
  return a.errorCode < b.errorCode ? -1 : 1;
}

function failuresOf({ days }: CodeSample): number {
  return days.reduce((sum, { failedExecutions }) => sum + failedExecutions, 0);
}

function keyOf({ workflowKey, nodeId }: { readonly workflowKey: string; readonly nodeId: string }): string {
  return JSON.stringify([workflowKey, nodeId]);
}
