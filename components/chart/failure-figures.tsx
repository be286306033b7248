import { useFormatter, useTranslations } from 'next-intl';
import type { FailureChart } from '@/lib/insight/failure-chart';
import classes from './failure-chart.module.css';
import { useDayText, useSeriesName } from './series';

/** The chart's figures as a table, folded until they are asked for. */
export function FailureFigures({ chart }: { chart: FailureChart }) {
  const t = useTranslations('failures.chart');
  const format = useFormatter();
  const nameOf = useSeriesName();
  const dayText = useDayText();
  return (
    <details className={classes.figures}>
      <summary>{t('table')}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keyboard */}
      <section className={classes.scroll} aria-label={t('tableLabel')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('day')}</th>
              <th scope="col">{t('total')}</th>
              {chart.series.map((series) => (
                <th key={series.key} scope="col">
                  {nameOf(series)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {chart.days.map((day) => (
              <tr key={day.day}>
                <th scope="row">
                  {dayText(day.day)}
                  {day.monthEnd ? <span className={classes.note}> {t('monthEnd')}</span> : null}
                </th>
                <td>{format.number(day.total)}</td>
                {chart.series.map((series, i) => (
                  <td key={series.key} data-zero={day.counts[i] === 0 || undefined}>
                    {format.number(day.counts[i] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className={classes.hint}>{t('partial')}</p>
    </details>
  );
}
