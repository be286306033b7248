import { demand, type ReadCtx } from '@/lib/accounts/context';
import type { CalendarDay } from '@/lib/history/calendar';
import { dailyFailures, failureRows, hasHistory, nodeTotals } from '@/lib/history/queries';
import type { DailyFailures } from '@/lib/history/stats';
import { listOwnerNames } from '@/lib/owners/queries';
import type { FailureFacts, NodeFact } from './failure-entries';

export interface FailureReport extends FailureFacts {
  readonly days: readonly CalendarDay[];
  readonly daily: readonly DailyFailures[];
  /** False until any step was ever recorded. */
  readonly hasHistory: boolean;
}

/**
 * All failures of the last 30 days with what classifies and owns them; days are those of
 * `timeZone`. The same queries whatever is chosen on the page, so that its choices can be counted.
 */
export async function failureReport(ctx: ReadCtx, timeZone: string): Promise<FailureReport> {
  demand(ctx, 'read');
  const [rows, totals, { days, rows: daily }, any, nodes, workflows, groups] = await Promise.all([
    failureRows(ctx),
    nodeTotals(ctx),
    dailyFailures(ctx, timeZone),
    hasHistory(ctx),
    nodeFacts(ctx),
    ctx.db.workflow.findMany({ select: { id: true, sourceId: true, key: true, name: true, owner: true } }),
    listOwnerNames(ctx),
  ]);
  return { rows, totals, days, daily, hasHistory: any, nodes, workflows, groups };
}

function nodeFacts(ctx: ReadCtx): Promise<NodeFact[]> {
  return ctx.db.$queryRaw<NodeFact[]>`
    select n.id, n.node_id as "nodeId", n.name, n.config, w.source_id as "sourceId", w.key as "workflowKey"
    from node n join workflow w on w.id = n.workflow_id`;
}
