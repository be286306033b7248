import { useTranslations } from 'next-intl';
import { type PlainColumn, PlainTable } from '@/components/table/plain-table';
import { Dim } from '@/components/ui/marks';
import { RelativeTime } from '@/components/ui/relative-time';
import { DELIVERY_STATES, type DeliveryDepth, type OperationsStatus } from '@/lib/operations/status';
import { CHANNEL_KINDS } from '@/lib/owners/channel-kinds';
import { Amount } from './amount';
import classes from './operations.module.css';

type Status = Pick<OperationsStatus, 'at' | 'deliveries' | 'oldestDueAt' | 'drills' | 'wakes'>;

/** What waits to be sent, drilled, or looked at. */
export function QueueTables({ status }: { status: Status }) {
  const { at, drills, wakes } = status;
  const t = useTranslations('operations.waiting');
  const works = [
    { key: 'drills', name: t('drills'), waiting: drills.queued, busy: drills.running, since: drills.oldestQueuedAt },
    ...wakes.map(({ job, waiting, oldestAt }) => ({
      ...{ key: job, name: t(`wakes.${job}`), waiting: { count: waiting, more: false }, busy: null, since: oldestAt },
    })),
  ];
  const columns: PlainColumn<(typeof works)[number]>[] = [
    { key: 'work', label: t('columns.work'), heading: true, cell: ({ name }) => name },
    { key: 'waiting', label: t('columns.waiting'), align: 'end', cell: ({ waiting }) => <Amount of={waiting} /> },
    {
      key: 'busy',
      label: t('columns.busy'),
      align: 'end',
      cell: ({ busy }) => (busy === null ? <Dim>{t('atOnce')}</Dim> : <Amount of={busy} />),
    },
    {
      key: 'since',
      label: t('columns.since'),
      cell: ({ since }) => (since === null ? <Dim>{t('nothing')}</Dim> : <RelativeTime date={since} now={at} />),
    },
  ];
  return (
    <>
      <Deliveries status={status} />
      <PlainTable label={t('works')} columns={columns} rows={works} rowKey={({ key }) => key} />
    </>
  );
}

function Deliveries({ status: { at, deliveries, oldestDueAt } }: { status: Status }) {
  const t = useTranslations('operations.waiting');
  const kindWords = useTranslations('reach.kinds');
  if (deliveries.length === 0) return <p className={classes.quiet}>{t('noMessages')}</p>;
  const nameOf = (kind: string) => {
    const known = CHANNEL_KINDS.find((each) => each === kind);
    return known ? kindWords(known) : kind;
  };
  const columns: PlainColumn<DeliveryDepth>[] = [
    { key: 'kind', label: t('columns.channel'), heading: true, cell: ({ kind }) => nameOf(kind) },
    ...DELIVERY_STATES.map(
      (state): PlainColumn<DeliveryDepth> => ({
        ...{ key: state, label: t(`states.${state}`), align: 'end', cell: (row) => <Amount of={row[state]} /> },
      }),
    ),
  ];
  return (
    <div className={classes.part}>
      <PlainTable label={t('messages')} columns={columns} rows={deliveries} rowKey={({ kind }) => kind} />
      {oldestDueAt === null ? null : (
        <p className={classes.line}>
          {t('oldestDue')} <RelativeTime date={oldestDueAt} now={at} />
        </p>
      )}
    </div>
  );
}
