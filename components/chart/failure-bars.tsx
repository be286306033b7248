'use client';

import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { useFormatter, useTranslations } from 'next-intl';
import type { FailureChart } from '@/lib/insight/failure-chart';
import { DayTooltip } from './day-tooltip';
import { seriesColour, useDayText } from './series';

/** The drawing itself; loaded in the browser only, since the library is large. */
export function FailureBars({ chart, height }: { chart: FailureChart; height: number }) {
  const t = useTranslations('failures.chart');
  const format = useFormatter();
  const dayText = useDayText();
  const data = chart.days.map(({ day, counts }) => ({
    day,
    ...Object.fromEntries(chart.series.map(({ key }, i) => [key, counts[i] ?? 0])),
  }));
  const monthEnds = chart.days.flatMap(({ day, monthEnd }, i) =>
    monthEnd ? [{ day, late: i > chart.days.length / 2 }] : [],
  );
  return (
    <BarChart
      h={height}
      type="stacked"
      data={data}
      dataKey="day"
      series={chart.series.map((each) => ({ name: each.key, color: seriesColour(each) }))}
      valueFormatter={(value) => format.number(value)}
      maxBarWidth={28}
      gridAxis="x"
      tickLine="none"
      xAxisProps={{ tickFormatter: dayText, minTickGap: 28, interval: 'preserveStartEnd' }}
      yAxisProps={{ allowDecimals: false, width: 44 }}
      referenceLines={monthEnds.map(({ day, late }) => ({
        x: day,
        stroke: 'var(--mantine-color-dimmed)',
        strokeDasharray: '2 3',
        label: {
          value: t('monthEnd'),
          position: late ? 'insideTopRight' : 'insideTopLeft',
          fill: 'var(--mantine-color-dimmed)',
          fontSize: 11,
        },
      }))}
      tooltipProps={{
        content: ({ active, label }) => {
          const day = active ? chart.days.find((each) => each.day === label) : undefined;
          return day ? <DayTooltip day={day} series={chart.series} /> : null;
        },
      }}
      barProps={{ isAnimationActive: false, stroke: 'var(--fp-surface)', strokeWidth: 1 }}
      accessibilityLayer={false}
    />
  );
}
