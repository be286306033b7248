import { useTranslations } from 'next-intl';
import { type PlainColumn, PlainTable } from '@/components/table/plain-table';
import { Below, Dim } from '@/components/ui/marks';
import { RelativeTime } from '@/components/ui/relative-time';
import type { LagRow } from '@/lib/operations/status';
import { Amount } from './amount';
import classes from './operations.module.css';

/** How many steps each reader of the history has still to read, in each source. */
export function LagTable({ lag, now }: { lag: readonly LagRow[]; now: Date }) {
  const t = useTranslations('operations.lag');
  if (lag.length === 0) return <p className={classes.quiet}>{t('none')}</p>;
  const columns: PlainColumn<LagRow>[] = [
    {
      key: 'reader',
      label: t('columns.reader'),
      heading: true,
      cell: ({ reader, source }) => (
        <>
          {t(`readers.${reader}`)}
          <Below code>{source}</Below>
        </>
      ),
    },
    { key: 'unread', label: t('columns.unread'), align: 'end', cell: ({ unread }) => <Amount of={unread} /> },
    { key: 'oldest', label: t('columns.oldest'), cell: ({ oldestAt }) => <When date={oldestAt} now={now} /> },
    { key: 'read', label: t('columns.read'), cell: ({ readAt }) => <When date={readAt} now={now} /> },
  ];
  return (
    <PlainTable
      label={t('title')}
      columns={columns}
      rows={lag}
      rowKey={({ reader, sourceId }) => `${reader} ${sourceId}`}
    />
  );
}

function When({ date, now }: { date: Date | null; now: Date }) {
  const t = useTranslations('operations.waiting');
  return date === null ? <Dim>{t('nothing')}</Dim> : <RelativeTime date={date} now={now} />;
}
