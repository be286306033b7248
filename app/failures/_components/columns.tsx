import { createColumnHelper } from '@tanstack/react-table';
import type { useTranslations } from 'next-intl';
import type { ListFeatures } from '@/components/table/features';
import type { RowKind } from '@/lib/history/step-row';
import { ClassCell, CodeCell, CountCell, type Expansion, NodeCell, OwnerCell, RateCell, SeenCell } from './cells';
import type { FailureLine } from './failure-item';

const column = createColumnHelper<ListFeatures, FailureLine>();

/**
 * Columns of the table; their ids are the sort keys of the URL. `now` is what "ago" counts from, `rowsOf` links
 * to the rows that a line counts.
 */
export function failureColumns(
  t: ReturnType<typeof useTranslations<'failures'>>,
  now: Date,
  expansionOf: (line: FailureLine) => Expansion | null,
  rowsOf: (line: FailureLine, kind: RowKind) => string,
) {
  const words = (id: 'node' | 'code' | 'class' | 'owner') =>
    ({ id, sortDescFirst: false, meta: { label: t(`columns.${id}`), note: t(`short.${id}`) } }) as const;
  const figure = (id: 'failures' | 'executions' | 'rate' | 'final' | 'recovered') =>
    ({ id, sortDescFirst: true, meta: { label: t(`columns.${id}`), note: t(`short.${id}`), align: 'end' } }) as const;
  const time = (id: 'first' | 'last') =>
    ({ id, sortDescFirst: true, meta: { label: t(`columns.${id}`), note: t(`short.${id}`) } }) as const;
  return column.columns([
    column.accessor('title', {
      id: 'node',
      sortDescFirst: false,
      meta: { label: t('columns.node'), note: t('short.node'), heading: true },
      cell: ({ row }) => <NodeCell line={row.original} expansion={expansionOf(row.original)} />,
    }),
    column.accessor('errorCode', { ...words('code'), cell: ({ row }) => <CodeCell line={row.original} /> }),
    column.accessor((line) => line.verdicts.length, {
      ...words('class'),
      cell: ({ row }) => <ClassCell line={row.original} />,
    }),
    column.accessor('failures', {
      ...figure('failures'),
      cell: ({ row }) => <CountCell value={row.original.failures} href={rowsOf(row.original, 'failures')} strong />,
    }),
    column.accessor('executions', {
      ...figure('executions'),
      cell: ({ row }) => <CountCell value={row.original.executions} href={rowsOf(row.original, 'executions')} />,
    }),
    column.accessor('rate', {
      ...figure('rate'),
      cell: ({ row }) => <RateCell line={row.original} href={rowsOf(row.original, 'failed')} />,
    }),
    column.accessor('finalFailures', {
      ...figure('final'),
      cell: ({ row }) => <CountCell value={row.original.finalFailures} href={rowsOf(row.original, 'final')} />,
    }),
    column.accessor('recovered', {
      ...figure('recovered'),
      cell: ({ row }) => <CountCell value={row.original.recovered} href={rowsOf(row.original, 'recovered')} />,
    }),
    column.accessor('firstSeen', { ...time('first'), cell: ({ row }) => <SeenCell date={row.original.firstSeen} /> }),
    column.accessor('lastSeen', {
      ...time('last'),
      cell: ({ row }) => <SeenCell date={row.original.lastSeen} now={now} />,
    }),
    column.accessor((line) => line.owners.length, {
      ...words('owner'),
      cell: ({ row }) => <OwnerCell line={row.original} />,
    }),
  ]);
}
