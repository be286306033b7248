'use client';

import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { useFormatter, useTranslations } from 'next-intl';
import { ReferenceArea, ReferenceDot } from 'recharts';
import type { ChartBars, ChartSeries } from '@/lib/insight/failure-chart';
import { BarTooltip } from './bar-tooltip';
import { seriesColour, useBarText, useDayText, useHourText } from './series';
import { useBrush } from './use-brush';

/** More month ends than this are marked by their shape alone; the words stand below the chart. */
const MOST_WORDS = 4;
/** More bars than this stand side by side without a gap. */
const MANY_BARS = 60;
const DIMMED = 'var(--mantine-color-dimmed)';

/** The drawing itself; loaded in the browser only, since the library is large. */
export function FailureBars({
  drawing,
  series,
  height,
  choose,
}: {
  drawing: ChartBars;
  series: readonly ChartSeries[];
  height: number;
  /** The first and last slot that the pointer chose; null where there is nothing to choose. */
  choose: ((first: string, last: string) => void) | null;
}) {
  const t = useTranslations('failures.chart');
  const format = useFormatter();
  const dayText = useDayText();
  const hourText = useHourText();
  const { unit, bars } = drawing;
  const barText = useBarText(unit);
  const { selected, handlers } = useBrush((first, last) => {
    const [from, to] = [bars[first], bars[last]];
    if (from && to) choose?.(from.first, to.last);
  });
  const data = bars.map(({ key, counts }) => ({
    key,
    ...Object.fromEntries(series.map((each, i) => [each.key, counts[i] ?? 0])),
  }));
  const monthEnds = unit === 'hour' ? [] : bars.flatMap(({ key, monthEnd }, i) => (monthEnd ? [{ key, i }] : []));
  const [from, to] = [bars[selected?.first ?? -1], bars[selected?.last ?? -1]];
  return (
    <BarChart
      h={height}
      type="stacked"
      data={data}
      dataKey="key"
      series={series.map((each) => ({ name: each.key, color: seriesColour(each) }))}
      valueFormatter={(value) => format.number(value)}
      maxBarWidth={28}
      gridAxis="x"
      tickLine="none"
      xAxisLabel={unit === 'week' ? t('weeks') : undefined}
      xAxisProps={{
        tickFormatter: unit === 'hour' ? hourText : (day: string) => dayText(day),
        minTickGap: 28,
        interval: 'preserveStartEnd',
      }}
      yAxisProps={{ allowDecimals: false, width: 44 }}
      referenceLines={monthEnds.map(({ key, i }) => ({
        x: key,
        stroke: DIMMED,
        strokeDasharray: '2 3',
        label: {
          value: monthEnds.length > MOST_WORDS ? '◆' : `◆ ${t('monthEnd')}`,
          position: i > bars.length / 2 ? 'insideTopRight' : 'insideTopLeft',
          fill: DIMMED,
          fontSize: 11,
        },
      }))}
      tooltipProps={{
        content: ({ active, label }) => {
          const bar = active ? bars.find((each) => each.key === label) : undefined;
          return bar ? <BarTooltip name={barText(bar)} bar={bar} series={series} /> : null;
        },
      }}
      barProps={{ isAnimationActive: false, stroke: 'var(--fp-surface)', strokeWidth: bars.length > MANY_BARS ? 0 : 1 }}
      barChartProps={{
        margin: { top: 20, bottom: unit === 'week' ? 30 : 0 },
        accessibilityLayer: false,
        ...(choose ? handlers : {}),
      }}
      style={choose ? { cursor: 'pointer', userSelect: 'none' } : undefined}
    >
      {bars.map(({ key, total, times }) =>
        times === null ? null : (
          <ReferenceDot
            key={key}
            x={key}
            y={total}
            r={0}
            label={{
              value: `▲ ${t('times', { times })}`,
              position: 'top',
              fill: 'var(--fp-terminal)',
              fontSize: 12,
              fontWeight: 650,
            }}
          />
        ),
      )}
      {from && to && from !== to ? (
        <ReferenceArea x1={from.key} x2={to.key} fill="var(--mantine-primary-color-filled)" fillOpacity={0.15} />
      ) : null}
    </BarChart>
  );
}
