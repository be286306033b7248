import type { getTranslations } from 'next-intl/server';
import { zonedIso } from '@/lib/history/calendar';
import type { UnclassifiedCode } from '@/lib/insight/unclassified-list';
import type { CsvCell } from '@/lib/shared/csv';

type Translate = Awaited<ReturnType<typeof getTranslations<'unclassified'>>>;

const COLUMNS = ['code', 'failures', 'nodes', 'first', 'last', 'worst', 'example'] as const;

/** The header of the list as a download, in the reader's language. */
export function unclassifiedHeader(t: Translate): string[] {
  return COLUMNS.map((column) => t(`csvColumns.${column}`));
}

/** The rows of the list as the page shows them; times are those of the reader's zone (IANA name). */
export function unclassifiedCells(rows: readonly UnclassifiedCode[], t: Translate, timeZone: string): CsvCell[][] {
  return rows.map(({ errorCode, failures, nodes, firstSeen, lastSeen, worst, example }) => [
    codeWords(errorCode, t),
    ...[failures, nodes],
    zonedIso(firstSeen, timeZone),
    zonedIso(lastSeen, timeZone),
    worst.map(({ name, workflowName }) => `${name} (${workflowName})`).join('; '),
    example,
  ]);
}

/** A code as it is shown: that there is none, and an empty one, in words. */
export function codeWords(code: string | null, t: (key: 'noCodeName' | 'emptyCode') => string): string {
  if (code === null) return t('noCodeName');
  return code === '' ? t('emptyCode') : code;
}
