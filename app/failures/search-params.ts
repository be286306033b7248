import { firstOf, type ListRules, listHref, type RawParams, readListQuery } from '@/app/_list/search-params';
import { STANDINGS } from '@/lib/insight/failure-entries';
import { FAILURE_SORTS, type FailureQuery, type FailureSort, firstFailureOrder } from '@/lib/insight/failure-list';

const FAILURES: ListRules<FailureSort> = {
  path: '/failures',
  sorts: FAILURE_SORTS,
  usual: 'failures',
  firstOrder: firstFailureOrder,
};

/** Reads the page's state from the URL; what makes no sense there is as good as absent. */
export function readFailureQuery(params: RawParams): FailureQuery {
  const named = firstOf(params.class);
  const standing = STANDINGS.find((each) => each === named) ?? null;
  return { ...readListQuery(params, FAILURES), standing };
}

/** Writes the state into a link; what is as usual is left out, so that links stay short. */
export function failuresHref(query: FailureQuery): string {
  return listHref(query, FAILURES, { class: query.standing ?? '' });
}
