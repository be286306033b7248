import type { ChartSeries } from '@/lib/insight/failure-chart';

/** Where the chart's parts lead. */
export interface ChartLinks {
  /** The page, narrowed to a day (`YYYY-MM-DD`). */
  readonly day: (day: string) => string;
  /** The rows behind a figure: of a slot (null = all) and a series (null = all codes); null where no link can name them. */
  readonly rows: (slot: string | null, series: ChartSeries | null) => string | null;
}
