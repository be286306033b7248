import { useFormatter, useTranslations } from 'next-intl';
import type { ChartDay, ChartSeries } from '@/lib/insight/failure-chart';
import classes from './failure-chart.module.css';
import { seriesColour, useDayText, useSeriesName } from './series';

/** What failed on one day, the most frequent on top as in the legend. */
export function DayTooltip({ day, series }: { day: ChartDay; series: readonly ChartSeries[] }) {
  const t = useTranslations('failures.chart');
  const format = useFormatter();
  const nameOf = useSeriesName();
  const dayText = useDayText();
  return (
    <div className={classes.tooltip}>
      <div className={classes.tooltipDay}>
        <span>{dayText(day.day)}</span>
        <span className={classes.count}>{format.number(day.total)}</span>
      </div>
      {series.map((each, i) =>
        day.counts[i] ? (
          <div key={each.key} className={classes.tooltipLine}>
            <span className={classes.swatch} style={{ background: seriesColour(each) }} />
            <span className={classes.code}>{nameOf(each)}</span>
            <span className={classes.count}>{format.number(day.counts[i])}</span>
          </div>
        ) : null,
      )}
      {day.monthEnd ? <div className={classes.note}>{t('monthEnd')}</div> : null}
    </div>
  );
}
