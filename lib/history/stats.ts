import { groupBy } from '@/lib/shared/group-by';

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
  /** Executions that failed with this code and whose last attempt succeeded. */
  readonly recovered: number;
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

/** Failed attempts of one workflow's node and raw code on one day of the reader's calendar. */
export interface DailyFailures {
  readonly sourceId: string;
  readonly workflowKey: string;
  readonly nodeId: string;
  readonly errorCode: string | null;
  /** Position in `days`. */
  readonly dayIndex: number;
  readonly failures: number;
}

/** Executions of one workflow's node that failed with each of several codes. */
export interface MixedFailures {
  readonly sourceId: string;
  readonly workflowKey: string;
  readonly nodeId: string;
  /** Two or more, distinct. */
  readonly codes: readonly (string | null)[];
  readonly failedExecutions: number;
  /** Those whose last attempt succeeded. */
  readonly recovered: number;
}

/** The figures of a failure row with their denominator. */
export interface FailureFigures {
  readonly failures: number;
  readonly firstSeen: Date;
  readonly lastSeen: Date;
  readonly failedExecutions: number;
  readonly finalFailures: number;
  readonly recovered: number;
  /** All executions of the node in the window. */
  readonly executions: number;
  /** `failedExecutions / executions`, 0 to 1; null when no execution is known. */
  readonly rate: number | null;
}

/** One workflow's share of a row of the brief's query. */
export interface WorkflowFailures extends FailureFigures {
  readonly sourceId: string;
  readonly workflowKey: string;
}

/** A row of the brief's query: one node_id and one raw code, over all workflows that share them. */
export interface CodeFailures extends FailureFigures {
  readonly nodeId: string;
  readonly errorCode: string | null;
  /** The workflows in which it happened, most failures first. */
  readonly workflows: readonly WorkflowFailures[];
  /** Workflows with a node of this id in which the code was not seen; their executions count in the row's. */
  readonly elsewhere: { readonly workflows: number; readonly executions: number };
}

/**
 * Puts workflows together, so that there is one row per node_id and error_code as in the brief's
 * query: counts add up, first and last seen are the extremes, and the denominator is every
 * execution of a node with that id in `totals`. Rows come in the brief's order, most failures first.
 */
export function mergeFailures(rows: readonly FailureRow[], totals: readonly NodeTotals[]): CodeFailures[] {
  const totalsOf = groupBy(totals, (row) => row.nodeId);
  const groups = groupBy(rows, keyOf);
  return [...groups.values()]
    .map((group) => merge(group, totalsOf))
    .sort((a, b) => b.failures - a.failures || compare(keyOf(a), keyOf(b)));
}

/** Part of a whole, 0 to 1; null when there is no whole. */
export function share(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}

function merge(group: readonly FailureRow[], totalsOf: ReadonlyMap<string, readonly NodeTotals[]>): CodeFailures {
  const [{ nodeId, errorCode }] = nonEmpty(group);
  const totals = totalsOf.get(nodeId) ?? [];
  const executionsOf = new Map(totals.map((row) => [workflowOf(row), row.executions]));
  const workflows = group
    .map((row) => toWorkflow(row, executionsOf.get(workflowOf(row)) ?? 0))
    .sort((a, b) => b.failures - a.failures || compare(workflowOf(a), workflowOf(b)));
  const seen = new Set(group.map(workflowOf));
  const others = totals.filter((row) => !seen.has(workflowOf(row)));
  const elsewhere = { workflows: others.length, executions: sum(others, (row) => row.executions) };
  const executions = sum(workflows, (row) => row.executions) + elsewhere.executions;
  const failedExecutions = sum(group, (row) => row.failedExecutions);
  return {
    nodeId,
    errorCode,
    failures: sum(group, (row) => row.failures),
    firstSeen: new Date(Math.min(...group.map((row) => row.firstSeen.getTime()))),
    lastSeen: new Date(Math.max(...group.map((row) => row.lastSeen.getTime()))),
    failedExecutions,
    finalFailures: sum(group, (row) => row.finalFailures),
    recovered: sum(group, (row) => row.recovered),
    executions,
    rate: share(failedExecutions, executions),
    workflows,
    elsewhere,
  };
}

function toWorkflow(row: FailureRow, executions: number): WorkflowFailures {
  const { sourceId, workflowKey, failures, firstSeen, lastSeen, failedExecutions, finalFailures, recovered } = row;
  const counts = { failures, firstSeen, lastSeen, failedExecutions, finalFailures, recovered };
  return { sourceId, workflowKey, ...counts, executions, rate: share(failedExecutions, executions) };
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function keyOf(row: { nodeId: string; errorCode: string | null }): string {
  return JSON.stringify([row.nodeId, row.errorCode]);
}

/** Two sources may give their workflows the same id. */
function workflowOf(row: { sourceId: string; workflowKey: string }): string {
  return JSON.stringify([row.workflowKey, row.sourceId]);
}

function sum<T>(rows: readonly T[], pick: (row: T) => number): number {
  return rows.reduce((total, row) => total + pick(row), 0);
}

function nonEmpty<T>(rows: readonly T[]): readonly [T, ...T[]] {
  const [first, ...rest] = rows;
  if (first === undefined) throw new Error('a group has at least one row');
  return [first, ...rest];
}
