import type { ListPage, ListQuery, SortOrder } from './list';
import { MINE } from './node-list';

export const UNCLASSIFIED_SORTS = ['failures', 'nodes', 'first', 'last', 'code'] as const;
export type UnclassifiedSort = (typeof UNCLASSIFIED_SORTS)[number];

/** What the address of the page says; `workflow` is a row id. Page, download and API read the same. */
export interface UnclassifiedQuery extends ListQuery<UnclassifiedSort> {
  /** A group (slug) that owns the node or is told of it; `MINE` = one of the reader's; null = whoever does. */
  readonly group: string | null;
}

/** A node of a row. */
export interface TouchedNode {
  /** Row id. */
  readonly id: string;
  readonly name: string;
  readonly workflowName: string;
  readonly failures: number;
}

/** One raw code over the nodes of the scope in which nobody decided what it is; figures are of the last 30 days. */
export interface UnclassifiedCode {
  /** As the log has it; null = no code. */
  readonly errorCode: string | null;
  /** Failed attempts. */
  readonly failures: number;
  readonly firstSeen: Date;
  readonly lastSeen: Date;
  readonly nodes: number;
  /** Those with most failures, at most `NODES_SHOWN`. */
  readonly worst: readonly TouchedNode[];
  /** Message of the latest failure, cut; null = it had none. */
  readonly example: string | null;
}

/** Nodes that a row names; the others are counted. */
export const NODES_SHOWN = 3;

export interface UnclassifiedPage extends ListPage<UnclassifiedCode> {
  /** Codes that match, over all pages. */
  readonly matches: number;
  /** Codes of the scope, whatever else narrows the list: what the home counts. */
  readonly codes: number;
  /** Workflows of the scope with such a code, and how many. */
  readonly workflows: readonly { readonly id: string; readonly name: string; readonly codes: number }[];
  /** The chosen workflow; null = all, also when the link names one without such a code. */
  readonly workflow: string | null;
  /** The chosen group, in the same way. */
  readonly group: string | null;
}

/** The order in which a column starts: figures and times from the highest, words from A. */
export function firstUnclassifiedOrder(sort: UnclassifiedSort): SortOrder {
  return sort === 'code' ? 'asc' : 'desc';
}

/** Slugs that a chosen group stands for; none = all nodes. */
export function slugsOf(group: string | null, mine: readonly string[]): readonly string[] {
  if (group === null) return [];
  return group === MINE ? mine : [group];
}
