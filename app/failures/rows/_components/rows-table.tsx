import { useFormatter, useTranslations } from 'next-intl';
import cells from '@/components/table/cells.module.css';
import { type PlainColumn, PlainTable } from '@/components/table/plain-table';
import { Below, Dim } from '@/components/ui/marks';
import { TextLink } from '@/components/ui/text-link';
import { endingOf, type StepRow } from '@/lib/history/step-row';
import { endingWords } from '../row-words';
import { Message } from './message';
import classes from './rows.module.css';

/** One row per step, as the log has it; texts from outside stay texts. */
export function RowsTable({ rows }: { rows: readonly StepRow[] }) {
  const t = useTranslations('failureRows');
  const columns: PlainColumn<StepRow>[] = [
    { key: 'when', label: t('columns.when'), heading: true, cell: (row) => <When at={row.occurredAt} /> },
    { key: 'workflow', label: t('columns.workflow'), cell: (row) => row.workflowName ?? row.workflowKey },
    { key: 'node', label: t('columns.node'), cell: (row) => <Node row={row} /> },
    { key: 'run', label: t('columns.run'), cell: (row) => <Run row={row} /> },
    { key: 'attempt', label: t('columns.attempt'), align: 'end', cell: (row) => row.attempt },
    { key: 'code', label: t('columns.code'), cell: (row) => <Code row={row} /> },
    {
      key: 'message',
      label: t('columns.message'),
      cell: ({ errorMessage }) => (errorMessage ? <Message text={errorMessage} /> : <Dim>{t('noMessage')}</Dim>),
    },
    { key: 'duration', label: t('columns.duration'), align: 'end', cell: (row) => <Duration ms={row.durationMs} /> },
    { key: 'ended', label: t('columns.ended'), cell: (row) => <Ended row={row} /> },
  ];
  return (
    <div className={classes.rows}>
      <PlainTable label={t('table')} columns={columns} rows={rows} rowKey={({ id }) => id} />
    </div>
  );
}

function When({ at }: { at: Date }) {
  const format = useFormatter();
  return (
    <time
      dateTime={at.toISOString()}
      title={format.dateTime(at, { dateStyle: 'full', timeStyle: 'medium' })}
      className={classes.when}
    >
      {format.dateTime(at, { day: 'numeric', month: 'short', year: 'numeric' })}
      <span className={classes.clock}>
        {format.dateTime(at, { hour: '2-digit', minute: '2-digit', second: '2-digit' })}
      </span>
    </time>
  );
}

function Node({ row: { nodeRowId, nodeName, nodeId } }: { row: StepRow }) {
  if (nodeRowId === null) return <code className={cells.mono}>{nodeId}</code>;
  return (
    <div className={classes.node}>
      <TextLink href={`/nodes/${nodeRowId}`}>{nodeName ?? nodeId}</TextLink>
      {nodeName === nodeId ? null : <Below code>{nodeId}</Below>}
    </div>
  );
}

function Run({ row: { runId, subIndex } }: { row: StepRow }) {
  const t = useTranslations('failureRows');
  return (
    <div className={classes.run}>
      <code className={cells.mono}>{runId}</code>
      {subIndex === '' ? null : <Below>{t('sub', { index: subIndex })}</Below>}
    </div>
  );
}

function Code({ row: { status, errorCode } }: { row: StepRow }) {
  const t = useTranslations('failureRows');
  const f = useTranslations('failures.table');
  const c = useTranslations('common.values');
  if (status !== 'failed') return <Dim>{t('notFailed')}</Dim>;
  if (errorCode === null) return <Dim>{c('noCode')}</Dim>;
  if (errorCode === '') return <Dim>{f('emptyCode')}</Dim>;
  return <code className={`${cells.mono} ${classes.code}`}>{errorCode}</code>;
}

function Duration({ ms }: { ms: number | null }) {
  const c = useTranslations('common.values');
  const format = useFormatter();
  if (ms === null) return <Dim>{c('notAvailable')}</Dim>;
  if (ms < 1000) return format.number(ms, { style: 'unit', unit: 'millisecond' });
  return format.number(ms / 1000, { style: 'unit', unit: 'second', maximumFractionDigits: 1 });
}

function Ended({ row }: { row: StepRow }) {
  const r = useTranslations('failureRows');
  const t = useTranslations('failures');
  const c = useTranslations('common');
  return (
    <span className={classes.ended} data-how={endingOf(row).how}>
      {endingWords(row, { r, t, c })}
    </span>
  );
}
