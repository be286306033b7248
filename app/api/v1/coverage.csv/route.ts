import { getLocale, getTimeZone, getTranslations } from 'next-intl/server';
import { csvResponse, paramsOf } from '@/app/_server/csv';
import { route } from '@/app/_server/route';
import { coverageCells, coverageHeader } from '@/app/(home)/csv';
import { readHomeQuery } from '@/app/(home)/search-params';
import { dayOf } from '@/lib/history/calendar';
import { homeNodes } from '@/lib/insight/home-queries';

/** How far each group and workflow is, as CSV; `for` is that of the home page. */
export const GET = route<object>('read', async (ctx, request) => {
  const [t, locale, timeZone] = await Promise.all([getTranslations('home'), getLocale(), getTimeZone()]);
  const { scope } = readHomeQuery(paramsOf(request), ctx.actor);
  const found = await homeNodes(ctx, scope, locale);
  return csvResponse(`coverage_${dayOf(ctx.now, timeZone)}.csv`, coverageHeader(t), [coverageCells(found, t)]);
});
