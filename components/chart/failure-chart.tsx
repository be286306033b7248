'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { type ReactNode, useMemo } from 'react';
import { type FailureChart as Chart, type ChartBars, chartBars } from '@/lib/insight/failure-chart';
import type { ChartLinks } from './chart-links';
import { ChartMarks } from './chart-marks';
import { Count } from './count';
import { FailureBars } from './failure-bars';
import classes from './failure-chart.module.css';
import { FailureFigures } from './failure-figures';
import { seriesColour, useBarText, useSeriesName } from './series';

/**
 * Failed attempts by day (or hour, or week), stacked by code, with its legend and the same figures as a table.
 * `choose` gets the first and last day that were clicked or drawn over; `children` stand beside the title.
 */
export function FailureChart({
  chart,
  links,
  choose,
  children,
}: {
  chart: Chart;
  links: ChartLinks;
  choose: (first: string, last: string) => void;
  children?: ReactNode;
}) {
  const t = useTranslations('failures.chart');
  const nameOf = useSeriesName();
  const drawing = useMemo(() => chartBars(chart), [chart]);
  return (
    <section className={classes.chart} aria-labelledby="failures-by-day">
      <div className={classes.head}>
        <div>
          <h2 id="failures-by-day" className={classes.title}>
            {t('title', { unit: drawing.unit })}
          </h2>
          <p className={classes.hint} data-only-screen>
            {t('hint', { unit: drawing.unit })}
          </p>
        </div>
        {children}
      </div>
      <ul className={classes.legend} aria-label={t('legend')}>
        {chart.series.map((series) => (
          <li key={series.key}>
            <span className={classes.swatch} style={{ background: seriesColour(series) }} />
            <span className={series.kind === 'code' ? classes.code : undefined}>{nameOf(series)}</span>
            <Count value={series.total} href={links.rows(null, series)} />
          </li>
        ))}
      </ul>
      <div role="img" className={classes.drawing} aria-label={useChartLabel(chart, drawing)}>
        <FailureBars drawing={drawing} series={chart.series} choose={drawing.unit === 'hour' ? null : choose} />
      </div>
      <ChartMarks chart={chart} drawing={drawing} links={links} />
      <FailureFigures chart={chart} links={links} />
    </section>
  );
}

/** What the picture says, for those who do not see it. */
function useChartLabel({ total }: Chart, { unit, bars }: ChartBars): string {
  const t = useTranslations('failures.chart');
  const format = useFormatter();
  const barText = useBarText(unit);
  const [first] = bars;
  const peak = bars.reduce((top, bar) => (bar.total > (top?.total ?? 0) ? bar : top), first);
  return t('label', {
    unit,
    total,
    bars: bars.length,
    peak: peak ? barText(peak) : '',
    peakCount: format.number(peak?.total ?? 0),
  });
}
