import { getTimeZone, getTranslations } from 'next-intl/server';
import { csvResponse, paramsOf } from '@/app/_server/csv';
import { route } from '@/app/_server/route';
import { entryCells, entryHeader } from '@/app/audit/entry-words';
import { auditFilter, readAuditQuery } from '@/app/audit/search-params';
import { allAuditEntries } from '@/lib/audit/queries';
import { dayOf } from '@/lib/history/calendar';

/** The audit as CSV, all of it that the filters leave: the parameters are those of the page. */
export const GET = route<object>('audit.read', async (ctx, request) => {
  const [t, c, timeZone] = await Promise.all([getTranslations('audit'), getTranslations('common'), getTimeZone()]);
  const words = { t, c };
  const filter = auditFilter(readAuditQuery(paramsOf(request)), timeZone);
  const batches = async function* () {
    for await (const entries of allAuditEntries(ctx, filter)) yield entryCells(entries, words, timeZone);
  };
  return csvResponse(`audit_${dayOf(ctx.now, timeZone)}.csv`, entryHeader(words), batches());
});
