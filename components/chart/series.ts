import { useFormatter, useTranslations } from 'next-intl';
import type { ChartBar, ChartBars, ChartSeries } from '@/lib/insight/failure-chart';

/** CSS colour of a series; the theme has them for light and dark. */
export function seriesColour({ colour }: ChartSeries): string {
  return `var(--fp-series-${colour ?? 'rest'})`;
}

/** Names a series: the raw code, "no code", or the number of codes that are drawn together. */
export function useSeriesName(): (series: ChartSeries) => string {
  const t = useTranslations('failures');
  const c = useTranslations('common');
  return ({ kind, code, codes }) => {
    if (kind === 'rest') return t('chart.rest', { codes });
    if (code === null) return c('values.noCode');
    return code === '' ? t('table.emptyCode') : code;
  };
}

/** Writes a calendar day (`YYYY-MM-DD`) the reader's way; it is a day already, no time zone applies. */
export function useDayText(): (day: string, style?: 'long') => string {
  const format = useFormatter();
  return (day, style) =>
    format.dateTime(new Date(`${day}T00:00:00Z`), {
      ...(style === 'long' ? ({ weekday: 'short', year: 'numeric' } as const) : {}),
      ...{ day: 'numeric', month: 'short', timeZone: 'UTC' },
    });
}

/** Writes an hour (its first instant, ISO 8601) in the reader's time zone. */
export function useHourText(): (hour: string) => string {
  const format = useFormatter();
  return (hour) => format.dateTime(new Date(hour), { hour: '2-digit', minute: '2-digit' });
}

/** Names what a bar stands for: an hour, a day, or the days of a week. */
export function useBarText(unit: ChartBars['unit']): (bar: Pick<ChartBar, 'first' | 'last'>) => string {
  const t = useTranslations('failures.chart');
  const dayText = useDayText();
  const hourText = useHourText();
  return ({ first, last }) => {
    if (unit === 'hour') return hourText(first);
    return first === last ? dayText(first) : t('span', { first: dayText(first), last: dayText(last) });
  };
}
