import type { NodeTotals } from '@/lib/history/stats';
import type { RowKind, RowTarget } from '@/lib/history/step-row';
import type { FailureEntry } from './failure-entries';
import type { FailureChoice } from './failure-query';

/** Which rows are asked for: those behind one figure, under the choices of the page that shows it. */
export interface FailureRowsQuery extends FailureChoice {
  readonly kind: RowKind;
  /** Null = all nodes. */
  readonly nodeId: string | null;
  /** Null: failures without a code; absent: whatever the code. */
  readonly code?: string | null;
  /** Only the hour that begins then; null = all. */
  readonly hour: Date | null;
}

/** True when the choices cannot be said by workflow, node and code alone: then `rowTargets` says which. */
export function needsTargets({ search, owner, standing }: FailureChoice): boolean {
  return search !== '' || owner !== null || standing !== null;
}

/**
 * The nodes and codes behind a figure. `entries` are those of the list under the query's choices, `totals` the
 * executions of the chosen workflow and owner. All executions of a node are those of each workflow that
 * counts in its row: with a class chosen, the workflows in which a code is of it; else every one with the node.
 */
export function rowTargets(
  { kind, nodeId, code, standing }: FailureRowsQuery,
  entries: readonly FailureEntry[],
  totals: readonly NodeTotals[],
): RowTarget[] {
  const asked = entries.filter(
    (entry) => (nodeId === null || entry.nodeId === nodeId) && (code === undefined || entry.errorCode === code),
  );
  if (kind === 'executions' && standing === null) {
    const nodes = new Set(asked.map((entry) => entry.nodeId));
    return totals.filter((row) => nodes.has(row.nodeId)).map((row) => ({ ...placeOf(row), errorCode: null }));
  }
  return asked.flatMap(({ nodeId: node, errorCode, parts }) =>
    parts.map((part) => ({ ...placeOf({ ...part, nodeId: node }), errorCode })),
  );
}

function placeOf({ sourceId, workflowKey, nodeId }: Omit<RowTarget, 'errorCode'>) {
  return { sourceId, workflowKey, nodeId };
}
