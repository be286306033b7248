import type { ListQuery, SortOrder } from '@/lib/insight/list';

/** Query parameters as Next hands them to a page. */
export type RawParams = Record<string, string | string[] | undefined>;

/** Where a list stands and how it can be ordered. `usual` is the sort when the URL names none. */
export interface ListRules<Sort extends string> {
  readonly path: string;
  readonly sorts: readonly Sort[];
  readonly usual: Sort;
  readonly firstOrder: (sort: Sort) => SortOrder;
}

const MAX_SEARCH = 200;

/** A parameter given twice counts once, the first time. */
export function firstOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

const MAX_PAGE = 1_000_000;

/** Reads what every list has in its URL; what makes no sense there is as good as absent. */
export function readListQuery<Sort extends string>(params: RawParams, rules: ListRules<Sort>): ListQuery<Sort> {
  const named = firstOf(params.sort);
  const sort = rules.sorts.find((each) => each === named) ?? rules.usual;
  return {
    search: (firstOf(params.q) ?? '').trim().slice(0, MAX_SEARCH),
    workflow: firstOf(params.workflow) || null,
    sort,
    order: orderOf(firstOf(params.order)) ?? rules.firstOrder(sort),
    page: pageOf(firstOf(params.page)),
  };
}

/**
 * Writes the state into a link; what is as usual is left out, so that links stay short. `own` are the
 * parameters that only this list has; an empty one is left out too.
 */
export function listHref<Sort extends string>(
  query: ListQuery<Sort>,
  rules: ListRules<Sort>,
  own: Readonly<Record<string, string>>,
): string {
  const params = new URLSearchParams();
  if (query.search) params.set('q', query.search);
  if (query.workflow) params.set('workflow', query.workflow);
  for (const [name, value] of Object.entries(own)) if (value !== '') params.set(name, value);
  if (query.sort !== rules.usual) params.set('sort', query.sort);
  if (query.order !== rules.firstOrder(query.sort)) params.set('order', query.order);
  if (query.page > 1) params.set('page', String(query.page));
  const text = params.toString();
  return text === '' ? rules.path : `${rules.path}?${text}`;
}

function orderOf(text: string | undefined): SortOrder | null {
  return text === 'asc' || text === 'desc' ? text : null;
}

function pageOf(text: string | undefined): number {
  const page = Number(text);
  return Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1;
}
