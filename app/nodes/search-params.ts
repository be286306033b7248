import { readColumns, writeColumns } from '@/app/_list/columns';
import { firstOf, type ListRules, listHref, type RawParams, readListQuery } from '@/app/_list/search-params';
import {
  filterNamed,
  firstOrder,
  NODE_FILTERS,
  NODE_SORTS,
  type NodeFilter,
  type NodeQuery,
  type NodeSort,
  withFilter,
} from '@/lib/insight/node-list';
import { readStandardChoice, writeStandardChoice } from '@/lib/insight/standard-choice';

/** Columns that may be left out, in their order; the node's name always stays. */
export const NODE_COLUMNS = ['does', 'retry', 'owner', 'failures', 'trend', 'rate', 'last', 'coverage'] as const;
export type NodeColumn = (typeof NODE_COLUMNS)[number];

/** Everything that the URL says about the page. */
export interface NodesState extends NodeQuery {
  /** Null: as this browser remembers, else all of them. */
  readonly columns: readonly NodeColumn[] | null;
  /** Id of the saved view that was opened. */
  readonly view: string | null;
}

const NODES: ListRules<NodeSort> = { path: '/nodes', sorts: NODE_SORTS, usual: 'failures', firstOrder };

/** Reads the page's state from the URL; what makes no sense there is as good as absent. */
export function readNodeQuery(params: RawParams): NodesState {
  return {
    ...readListQuery(params, NODES),
    filters: readFilters(firstOf(params.show) ?? ''),
    group: firstOf(params.group) || null,
    standard: readStandardChoice(firstOf(params.standard) ?? ''),
    columns: readColumns(firstOf(params.cols), NODE_COLUMNS),
    view: firstOf(params.view) || null,
  };
}

/** Writes the state into a link; what is as usual is left out, so that links stay short. */
export function nodesHref(query: NodesState): string {
  const { filters, columns, view, group, standard } = query;
  return listHref(query, NODES, {
    group: group ?? '',
    standard: standard ? writeStandardChoice(standard) : '',
    show: filters.join('.'),
    cols: writeColumns(columns),
    view: view ?? '',
  });
}

/**
 * The part of the state that a saved view keeps, as a query string: filters, order and the columns that
 * are shown. Two states with the same one show the same list.
 */
export function viewQuery(query: NodesState, columns: readonly NodeColumn[]): string {
  const [, text = ''] = nodesHref({ ...query, page: 1, view: null, columns }).split('?');
  return text;
}

function readFilters(show: string): NodeFilter[] {
  const named = show.split('.').map(filterNamed);
  // One after the other, as if pressed: those that exclude each other cannot be asked for at once.
  return NODE_FILTERS.filter((filter) => named.includes(filter)).reduce<NodeFilter[]>(withFilter, []);
}
