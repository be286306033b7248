import type { getTranslations } from 'next-intl/server';
import type { ThresholdListRow } from '@/lib/insight/threshold-list';
import type { CsvCell } from '@/lib/shared/csv';

type Translate = Awaited<ReturnType<typeof getTranslations<'thresholds'>>>;

const COLUMNS = [
  ...(['workflow', 'node', 'owner', 'code', 'state', 'since', 'written', 'source', 'suggested'] as const),
  ...(['sampleSize', 'failureCount', 'rateLow', 'rateHigh', 'windowDays', 'measuredAt', 'draft'] as const),
] as const;

/** The header of the list as a download, in the reader's language. */
export function thresholdHeader(t: Translate): string[] {
  return COLUMNS.map((column) => t(`csv.${column}`));
}

/** A line per row; times in ISO 8601, rates as parts of 1. */
export function thresholdCells(rows: readonly ThresholdListRow[], t: Translate): CsvCell[][] {
  return rows.map((row) => [
    ...[
      row.workflowName,
      row.nodeName,
      row.ownerName,
      row.code,
      t(`state.${row.state}`),
      new Date(row.since).toISOString(),
    ],
    ...[row.written, row.writtenSource && t(`source.${row.writtenSource}`), row.suggested, row.sampleSize],
    ...[
      row.failureCount,
      row.rateLow,
      row.rateHigh,
      row.windowDays,
      new Date(row.measuredAt).toISOString(),
      row.draftBy,
    ],
  ]);
}
