import { getLocale, getTimeZone, getTranslations } from 'next-intl/server';
import { csvResponse, paramsOf } from '@/app/_server/csv';
import { route } from '@/app/_server/route';
import { thresholdCells, thresholdHeader } from '@/app/thresholds/csv';
import { readThresholdQuery } from '@/app/thresholds/search-params';
import { dayOf } from '@/lib/history/calendar';
import { allThresholds } from '@/lib/insight/threshold-list-queries';

/** The list of thresholds as CSV, all of it that the filters leave: the parameters are those of the page. */
export const GET = route<object>('read', async (ctx, request) => {
  const [t, locale, timeZone] = await Promise.all([getTranslations('thresholds'), getLocale(), getTimeZone()]);
  const rows = await allThresholds(ctx, readThresholdQuery(paramsOf(request)), locale);
  return csvResponse(`thresholds_${dayOf(ctx.now, timeZone)}.csv`, thresholdHeader(t), [thresholdCells(rows, t)]);
});
