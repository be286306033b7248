'use client';

import { Button, Group } from '@mantine/core';
import { useFormatter, useTranslations } from 'next-intl';
import { type PlainColumn, PlainTable } from '@/components/table/plain-table';
import { ConfirmButton } from '@/components/ui/confirm-button';
import { Below, Dim } from '@/components/ui/marks';
import type { Difference, DifferingRow, Recount } from '@/lib/sources/source-state';
import { CountBar } from '../../_components/count-bar';
import { askRecountAction, cancelRecountAction } from '../actions';
import { Refusal } from './refusal';
import classes from './source.module.css';
import { useRun } from './use-run';

/** Recounts of a source, newest first, with what was different; one can be asked for, or stopped. */
export function RecountsSection({
  id,
  recounts,
  everyHours,
  mayEdit,
}: {
  id: string;
  recounts: readonly Recount[];
  /** Null: only when somebody asks. */
  everyHours: number | null;
  mayEdit: boolean;
}) {
  const t = useTranslations('sources.detail.recounts');
  const done = useTranslations('sources.detail.actions');
  const { pending, refusal, run } = useRun();
  const open = recounts.find(({ state }) => state === 'asked' || state === 'running');
  return (
    <>
      <p className={classes.quiet}>
        {t('body')} {everyHours === null ? t('noSchedule') : t('schedule', { hours: everyHours })}
      </p>
      <Refusal reason={refusal} />
      {mayEdit && open === undefined ? (
        <Group>
          <Button
            variant="default"
            loading={pending}
            onClick={() => run(() => askRecountAction({ id }), done('done.askRecount'))}
          >
            {t('ask')}
          </Button>
        </Group>
      ) : null}
      {mayEdit && open !== undefined ? (
        <ConfirmButton
          question={t('cancelSure')}
          confirm={done('confirm')}
          keep={done('keep')}
          busy={pending}
          onConfirm={() => run(() => cancelRecountAction({ id, recountId: open.id }), done('done.cancelRecount'))}
        >
          {t('cancel')}
        </ConfirmButton>
      ) : null}
      {recounts.length === 0 ? <p className={classes.quiet}>{t('none')}</p> : <RecountsTable recounts={recounts} />}
    </>
  );
}

function RecountsTable({ recounts }: { recounts: readonly Recount[] }) {
  const t = useTranslations('sources.detail.recounts');
  const progress = useTranslations('sources.progress');
  const format = useFormatter();
  const figure = (key: 'added' | 'changed' | 'gone' | 'kept'): PlainColumn<Recount> => ({
    key,
    label: t(`columns.${key}`),
    align: 'end',
    cell: (recount) => format.number(recount[key]),
  });
  const columns: PlainColumn<Recount>[] = [
    {
      key: 'when',
      label: t('columns.when'),
      heading: true,
      cell: ({ createdAt, askedBy }) => (
        <>
          {format.dateTime(createdAt, { dateStyle: 'medium', timeStyle: 'short' })}
          <Below>{askedBy === null ? t('onSchedule') : t('byPerson', { by: askedBy })}</Below>
        </>
      ),
    },
    {
      key: 'state',
      label: t('columns.state'),
      cell: ({ state, progress: reached, ...recount }) => (
        <>
          {t(`states.${state}`)}
          {state === 'running' && reached ? <CountBar progress={reached} label={progress('recountLabel')} /> : null}
          {state === 'done' && differencesOf(recount) === 0 ? <Below>{t('equal')}</Below> : null}
        </>
      ),
    },
    {
      key: 'rows',
      label: t('columns.rows'),
      align: 'end',
      cell: ({ progress: reached }) => (reached === null ? <Dim>–</Dim> : format.number(reached.rows)),
    },
    ...(['added', 'changed', 'gone', 'kept'] as const).map(figure),
  ];
  const differing = recounts.filter(({ differences }) => differences.length > 0);
  return (
    <>
      <PlainTable label={t('table')} columns={columns} rows={recounts} rowKey={({ id }) => id} />
      {recounts.some(({ kept }) => kept > 0) ? <p className={classes.quiet}>{t('keptHint')}</p> : null}
      {differing.map((recount) => (
        <Differences key={recount.id} recount={recount} />
      ))}
    </>
  );
}

function Differences({ recount }: { recount: Recount }) {
  const t = useTranslations('sources.detail.recounts');
  const format = useFormatter();
  const { differences } = recount;
  const count = differencesOf(recount);
  const when = format.dateTime(recount.createdAt, { dateStyle: 'medium', timeStyle: 'short' });
  const columns: PlainColumn<Difference & { readonly key: string }>[] = [
    { key: 'kind', label: t('difference.columns.kind'), cell: ({ kind }) => t(`difference.kinds.${kind}`) },
    {
      key: 'where',
      label: t('difference.columns.where'),
      heading: true,
      cell: ({ workflowId, nodeId, runId, subIndex, attempt }) => (
        <>
          <code>{nodeId}</code>
          <Below>
            {workflowId} · {t('difference.run', { run: subIndex === '' ? runId : `${runId} ${subIndex}`, attempt })}
          </Below>
        </>
      ),
    },
    { key: 'before', label: t('difference.columns.before'), cell: ({ before }) => <Side row={before} /> },
    { key: 'after', label: t('difference.columns.after'), cell: ({ after }) => <Side row={after} /> },
  ];
  return (
    <details className={classes.fold}>
      <summary>
        {count > differences.length
          ? t('differencesFirst', { shown: differences.length, count })
          : t('differences', { count })}{' '}
        <span className={classes.quietInline}>{when}</span>
      </summary>
      <PlainTable
        label={`${t('differencesTable')} ${when}`}
        columns={columns}
        rows={differences.map((each, index) => ({ ...each, key: `${index}` }))}
        rowKey={({ key }) => key}
      />
    </details>
  );
}

function Side({ row }: { row: DifferingRow | null }) {
  const t = useTranslations('sources.detail.recounts.difference');
  const word = useTranslations('sources.meanings');
  const format = useFormatter();
  if (row === null) return <Dim>{t('nothing')}</Dim>;
  const known = (['succeeded', 'failed', 'running', 'skipped', 'cancelled'] as const).find((s) => s === row.status);
  return (
    <>
      {known ? word(known) : row.status} {row.errorCode === null ? null : <code>{row.errorCode}</code>}
      <Below>{format.dateTime(new Date(row.occurredAt), { dateStyle: 'medium', timeStyle: 'medium' })}</Below>
    </>
  );
}

function differencesOf({ added, changed, gone }: Pick<Recount, 'added' | 'changed' | 'gone'>): number {
  return added + changed + gone;
}
