import { firstOf, type ListRules, listHref, type RawParams, readListQuery } from '@/app/_list/search-params';
import { WINDOW_DAYS } from '@/lib/history/window';
import {
  FAILURE_SORTS,
  type FailureChoice,
  type FailureQuery,
  type FailureSort,
  firstFailureOrder,
  STANDINGS,
} from '@/lib/insight/failure-query';

const FAILURES: ListRules<FailureSort> = {
  path: '/failures',
  sorts: FAILURE_SORTS,
  usual: 'failures',
  firstOrder: firstFailureOrder,
};

/** Longer than any period that a link could name. */
const MAX_PERIOD = 100;

/** Reads the page's state from the URL; what makes no sense there is as good as absent. */
export function readFailureQuery(params: RawParams): FailureQuery {
  return { ...readListQuery(params, FAILURES), ...readChoice(params) };
}

/** Reads what narrows the figures; whether period, day and owner hold is for the server to say. */
export function readChoice(params: RawParams): Omit<FailureChoice, 'search' | 'workflow'> {
  const named = firstOf(params.class);
  return {
    standing: STANDINGS.find((each) => each === named) ?? null,
    owner: firstOf(params.owner) || null,
    period: firstOf(params.period)?.slice(0, MAX_PERIOD) || null,
    day: firstOf(params.day)?.slice(0, MAX_PERIOD) || null,
  };
}

/** Writes the state into a link; what is as usual is left out, so that links stay short. */
export function failuresHref(query: FailureQuery): string {
  return listHref(query, FAILURES, ownParams(query));
}

/** The list as a download: the same state, counted as of the moment at which the page was. */
export function failuresCsvHref(query: FailureQuery, moment: Date): string {
  const rules = { ...FAILURES, path: '/api/v1/failures.csv' };
  return listHref({ ...query, page: 1 }, rules, { ...ownParams(query), at: moment.toISOString() });
}

/** The moment that a link was counted at: an instant up to now, else null. */
export function readMoment(params: RawParams, now: Date): Date | null {
  const moment = readInstant(firstOf(params.at));
  return moment !== null && moment <= now ? moment : null;
}

/** An instant as links write it (ISO 8601, UTC, with milliseconds), else null. None is before 1970: no run is. */
export function readInstant(text: string | undefined): Date | null {
  const written = text !== undefined && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text);
  return written && Date.parse(text) >= 0 ? new Date(text) : null;
}

/** What narrows the figures beside search and workflow, as parameters; empty = as usual. */
export function ownParams({ standing, owner, period, day }: Omit<FailureChoice, 'search' | 'workflow'>) {
  return {
    owner: owner ?? '',
    class: standing ?? '',
    period: period === String(WINDOW_DAYS) ? '' : (period ?? ''),
    day: day ?? '',
  };
}
