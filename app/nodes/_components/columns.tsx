import { createColumnHelper } from '@tanstack/react-table';
import type { ListFeatures } from '@/components/table/features';
import {
  type CellWords,
  ChoosableCell,
  CoverageCell,
  DoesCell,
  FailuresCell,
  LastCell,
  NodeCell,
  OwnerCell,
  RateCell,
  RetryCell,
  TrendCell,
} from './cells';
import type { NodeItem } from './node-item';

const column = createColumnHelper<ListFeatures, NodeItem>();

/**
 * Columns of the list; ids of those that sort are the sort keys of the URL. `now` is what "ago" counts from; rows have a
 * box to choose them where they are `choosable`.
 */
export function nodeColumns(words: CellWords, now: Date, choosable: boolean) {
  const { t } = words;
  const Name = choosable ? ChoosableCell : NodeCell;
  return column.columns([
    column.accessor('name', {
      id: 'name',
      sortDescFirst: false,
      meta: { label: t('columns.node'), width: 17, heading: true },
      cell: ({ row }) => <Name item={row.original} words={words} />,
    }),
    column.display({
      id: 'does',
      meta: { label: t('columns.does'), width: 17 },
      cell: ({ row }) => <DoesCell item={row.original} words={words} />,
    }),
    column.display({
      id: 'retry',
      meta: { label: t('columns.retry'), width: 15 },
      cell: ({ row }) => <RetryCell item={row.original} words={words} />,
    }),
    column.display({
      id: 'owner',
      meta: { label: t('columns.owner'), width: 11 },
      cell: ({ row }) => <OwnerCell item={row.original} words={words} />,
    }),
    column.accessor('failures', {
      id: 'failures',
      sortDescFirst: true,
      meta: { label: t('columns.failures'), note: t('notes.failures'), align: 'end' },
      cell: ({ row }) => <FailuresCell item={row.original} words={words} />,
    }),
    column.display({
      id: 'trend',
      meta: { label: t('columns.trend'), note: t('notes.trend') },
      cell: ({ row }) => <TrendCell item={row.original} words={words} />,
    }),
    column.accessor('rate', {
      id: 'rate',
      sortDescFirst: true,
      meta: { label: t('columns.rate'), note: t('notes.rate'), align: 'end' },
      cell: ({ row }) => <RateCell item={row.original} words={words} />,
    }),
    column.accessor('lastFailedAt', {
      id: 'last',
      sortDescFirst: true,
      meta: { label: t('columns.last') },
      cell: ({ row }) => <LastCell item={row.original} words={words} now={now} />,
    }),
    column.accessor((item) => item.coverage.state, {
      id: 'coverage',
      sortDescFirst: true,
      meta: { label: t('columns.coverage'), width: 18 },
      cell: ({ row }) => <CoverageCell item={row.original} words={words} />,
    }),
  ]);
}
