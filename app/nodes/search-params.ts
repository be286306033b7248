import { firstOf, type ListRules, listHref, type RawParams, readListQuery } from '@/app/_list/search-params';
import {
  firstOrder,
  NODE_FILTERS,
  NODE_SORTS,
  type NodeFilter,
  type NodeQuery,
  type NodeSort,
} from '@/lib/insight/node-list';

const NODES: ListRules<NodeSort> = { path: '/nodes', sorts: NODE_SORTS, usual: 'failures', firstOrder };

/** Reads the list's state from the URL; what makes no sense there is as good as absent. */
export function readNodeQuery(params: RawParams): NodeQuery {
  return { ...readListQuery(params, NODES), filters: readFilters(firstOf(params.show) ?? '') };
}

/** Writes the state into a link; what is as usual is left out, so that links stay short. */
export function nodesHref(query: NodeQuery): string {
  return listHref(query, NODES, { show: query.filters.join('.') });
}

function readFilters(show: string): NodeFilter[] {
  const named = show.split('.');
  const filters = NODE_FILTERS.filter((filter) => named.includes(filter));
  return filters.includes('complete') ? filters.filter((filter) => filter !== 'incomplete') : filters;
}
