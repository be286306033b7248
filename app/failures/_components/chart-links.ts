import type { ChartLinks } from '@/components/chart/chart-links';
import type { FailureChart } from '@/lib/insight/failure-chart';
import type { FailureQuery } from '@/lib/insight/failure-query';
import { rowsHref } from '../rows/search-params';
import { failuresHref } from '../search-params';

/** Where the chart of a page leads: to the page of a day, and to the rows behind each figure as counted at `moment`. */
export function chartLinks(query: FailureQuery, unit: FailureChart['unit'], moment: Date): ChartLinks {
  const { search, workflow, owner, standing, period } = query;
  return {
    day: (day) => failuresHref({ ...query, day, page: 1 }),
    rows: (slot, series) => {
      if (series?.kind === 'rest') return null;
      const code = series === null ? {} : { code: series.code };
      const day = unit === 'day' && slot !== null ? slot : query.day;
      const hour = unit === 'hour' && slot !== null ? new Date(slot) : null;
      return rowsHref(
        { ...{ search, workflow, owner, standing, period, day, hour }, kind: 'failures', ...code },
        moment,
      );
    },
  };
}
