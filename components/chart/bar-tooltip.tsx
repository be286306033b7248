import { useFormatter, useTranslations } from 'next-intl';
import type { ChartBar, ChartSeries } from '@/lib/insight/failure-chart';
import classes from './failure-chart.module.css';
import { seriesColour, useSeriesName } from './series';

/** What failed in the time of one bar, the most frequent on top as in the legend. */
export function BarTooltip({ name, bar, series }: { name: string; bar: ChartBar; series: readonly ChartSeries[] }) {
  const t = useTranslations('failures.chart');
  const format = useFormatter();
  const nameOf = useSeriesName();
  return (
    <div className={classes.tooltip}>
      <div className={classes.tooltipDay}>
        <span>{name}</span>
        <span className={classes.count}>{format.number(bar.total)}</span>
      </div>
      {series.map((each, i) =>
        bar.counts[i] ? (
          <div key={each.key} className={classes.tooltipLine}>
            <span className={classes.swatch} style={{ background: seriesColour(each) }} />
            <span className={classes.code}>{nameOf(each)}</span>
            <span className={classes.count}>{format.number(bar.counts[i])}</span>
          </div>
        ) : null,
      )}
      {bar.times === null ? null : <div className={classes.note}>▲ {t('standsOut', { times: bar.times })}</div>}
      {bar.monthEnd ? <div className={classes.note}>◆ {t('monthEnd')}</div> : null}
    </div>
  );
}
