import { useFormatter, useTranslations } from 'next-intl';
import { type PlainColumn, PlainTable } from '@/components/table/plain-table';
import { Below, Caution, Dim } from '@/components/ui/marks';
import { RelativeTime } from '@/components/ui/relative-time';
import { TextLink } from '@/components/ui/text-link';
import type { MeasuringProgress } from '@/lib/history/threshold-progress-queries';
import classes from './operations.module.css';

/** How far the thresholds of each source are measured, and where that fails. */
export function MeasuringTable({ progress, now }: { progress: readonly MeasuringProgress[]; now: Date }) {
  const t = useTranslations('operations.measuring');
  const format = useFormatter();
  if (progress.length === 0) return <p className={classes.quiet}>{t('none')}</p>;
  const columns: PlainColumn<MeasuringProgress>[] = [
    { key: 'source', label: t('columns.source'), heading: true, cell: ({ name }) => name },
    {
      key: 'nodes',
      label: t('columns.nodes'),
      align: 'end',
      cell: ({ measured, nodes }) => t('nodes', { measured, nodes }),
    },
    {
      key: 'last',
      label: t('columns.last'),
      cell: ({ lastAt }) => (lastAt === null ? <Dim>{t('never')}</Dim> : <RelativeTime date={lastAt} now={now} />),
    },
    {
      key: 'next',
      label: t('columns.next'),
      cell: ({ nextAt }) => (nextAt <= now ? t('soon') : <RelativeTime date={nextAt} now={now} />),
    },
    {
      key: 'failure',
      label: t('columns.failure'),
      cell: ({ failure }) =>
        failure === null ? (
          <Dim>{t('well')}</Dim>
        ) : (
          <>
            <Caution>{t('failed', { times: failure.times, when: format.relativeTime(failure.at, now) })}</Caution>
            <Below code>{failure.message}</Below>
          </>
        ),
    },
  ];
  return (
    <>
      <PlainTable label={t('title')} columns={columns} rows={progress} rowKey={({ sourceId }) => sourceId} />
      <p className={classes.quiet}>
        <TextLink href="/thresholds">{t('list')}</TextLink>
      </p>
    </>
  );
}
