'use client';

import { Alert } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { type PlainColumn, PlainTable } from '@/components/table/plain-table';
import { Below, Dim } from '@/components/ui/marks';
import { RelativeTime } from '@/components/ui/relative-time';
import { ShareBar } from '@/components/ui/share-bar';
import type { RollupProgress } from '@/lib/history/rollup-progress-queries';
import classes from './operations.module.css';
import { RecountResult } from './recount-result';
import { RollupActions } from './rollup-actions';
import { useRecount } from './use-recount';

/** How far the figures of each source are counted ahead; holding that, and counting again with what was different. */
export function RollupsPanel({ rollups, now }: { rollups: readonly RollupProgress[]; now: Date }) {
  const t = useTranslations('operations.rollups');
  const [refusal, setRefusal] = useState<string | null>(null);
  const recount = useRecount(setRefusal);
  if (rollups.length === 0) return <p className={classes.quiet}>{t('none')}</p>;
  const columns: PlainColumn<RollupProgress>[] = [
    { key: 'source', label: t('columns.source'), heading: true, cell: ({ name }) => name },
    { key: 'state', label: t('columns.state'), cell: (rollup) => <Reached rollup={rollup} /> },
    {
      key: 'counted',
      label: t('columns.counted'),
      cell: ({ rolledAt }) => (rolledAt ? <RelativeTime date={rolledAt} now={now} /> : <Dim>{t('never')}</Dim>),
    },
    {
      key: 'actions',
      label: t('columns.actions'),
      cell: (rollup) => <RollupActions rollup={rollup} recount={recount} onRefused={setRefusal} />,
    },
  ];
  return (
    <>
      <p className={classes.quiet}>{t('body')}</p>
      <PlainTable label={t('title')} columns={columns} rows={rollups} rowKey={({ sourceId }) => sourceId} />
      {refusal ? (
        <Alert color="red" role="alert" mt="xs">
          {t(`refusals.${refusalOf(refusal)}`)}
        </Alert>
      ) : null}
      <div role="status">{recount.result ? <RecountResult result={recount.result} /> : null}</div>
    </>
  );
}

const REFUSALS = ['not_found', 'busy', 'signed_out', 'forbidden', 'unavailable'] as const;

function refusalOf(reason: string): (typeof REFUSALS)[number] | 'unexpected' {
  return REFUSALS.find((each) => each === reason) ?? 'unexpected';
}

function Reached({ rollup: { state, done, about, counted } }: { rollup: RollupProgress }) {
  const t = useTranslations('operations.rollups');
  const share = about === 0 ? 1 : Math.min(1, done / about);
  return (
    <>
      {t(`states.${state}`)}
      {counted ? (
        <Below>{t('steps', { done })}</Below>
      ) : (
        <>
          <ShareBar share={share} label={t('progress')} />
          <Below>{t('of', { done, about })}</Below>
        </>
      )}
    </>
  );
}
