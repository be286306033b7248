import { z } from 'zod';
import { firstOrder, NODE_FILTERS, NODE_SORTS, type NodeFilter, type NodeQuery } from '@/lib/insight/node-list';

/** Query parameters as Next hands them to a page. */
export type RawParams = Record<string, string | string[] | undefined>;

const DEFAULT_SORT = 'failures';
const MAX_SEARCH = 200;

/** A parameter given twice counts once, the first time. */
function first<S extends z.ZodType>(schema: S) {
  return z.preprocess((value) => (Array.isArray(value) ? value[0] : value), schema);
}

const schema = z.object({
  q: first(z.string().optional()),
  workflow: first(z.string().optional()),
  show: first(z.string().optional()),
  sort: first(z.enum(NODE_SORTS)).catch(DEFAULT_SORT),
  order: first(z.enum(['asc', 'desc']).optional()).catch(undefined),
  page: first(z.coerce.number().int().min(1).max(1_000_000)).catch(1),
});

/** Reads the list's state from the URL; what makes no sense there is as good as absent. */
export function readNodeQuery(params: RawParams): NodeQuery {
  const { q = '', workflow = '', show = '', sort, order, page } = schema.parse(params);
  return {
    search: q.trim().slice(0, MAX_SEARCH),
    workflow: workflow === '' ? null : workflow,
    filters: readFilters(show),
    sort,
    order: order ?? firstOrder(sort),
    page,
  };
}

/** Writes the state into a link; what is as usual is left out, so that links stay short. */
export function nodesHref(query: NodeQuery): string {
  const params = new URLSearchParams();
  if (query.search) params.set('q', query.search);
  if (query.workflow) params.set('workflow', query.workflow);
  if (query.filters.length > 0) params.set('show', query.filters.join('.'));
  if (query.sort !== DEFAULT_SORT) params.set('sort', query.sort);
  if (query.order !== firstOrder(query.sort)) params.set('order', query.order);
  if (query.page > 1) params.set('page', String(query.page));
  const text = params.toString();
  return text === '' ? '/nodes' : `/nodes?${text}`;
}

function readFilters(show: string): NodeFilter[] {
  const named = show.split('.');
  const filters = NODE_FILTERS.filter((filter) => named.includes(filter));
  return filters.includes('complete') ? filters.filter((filter) => filter !== 'incomplete') : filters;
}
