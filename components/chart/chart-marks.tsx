import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import { type ChartBars, type FailureChart, leadingSeries } from '@/lib/insight/failure-chart';
import { PEAK_LEAST, PEAK_TIMES } from '@/lib/insight/failure-peaks';
import type { ChartLinks } from './chart-links';
import classes from './failure-chart.module.css';
import { useBarText, useSeriesName } from './series';

/** The most that are told in words; all of them are marked in the chart. */
const MOST_TOLD = 3;

/** What the chart's marks mean: bars that stand out, with the code behind them, and month ends. */
export function ChartMarks({ chart, drawing, links }: { chart: FailureChart; drawing: ChartBars; links: ChartLinks }) {
  const t = useTranslations('failures.chart');
  const format = useFormatter();
  const barText = useBarText(drawing.unit);
  const nameOf = useSeriesName();
  const { unit, usual, bars } = drawing;
  if (unit === 'hour') return null;
  const peaks = bars.filter(({ times }) => times !== null).toSorted((a, b) => b.total - a.total);
  const hasMonthEnd = bars.some(({ monthEnd }) => monthEnd);
  if (peaks.length === 0 && !hasMonthEnd) return null;
  return (
    <ul className={classes.marks}>
      {peaks.slice(0, MOST_TOLD).map((bar) => {
        const leading = leadingSeries(chart, bar);
        const name = barText(bar);
        return (
          <li key={bar.key} className={classes.peak}>
            <span aria-hidden>▲ </span>
            {t.rich('peak', {
              link: (words) =>
                unit === 'day' ? (
                  <Link href={links.day(bar.first)} scroll={false} className={classes.dayLink}>
                    {words}
                  </Link>
                ) : (
                  words
                ),
              day: name,
              failures: bar.total,
              times: bar.times ?? 0,
              unit,
              code: leading ? nameOf(leading) : 'none',
            })}
          </li>
        );
      })}
      {peaks.length > MOST_TOLD ? <li>{t('morePeaks', { count: peaks.length - MOST_TOLD })}</li> : null}
      {peaks.length > 0 ? (
        <li>{t('peakRule', { times: PEAK_TIMES, least: PEAK_LEAST, usual: format.number(usual), unit })}</li>
      ) : null}
      {hasMonthEnd ? (
        <li>
          <span aria-hidden>◆ </span>
          {t('monthEndMark', { unit })}
        </li>
      ) : null}
    </ul>
  );
}
