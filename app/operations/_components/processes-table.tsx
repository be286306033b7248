import { type Icon, IconCircleCheck, IconCircleX, IconPlayerStop } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type PlainColumn, PlainTable } from '@/components/table/plain-table';
import { Below } from '@/components/ui/marks';
import { RelativeTime } from '@/components/ui/relative-time';
import type { ProcessState } from '@/lib/operations/presence';
import type { ProcessRow } from '@/lib/operations/status';
import classes from './operations.module.css';

const SHAPES: Readonly<Record<ProcessState, Icon>> = {
  running: IconCircleCheck,
  stopping: IconPlayerStop,
  gone: IconCircleX,
};

/** Every process that says that it is there, and those that stopped saying so within the last hour. */
export function ProcessesTable({ processes, now }: { processes: readonly ProcessRow[]; now: Date }) {
  const t = useTranslations('operations.processes');
  if (processes.length === 0) return <p className={classes.quiet}>{t('none')}</p>;
  const columns: PlainColumn<ProcessRow>[] = [
    {
      key: 'process',
      label: t('columns.process'),
      heading: true,
      cell: ({ kind, works, host, pid }) => (
        <>
          {t(kind === 'web' && works ? 'kinds.webWorker' : `kinds.${kind}`)}
          <Below>{t('where', { host, pid: String(pid) })}</Below>
        </>
      ),
    },
    {
      key: 'state',
      label: t('columns.state'),
      cell: ({ state, leads }) => (
        <>
          <StateMark state={state} />
          {leads ? <Below>{t('leads')}</Below> : null}
        </>
      ),
    },
    { key: 'seen', label: t('columns.seen'), cell: ({ seenAt }) => <RelativeTime date={seenAt} now={now} /> },
    {
      key: 'started',
      label: t('columns.started'),
      cell: ({ startedAt }) => <RelativeTime date={startedAt} now={now} />,
    },
    { key: 'version', label: t('columns.version'), cell: ({ version }) => version },
  ];
  return <PlainTable label={t('title')} columns={columns} rows={processes} rowKey={({ id }) => id} />;
}

function StateMark({ state }: { state: ProcessState }) {
  const t = useTranslations('operations.processes.states');
  const Shape = SHAPES[state];
  return (
    <span className={classes.mark} data-state={state}>
      <Shape size={15} stroke={2} aria-hidden />
      {t(state)}
    </span>
  );
}
