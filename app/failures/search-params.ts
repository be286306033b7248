import { z } from 'zod';
import { STANDINGS } from '@/lib/insight/failure-entries';
import { FAILURE_SORTS, type FailureQuery, firstFailureOrder } from '@/lib/insight/failure-list';

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
  class: first(z.enum(STANDINGS).optional()).catch(undefined),
  sort: first(z.enum(FAILURE_SORTS)).catch(DEFAULT_SORT),
  order: first(z.enum(['asc', 'desc']).optional()).catch(undefined),
  page: first(z.coerce.number().int().min(1).max(1_000_000)).catch(1),
});

/** Reads the page's state from the URL; what makes no sense there is as good as absent. */
export function readFailureQuery(params: RawParams): FailureQuery {
  const { q = '', workflow = '', class: standing = null, sort, order, page } = schema.parse(params);
  return {
    search: q.trim().slice(0, MAX_SEARCH),
    workflow: workflow === '' ? null : workflow,
    standing,
    sort,
    order: order ?? firstFailureOrder(sort),
    page,
  };
}

/** Writes the state into a link; what is as usual is left out, so that links stay short. */
export function failuresHref(query: FailureQuery): string {
  const params = new URLSearchParams();
  if (query.search) params.set('q', query.search);
  if (query.workflow) params.set('workflow', query.workflow);
  if (query.standing) params.set('class', query.standing);
  if (query.sort !== DEFAULT_SORT) params.set('sort', query.sort);
  if (query.order !== firstFailureOrder(query.sort)) params.set('order', query.order);
  if (query.page > 1) params.set('page', String(query.page));
  const text = params.toString();
  return text === '' ? '/failures' : `/failures?${text}`;
}
