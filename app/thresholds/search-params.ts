import { firstOf, type ListRules, listHref, type RawParams, readListQuery } from '@/app/_list/search-params';
import {
  firstThresholdOrder,
  MY_GROUPS,
  THRESHOLD_SHOWS,
  THRESHOLD_SORTS,
  type ThresholdQuery,
  type ThresholdSort,
} from '@/lib/insight/threshold-list';

const THRESHOLDS: ListRules<ThresholdSort> = {
  path: '/thresholds',
  sorts: THRESHOLD_SORTS,
  usual: 'failures',
  firstOrder: firstThresholdOrder,
};
const MAX_TEXT = 400;

/** Reads the page's state from the URL; what makes no sense there is as good as absent. */
export function readThresholdQuery(params: RawParams): ThresholdQuery {
  const show = firstOf(params.show);
  return {
    ...readListQuery(params, THRESHOLDS),
    show: THRESHOLD_SHOWS.find((each) => each === show) ?? 'open',
    group: firstOf(params.group)?.slice(0, MAX_TEXT) || null,
  };
}

/** Writes the state into a link; what is as usual is left out. */
export function thresholdsHref(query: ThresholdQuery): string {
  return listHref(query, THRESHOLDS, ownParams(query));
}

/** The list as a download: the same state, all pages of it. */
export function thresholdsCsvHref(query: ThresholdQuery): string {
  return listHref({ ...query, page: 1 }, { ...THRESHOLDS, path: '/api/v1/thresholds.csv' }, ownParams(query));
}

/** Everything that waits for a decision, of the reader's groups or of all. */
export function openThresholdsHref(scope: 'mine' | 'all'): string {
  return thresholdsHref({ ...readThresholdQuery({}), group: scope === 'mine' ? MY_GROUPS : null });
}

function ownParams({ show, group }: ThresholdQuery): Record<string, string> {
  return { show: show === 'open' ? '' : show, group: group ?? '' };
}
