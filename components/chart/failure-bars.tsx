import { useFormatter, useTranslations } from 'next-intl';
import { axisTicks, labelledPositions } from '@/lib/insight/axis';
import type { ChartBar, ChartBars, ChartSeries } from '@/lib/insight/failure-chart';
import { BarTooltip } from './bar-tooltip';
import classes from './failure-bars.module.css';
import { seriesColour, useBarText, useDayText, useHourText } from './series';
import { useBrush } from './use-brush';

/** More month ends than this are marked by their shape alone; the words stand below the chart. */
const MOST_WORDS = 4;
/** More bars than this stand side by side without a gap. */
const MANY_BARS = 60;
const MOST_LABELS = 12;
/** Which of four neighbouring labels give way on a narrow screen, and which only on a phone. */
const MINOR = [undefined, 'narrow', 'phone', 'narrow'] as const;

/** Stacked bars with a scale, as plain boxes: there with the page, before any script, and on paper. */
export function FailureBars({
  drawing,
  series,
  choose,
}: {
  drawing: ChartBars;
  series: readonly ChartSeries[];
  /** The first and last slot that the pointer chose; null where there is nothing to choose. */
  choose: ((first: string, last: string) => void) | null;
}) {
  const format = useFormatter();
  const { bars, unit } = drawing;
  const barText = useBarText(unit);
  const ticks = axisTicks(Math.max(0, ...bars.map(({ total }) => total)));
  const top = ticks.at(-1) ?? 1;
  const chosen = (first: number, last: number) => {
    const [from, to] = [bars[first], bars[last]];
    if (from && to) choose?.(from.first, to.last);
  };
  const { hovered, selected, handlers } = useBrush(bars.length, choose ? chosen : null);
  const under = hovered === null ? undefined : bars[hovered];
  const monthEnds = unit === 'hour' ? 0 : bars.filter(({ monthEnd }) => monthEnd).length;
  return (
    <div className={classes.frame}>
      <div className={classes.scale}>
        {ticks.map((tick) => (
          <div key={tick} className={classes.line} style={{ bottom: `${(100 * tick) / top}%` }}>
            <span>{format.number(tick)}</span>
          </div>
        ))}
      </div>
      <div
        className={classes.bars}
        data-many={bars.length > MANY_BARS || undefined}
        data-choose={choose ? '' : undefined}
        {...handlers}
      >
        {bars.map((bar, i) => (
          <Bar
            key={bar.key}
            bar={bar}
            series={series}
            top={top}
            selected={selected !== null && i >= selected.first && i <= selected.last}
            hovered={i === hovered}
            monthEnd={
              bar.monthEnd && unit !== 'hour' ? { words: monthEnds <= MOST_WORDS, late: i > bars.length / 2 } : null
            }
          />
        ))}
        {under && hovered !== null ? (
          <div className={classes.tooltip} style={tooltipPlace(hovered, bars.length)}>
            <BarTooltip name={barText(under)} bar={under} series={series} />
          </div>
        ) : null}
      </div>
      <Labels drawing={drawing} />
    </div>
  );
}

function Bar({
  bar,
  series,
  top,
  selected,
  hovered,
  monthEnd,
}: {
  bar: ChartBar;
  series: readonly ChartSeries[];
  top: number;
  selected: boolean;
  hovered: boolean;
  monthEnd: { readonly words: boolean; readonly late: boolean } | null;
}) {
  const t = useTranslations('failures.chart');
  const height = `${(100 * bar.total) / top}%`;
  return (
    <div
      className={classes.bar}
      data-bar={bar.key}
      data-selected={selected || undefined}
      data-hovered={hovered || undefined}
    >
      {monthEnd ? (
        <span className={classes.monthEnd} data-late={monthEnd.late || undefined}>
          ◆{monthEnd.words ? <span className={classes.words}> {t('monthEnd')}</span> : null}
        </span>
      ) : null}
      {bar.times === null ? null : (
        <span className={classes.peak} style={{ bottom: height }}>
          ▲ {t('times', { times: bar.times })}
        </span>
      )}
      <div className={classes.stack} style={{ height }}>
        {series.map((each, i) =>
          bar.counts[i] ? (
            <span
              key={each.key}
              data-series={each.key}
              style={{ flexGrow: bar.counts[i], background: seriesColour(each) }}
            />
          ) : null,
        )}
      </div>
    </div>
  );
}

/** Some of the bars' names below them; every second one gives way on a narrow screen, then every second of the rest. */
function Labels({ drawing: { bars, unit } }: { drawing: ChartBars }) {
  const t = useTranslations('failures.chart');
  const dayText = useDayText();
  const hourText = useHourText();
  return (
    <>
      <div className={classes.labels}>
        {labelledPositions(bars.length, MOST_LABELS).map((at, i) => {
          const first = bars[at]?.first ?? '';
          return (
            <span
              key={first}
              className={classes.label}
              data-minor={MINOR[i % 4]}
              data-end={at + 1 === bars.length || undefined}
              style={{ left: `${(100 * (at + 0.5)) / bars.length}%` }}
            >
              {unit === 'hour' ? hourText(first) : dayText(first)}
            </span>
          );
        })}
      </div>
      {unit === 'week' ? <div className={classes.unit}>{t('weeks')}</div> : null}
    </>
  );
}

/** Beside the bar, on the side where there is more room. */
function tooltipPlace(at: number, count: number) {
  const place = `${(100 * (at < count / 2 ? at + 1 : count - at)) / count}%`;
  return at < count / 2 ? { left: place } : { right: place };
}
