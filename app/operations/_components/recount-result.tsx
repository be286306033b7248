'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { type PlainColumn, PlainTable } from '@/components/table/plain-table';
import { Below } from '@/components/ui/marks';
import type { Recount } from '@/lib/history/rollup-commands';
import classes from './operations.module.css';
import type { RecountSoFar } from './use-recount';

type Difference = Recount['differences'][number];

/** More say nothing more; how many there are is said beside. */
const MOST_SHOWN = 100;
const MEASURES = {
  node: ['attempts', 'executions', 'failed_attempts', 'failed_executions'],
  code: ['failures', 'failed_executions', 'final', 'recovered'],
  mixed: ['mixed'],
  execution: ['execution'],
} as const;

/** What counting again has found: nothing, or each difference with both figures. */
export function RecountResult({ result: { source, nodes, differences, state } }: { result: RecountSoFar }) {
  const t = useTranslations('operations.rollups.recounted');
  return (
    <>
      <p className={classes.line}>{t(state, { source, nodes, differences: differences.length })}</p>
      {differences.length > 0 ? <Differences differences={differences} /> : null}
    </>
  );
}

function Differences({ differences }: { differences: readonly Difference[] }) {
  const t = useTranslations('operations.rollups.recounted');
  const format = useFormatter();
  const rows = differences.slice(0, MOST_SHOWN).map((each, index) => ({ ...each, key: `${index}` }));
  const columns: PlainColumn<(typeof rows)[number]>[] = [
    {
      key: 'node',
      label: t('columns.node'),
      heading: true,
      cell: ({ workflowKey, nodeId }) => (
        <>
          <code>{nodeId}</code>
          <Below>{workflowKey}</Below>
        </>
      ),
    },
    {
      key: 'what',
      label: t('columns.what'),
      cell: ({ kind, measure, code, at }) => (
        <>
          {t(`measures.${MEASURES[kind][measure - 1] ?? 'execution'}`)}{' '}
          {code === '' ? null : <code>{codeOf(code)}</code>}
          {at === null ? null : <Below>{format.dateTime(at, { dateStyle: 'medium', timeStyle: 'short' })}</Below>}
        </>
      ),
    },
    { key: 'kept', label: t('columns.kept'), align: 'end', cell: ({ kept }) => format.number(kept) },
    { key: 'counted', label: t('columns.counted'), align: 'end', cell: ({ counted }) => format.number(counted) },
  ];
  return (
    <>
      <PlainTable label={t('table')} columns={columns} rows={rows} rowKey={({ key }) => key} />
      {differences.length > rows.length ? (
        <p className={classes.line}>{t('first', { shown: rows.length, count: differences.length })}</p>
      ) : null}
    </>
  );
}

/** Rollups mark a code as one (`=`), so that a step without code is told from the empty code. */
function codeOf(code: string): string {
  return code.startsWith('=') ? code.slice(1) : code;
}
