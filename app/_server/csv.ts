import 'server-only';
import { attachment } from '@/lib/shared/content-disposition';
import { type CsvCell, csvHead, csvRows } from '@/lib/shared/csv';
import { streamOf } from './stream';

/** The parameters of a request as pages get them; one given twice counts once, the first time. */
export function paramsOf(request: Request): Record<string, string> {
  const entries = [...new URL(request.url).searchParams];
  return Object.fromEntries(entries.toReversed());
}

/** A CSV download, sent batch by batch as its rows are made. */
export function csvResponse(
  fileName: string,
  header: readonly string[],
  batches: Iterable<CsvCell[][]> | AsyncIterable<CsvCell[][]>,
): Response {
  const encoder = new TextEncoder();
  const parts = (async function* () {
    yield encoder.encode(csvHead(header));
    for await (const rows of batches) if (rows.length > 0) yield encoder.encode(csvRows(rows));
  })();
  return new Response(streamOf(parts), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': attachment(fileName),
      'Cache-Control': 'no-store',
    },
  });
}
