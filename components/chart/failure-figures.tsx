import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { FailureChart } from '@/lib/insight/failure-chart';
import type { ChartLinks } from './chart-links';
import { Count } from './count';
import classes from './failure-chart.module.css';
import { useDayText, useHourText, useSeriesName } from './series';

/** The chart's figures as a table, made when it is asked for. A day leads to the page of that day. */
export function FailureFigures({ chart, links }: { chart: FailureChart; links: ChartLinks }) {
  const t = useTranslations('failures.chart');
  const [open, setOpen] = useState(false);
  return (
    <details className={classes.figures} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('table')}</summary>
      {open ? <Figures chart={chart} links={links} /> : null}
    </details>
  );
}

function Figures({ chart, links }: { chart: FailureChart; links: ChartLinks }) {
  const t = useTranslations('failures.chart');
  const nameOf = useSeriesName();
  const dayText = useDayText();
  const hourText = useHourText();
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keyboard */}
      <section className={classes.scroll} aria-label={t('tableLabel', { unit: chart.unit })} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t(chart.unit)}</th>
              <th scope="col">{t('total')}</th>
              {chart.series.map((series) => (
                <th key={series.key} scope="col">
                  {nameOf(series)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {chart.slots.map((slot) => (
              <tr key={slot.key}>
                <th scope="row">
                  {chart.unit === 'hour' ? (
                    hourText(slot.key)
                  ) : (
                    <Link href={links.day(slot.key)} scroll={false} prefetch={false} className={classes.dayLink}>
                      {dayText(slot.key)}
                    </Link>
                  )}
                  {chart.unit === 'day' && slot.monthEnd ? (
                    <span className={classes.note}> ◆ {t('monthEnd')}</span>
                  ) : null}
                </th>
                <td>
                  <Count value={slot.total} href={links.rows(slot.key, null)} />
                </td>
                {chart.series.map((series, i) => (
                  <td key={series.key}>
                    <Count value={slot.counts[i] ?? 0} href={links.rows(slot.key, series)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {chart.unit === 'day' ? <p className={classes.hint}>{t('partial')}</p> : null}
    </>
  );
}
