import { useFormatter, useTranslations } from 'next-intl';
import type { ChartSeries } from '@/lib/insight/failure-chart';

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
export function useDayText(): (day: string) => string {
  const format = useFormatter();
  return (day) => format.dateTime(new Date(`${day}T00:00:00Z`), { day: 'numeric', month: 'short', timeZone: 'UTC' });
}
