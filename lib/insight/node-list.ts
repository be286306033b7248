import type { CoverageCounts } from './coverage';
import type { ListPage, ListQuery, SortOrder } from './list';
import type { ListedNode, NodeRow } from './node-row';
import type { StandardChoice } from './standard-choice';

/**
 * What a chip above the list asks of a node; several together narrow it further. `deviates`: not as the standard
 * of its group says. The last four take each other's place: it lacks something; lacks nothing and waits for its drills; was proved once, no more; is proved, by whatever kind.
 */
export const NODE_FILTERS = [
  'failing',
  'no_owner',
  'nothing_classified',
  'unclassified_codes',
  'no_retry',
  'deviates',
  'incomplete',
  'configured',
  'stale',
  'proved',
] as const;
export type NodeFilter = (typeof NODE_FILTERS)[number];

export const NODE_SORTS = ['failures', 'rate', 'last', 'name', 'workflow', 'coverage'] as const;
export type NodeSort = (typeof NODE_SORTS)[number];

/** What the list is asked for; `workflow` is a workflow's row id. */
export interface NodeQuery extends ListQuery<NodeSort> {
  readonly filters: readonly NodeFilter[];
  /** Group (slug) that owns the node, or is told of it; `MINE` = one of the actor's; absent or null = whoever does. */
  readonly group?: string | null;
  /** How it stands to the standard of a group; absent or null = however. */
  readonly standard?: StandardChoice | null;
}

/** In place of a group's slug: the groups that the actor is a member of; without any, all nodes. */
export const MINE = '~';

export interface WorkflowChoice {
  readonly id: string;
  readonly name: string;
  readonly nodes: number;
}

export interface NodeListPage extends ListPage<ListedNode> {
  /** Nodes of all workflows. */
  readonly total: number;
  /** Number of nodes that match, over all pages. */
  readonly matches: number;
  /** How many nodes the list would hold with that chip on, beside all else that is chosen. */
  readonly counts: Readonly<Record<NodeFilter, number>>;
  /** Of all nodes of the chosen workflow and group (or of all), whatever else narrows the list. */
  readonly coverage: CoverageCounts;
  readonly workflows: readonly WorkflowChoice[];
  /** The chosen workflow; null = all, also when the URL names one that is not here. */
  readonly workflow: string | null;
  /** The chosen group, in the same way; of `MINE` the names of all of them. */
  readonly group: { readonly slug: string; readonly name: string } | null;
  /** The chosen standing to a standard, in the same way, with the group's name. */
  readonly standard: (StandardChoice & { readonly name: string }) | null;
  /** Some group has a standard. */
  readonly standards: boolean;
}

/** The chips after one is pressed: on or off; those of coverage take each other's place. */
export function toggleFilter(filters: readonly NodeFilter[], filter: NodeFilter): NodeFilter[] {
  return filters.includes(filter) ? filters.filter((each) => each !== filter) : withFilter(filters, filter);
}

/** The order in which a column starts: figures from the highest, words from A. */
export function firstOrder(sort: NodeSort): SortOrder {
  return sort === 'name' || sort === 'workflow' ? 'asc' : 'desc';
}

/** Executions with at least one failure / executions, 0 to 1; null when nothing was executed. */
export function failureRate(row: Pick<NodeRow, 'executions' | 'failedExecutions'>): number | null {
  return row.executions === 0 ? null : row.failedExecutions / row.executions;
}

/** The filter that a link, a saved view or a program names; null = none. `complete` is from before there were drills. */
export function filterNamed(name: string): NodeFilter | null {
  return NODE_FILTERS.find((filter) => filter === (name === 'complete' ? 'configured' : name)) ?? null;
}

const COVERAGE_FILTERS: readonly NodeFilter[] = ['incomplete', 'configured', 'stale', 'proved'];

/** The filters with one more on; those of coverage take each other's place. */
export function withFilter(filters: readonly NodeFilter[], filter: NodeFilter): NodeFilter[] {
  const others = COVERAGE_FILTERS.includes(filter) ? COVERAGE_FILTERS : [];
  return NODE_FILTERS.filter((each) => each === filter || (filters.includes(each) && !others.includes(each)));
}
