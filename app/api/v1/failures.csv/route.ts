import { getFormatter, getLocale, getTimeZone, getTranslations } from 'next-intl/server';
import { csvResponse, paramsOf } from '@/app/_server/csv';
import { route } from '@/app/_server/route';
import { csvFileName, listCells, listHeader } from '@/app/failures/csv';
import { readFailureQuery, readMoment } from '@/app/failures/search-params';
import { failureView } from '@/lib/insight/failure-queries';

/**
 * The failures page's list as CSV, all pages of it: the parameters are those of the page. `at` counts as of a
 * moment (ISO 8601, UTC).
 */
export const GET = route<object>('read', async (ctx, request) => {
  const params = paramsOf(request);
  const [t, c, format, locale, timeZone] = await Promise.all([
    getTranslations('failures'),
    getTranslations('common'),
    getFormatter(),
    getLocale(),
    getTimeZone(),
  ]);
  const reader = { t, c, format, timeZone };
  const asked = { timeZone, locale, noCode: c('values.noCode') };
  const moment = readMoment(params, ctx.now);
  const view = await failureView(ctx, readFailureQuery(params), asked, moment);
  const name = csvFileName('failures', view.span, moment ?? ctx.now, timeZone);
  return csvResponse(name, listHeader(reader), [listCells(view.list.matching, reader)]);
});
