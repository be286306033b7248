import { getLocale, getTimeZone, getTranslations } from 'next-intl/server';
import { csvResponse, paramsOf } from '@/app/_server/csv';
import { route } from '@/app/_server/route';
import { unclassifiedCells, unclassifiedHeader } from '@/app/unclassified/csv';
import { readUnclassifiedQuery } from '@/app/unclassified/search-params';
import { dayOf } from '@/lib/history/calendar';
import { allUnclassified } from '@/lib/insight/unclassified-queries';

/** The list of unclassified codes as CSV, all pages of it: the parameters are those of the page. */
export const GET = route<object>('read', async (ctx, request) => {
  const [t, c, locale, timeZone] = await Promise.all([
    getTranslations('unclassified'),
    getTranslations('common'),
    getLocale(),
    getTimeZone(),
  ]);
  const query = readUnclassifiedQuery(paramsOf(request));
  const rows = await allUnclassified(ctx, query, { locale, noCode: c('values.noCode') });
  const name = `unclassified_codes_${dayOf(ctx.now, timeZone)}.csv`;
  return csvResponse(name, unclassifiedHeader(t), [unclassifiedCells(rows, t, timeZone)]);
});
