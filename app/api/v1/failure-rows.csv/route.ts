import { getFormatter, getLocale, getTimeZone, getTranslations } from 'next-intl/server';
import { csvResponse, paramsOf } from '@/app/_server/csv';
import { route } from '@/app/_server/route';
import { csvFileName } from '@/app/failures/csv';
import { rowCells, rowsHeader } from '@/app/failures/rows/row-words';
import { readRowsQuery } from '@/app/failures/rows/search-params';
import { readMoment } from '@/app/failures/search-params';
import type { ReadCtx } from '@/lib/accounts/context';
import { type RowSelection, stepRows } from '@/lib/history/row-queries';
import type { StepRow } from '@/lib/history/step-row';
import { failureSelection } from '@/lib/insight/failure-queries';

/** Rows that are read and sent at once: a download of any length needs no more memory. */
const BATCH = 5_000;

/** The rows behind a figure as CSV, all of them: the parameters are those of the page. */
export const GET = route<object>('read', async (ctx, request) => {
  const params = paramsOf(request);
  const [t, c, r, format, locale, timeZone] = await Promise.all([
    getTranslations('failures'),
    getTranslations('common'),
    getTranslations('failureRows'),
    getFormatter(),
    getLocale(),
    getTimeZone(),
  ]);
  const reader = { t, c, r, format, timeZone };
  const asked = { timeZone, locale, noCode: c('values.noCode') };
  const moment = readMoment(params, ctx.now);
  const { selection, span } = await failureSelection(ctx, readRowsQuery(params), asked, moment);
  const name = csvFileName(`failures-${selection.kind}`, span, moment ?? ctx.now, timeZone);
  const batches = async function* () {
    for await (const rows of allRows(ctx, selection)) yield rowCells(rows, reader);
  };
  return csvResponse(name, rowsHeader(reader), batches());
});

async function* allRows(ctx: ReadCtx, selection: RowSelection): AsyncGenerator<StepRow[]> {
  let last: StepRow | undefined;
  do {
    const cursor = last ? ({ side: 'before', at: last.occurredAt, id: last.id } as const) : null;
    const rows = await stepRows(ctx, selection, cursor, BATCH);
    yield rows;
    last = rows.length === BATCH ? rows.at(-1) : undefined;
  } while (last);
}
