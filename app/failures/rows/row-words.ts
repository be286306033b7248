import { zonedIso } from '@/lib/history/calendar';
import { endingOf, type StepRow } from '@/lib/history/step-row';
import type { CsvCell } from '@/lib/shared/csv';
import { type CsvReader, codeWords } from '../csv';
import type { TranslateRows } from '../translate';

/** What the words of a row need of their reader. */
export interface RowReader extends CsvReader {
  readonly r: TranslateRows;
}

const COLUMNS = [
  'when',
  'workflow',
  'workflowKey',
  'node',
  'nodeId',
  'run',
  'subIndex',
  'attempt',
  'code',
  'message',
  'durationMs',
  'ended',
] as const;

/** The header of the rows as a download. */
export function rowsHeader({ r }: RowReader): string[] {
  return COLUMNS.map((column) => r(`columns.${column}`));
}

/** Rows as a download has them: what the page shows, messages whole. */
export function rowCells(rows: readonly StepRow[], reader: RowReader): CsvCell[][] {
  return rows.map((row) => [
    zonedIso(row.occurredAt, reader.timeZone),
    ...[row.workflowName ?? row.workflowKey, row.workflowKey, row.nodeName ?? row.nodeId, row.nodeId],
    ...[row.runId, row.subIndex, row.attempt],
    row.status === 'failed' ? codeWords(row.errorCode, reader) : null,
    ...[row.errorMessage, row.durationMs],
    endingWords(row, reader),
  ]);
}

/** How the execution went on after the row, in words. */
export function endingWords(row: StepRow, reader: Pick<RowReader, 'r' | 't' | 'c'>): string {
  const { how, attempt, otherCode } = endingOf(row);
  const { r } = reader;
  if (otherCode !== undefined) return r('ended.otherCode', { attempt, code: codeWords(otherCode, reader) });
  if (row.laterStatus === null) return r(`endedHere.${how}`);
  return r(`ended.${how}`, { attempt });
}
