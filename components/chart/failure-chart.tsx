'use client';

import dynamic from 'next/dynamic';
import { useFormatter, useTranslations } from 'next-intl';
import type { FailureChart as Chart } from '@/lib/insight/failure-chart';
import classes from './failure-chart.module.css';
import { FailureFigures } from './failure-figures';
import { seriesColour, useDayText, useSeriesName } from './series';

/** Kept free while the drawing loads, so that nothing jumps. */
const HEIGHT = 220;

const FailureBars = dynamic(() => import('./failure-bars').then((module) => module.FailureBars), {
  ssr: false,
  loading: () => <div className={classes.waiting} style={{ height: HEIGHT }} />,
});

/** Failed attempts by day, stacked by code, with its legend and the same figures as a table. */
export function FailureChart({ chart }: { chart: Chart }) {
  const t = useTranslations('failures.chart');
  const format = useFormatter();
  const nameOf = useSeriesName();
  const dayText = useDayText();
  const peak = chart.days.reduce((top, day) => (day.total > top.total ? day : top), chart.days[0] ?? NO_DAY);
  return (
    <section className={classes.chart} aria-labelledby="failures-by-day">
      <h2 id="failures-by-day" className={classes.title}>
        {t('title')}
      </h2>
      <p className={classes.hint}>{t('hint')}</p>
      <ul className={classes.legend} aria-label={t('legend')}>
        {chart.series.map((series) => (
          <li key={series.key}>
            <span className={classes.swatch} style={{ background: seriesColour(series) }} />
            <span className={series.kind === 'code' ? classes.code : undefined}>{nameOf(series)}</span>
            <span className={classes.count}>{format.number(series.total)}</span>
          </li>
        ))}
      </ul>
      <div
        role="img"
        className={classes.drawing}
        style={{ minHeight: HEIGHT }}
        aria-label={t('label', {
          total: chart.total,
          days: chart.days.length,
          peak: peak.day === '' ? '' : dayText(peak.day),
          peakCount: peak.total,
        })}
      >
        <FailureBars chart={chart} height={HEIGHT} />
      </div>
      <FailureFigures chart={chart} />
    </section>
  );
}

const NO_DAY = { day: '', monthEnd: false, counts: [], total: 0 };
