'use client';

import { Button, Group } from '@mantine/core';
import { useFormatter, useTranslations } from 'next-intl';
import { type PlainColumn, PlainTable } from '@/components/table/plain-table';
import { Below, Dim } from '@/components/ui/marks';
import { TextLink } from '@/components/ui/text-link';
import { messageOf } from '@/lib/i18n/message';
import type { StatusMeaning } from '@/lib/sources/schema';
import type { UnknownValue } from '@/lib/sources/source-state';
import { MEANINGS } from '../../_mapping/entries';
import { fieldOfUnknown } from '../../_mapping/field-of-unknown';
import { meaningAction } from '../actions';
import { Refusal } from './refusal';
import classes from './source.module.css';
import { useRun } from './use-run';

/** What of a source's rows was not understood; a status is given its meaning with one click. */
export function UnknownsSection({
  source,
  unknowns,
  all,
  mayEdit,
}: {
  source: { readonly id: string; readonly revision: number; readonly named: boolean };
  unknowns: readonly UnknownValue[];
  all: number;
  mayEdit: boolean;
}) {
  const t = useTranslations('sources.detail.unknowns');
  const word = useTranslations('sources.meanings');
  const raw = useTranslations('sources.rawColumns');
  const format = useFormatter();
  const { pending, refusal, run } = useRun();
  const { id, revision } = source;
  const at = (date: Date) => format.dateTime(date, { dateStyle: 'medium', timeStyle: 'short' });
  const give = (value: string, meaning: StatusMeaning) =>
    run(() => meaningAction({ id, revision, value, meaning }), t('given', { value, meaning: word(meaning) }));
  const columns: PlainColumn<UnknownValue>[] = [
    {
      key: 'value',
      label: t('columns.value'),
      heading: true,
      cell: ({ kind, value }) => (
        <>
          {kind === 'missing' ? (messageOf(raw, value) ?? value) : <code>{value === '' ? '""' : value}</code>}
          <Below>{t(`kinds.${kind}`)}</Below>
        </>
      ),
    },
    { key: 'rows', label: t('columns.rows'), align: 'end', cell: ({ rows }) => format.number(rows) },
    {
      key: 'seen',
      label: t('columns.seen'),
      cell: ({ firstSeen, lastSeen }) => (
        <>
          {t('last', { at: at(lastSeen) })}
          <Below>{t('first', { at: at(firstSeen) })}</Below>
        </>
      ),
    },
  ];
  const mend: PlainColumn<UnknownValue> = {
    key: 'meaning',
    label: t('columns.meaning'),
    cell: ({ kind, value }) => {
      if (kind === 'status')
        return (
          <Group gap={6} role="group" aria-label={t('meaningOf', { value })} className={classes.meanings}>
            {MEANINGS.map((meaning) => (
              <Button
                key={meaning}
                size="compact-sm"
                variant="default"
                disabled={pending}
                onClick={() => give(value, meaning)}
              >
                {word(meaning)}
              </Button>
            ))}
          </Group>
        );
      if (!source.named) return <Dim>{t('mendPreset')}</Dim>;
      return <TextLink href={`/sources/${id}/mapping#${fieldOfUnknown(kind, value)}`}>{t('mend')}</TextLink>;
    },
  };
  return (
    <>
      <p className={classes.quiet}>{unknowns.length === 0 ? t('none') : t('body')}</p>
      <Refusal reason={refusal} />
      {unknowns.length === 0 ? null : (
        <PlainTable
          label={t('table')}
          columns={mayEdit ? [...columns, mend] : columns}
          rows={unknowns}
          rowKey={({ kind, value }) => `${kind} ${value}`}
        />
      )}
      {all > unknowns.length ? <p className={classes.quiet}>{t('more', { shown: unknowns.length, all })}</p> : null}
    </>
  );
}
