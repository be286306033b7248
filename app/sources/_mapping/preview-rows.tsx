'use client';

import { Button } from '@mantine/core';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { type PlainColumn, PlainTable } from '@/components/table/plain-table';
import { Below, Dim } from '@/components/ui/marks';
import type { Preview, PreviewRow } from './found';
import { cut } from './sample-value';

const FEW = 10;

/** Attempts as they would be kept, the newest first. */
export function PreviewRows({ preview: { rows, workflows } }: { preview: Preview }) {
  const t = useTranslations('sourceWizard.rows');
  const word = useTranslations('sources.meanings');
  const format = useFormatter();
  const [all, setAll] = useState(false);
  if (rows.length === 0) return null;
  const columns: PlainColumn<PreviewRow>[] = [
    {
      key: 'node',
      label: t('node'),
      heading: true,
      cell: ({ node, workflow }) => {
        const defined = workflows.find(({ id }) => id === workflow);
        const name = defined?.nodes.find(({ id }) => id === node)?.name;
        return (
          <>
            {name ?? <code>{node}</code>}
            {name ? <Below code>{node}</Below> : null}
            <Below>{defined?.name ?? workflow}</Below>
          </>
        );
      },
    },
    {
      key: 'at',
      label: t('at'),
      cell: ({ at }) => format.dateTime(at, { dateStyle: 'medium', timeStyle: 'medium' }),
    },
    { key: 'status', label: t('status'), cell: ({ status }) => word(status) },
    {
      key: 'code',
      label: t('code'),
      cell: ({ code, message }) =>
        code === null ? (
          <Dim>–</Dim>
        ) : (
          <>
            <code>{code}</code>
            {message === null ? null : <Below>{cut(message)}</Below>}
          </>
        ),
    },
    {
      key: 'attempt',
      label: t('attempt'),
      cell: ({ attempt, run }) => (
        <>
          {t('attemptNumber', { attempt })}
          <Below code>{run}</Below>
        </>
      ),
    },
  ];
  return (
    <>
      <PlainTable label={t('label')} columns={columns} rows={all ? rows : rows.slice(0, FEW)} rowKey={({ id }) => id} />
      {rows.length > FEW && !all ? (
        <div>
          <Button size="xs" variant="default" onClick={() => setAll(true)}>
            {t('all', { count: rows.length })}
          </Button>
        </div>
      ) : null}
    </>
  );
}
