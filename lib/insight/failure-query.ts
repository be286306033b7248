import type { ListQuery, SortOrder } from './list';

/** What a node makes of a code; `unknown`: its policy cannot be read, or Failpath does not have the node. */
export const STANDINGS = ['transient', 'terminal', 'unclassified', 'unknown'] as const;
export type Standing = (typeof STANDINGS)[number];

/** In place of a slug: nobody (no group is named, or one that nobody made)… */
export const NO_OWNER = '-';
/** …and not known, since Failpath does not have the workflow. */
export const OWNER_NOT_KNOWN = '~';
/** …and one of the groups of whoever asks; who is in none asks for everything. */
export const MY_GROUPS = '@';

export const FAILURE_SORTS = [
  'failures',
  'executions',
  'rate',
  'final',
  'recovered',
  'first',
  'last',
  'node',
  'code',
  'class',
  'owner',
] as const;
export type FailureSort = (typeof FAILURE_SORTS)[number];

/** What narrows the figures, wherever they are shown; `workflow` names a `WorkflowChoice`. */
export interface FailureChoice {
  readonly search: string;
  readonly workflow: string | null;
  /** A slug, `NO_OWNER`, `OWNER_NOT_KNOWN` or `MY_GROUPS`; null = all. */
  readonly owner: string | null;
  readonly standing: Standing | null;
  /** As links write it (`readPeriod`); null = the usual one. */
  readonly period: string | null;
  /** One day of the period, `YYYY-MM-DD`; null = all of it. */
  readonly day: string | null;
}

/** Everything that the URL says about the page. */
export interface FailureQuery extends ListQuery<FailureSort>, FailureChoice {}

/** The order in which a column starts: figures and times from the highest, words from A. */
export function firstFailureOrder(sort: FailureSort): SortOrder {
  return sort === 'node' || sort === 'code' || sort === 'class' || sort === 'owner' ? 'asc' : 'desc';
}
