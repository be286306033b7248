'use client';

import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { StatusMeaning } from '@/lib/sources/schema';
import { MEANINGS } from './entries';
import classes from './look.module.css';
import { useMapping } from './wizard-context';

/** A status value of the platform, as often as it was seen; null = it is not known how often. */
export interface SeenStatus {
  readonly value: string;
  readonly rows: number | null;
}

/** What each status value means. Those without a meaning are counted nowhere, and said so. */
export function StatusesField({
  seen,
  usual,
}: {
  seen: readonly SeenStatus[];
  /** Meanings that the platform's preset brings. */
  usual: Readonly<Record<string, StatusMeaning>>;
}) {
  const t = useTranslations('sourceWizard.statuses');
  const { entries, change } = useMapping();
  const [added, setAdded] = useState('');
  const [typed, setTyped] = useState<readonly string[]>([]);
  const { statuses } = entries;
  const rowsOf = new Map(seen.map(({ value, rows }) => [value, rows]));
  const values = [...new Set([...rowsOf.keys(), ...Object.keys(usual), ...Object.keys(statuses), ...typed])];
  const put = (value: string, meaning: StatusMeaning | undefined) =>
    change((before) => {
      const { [value]: _, ...rest } = before.statuses;
      const same = meaning === undefined || meaning === own(usual, value);
      return { ...before, statuses: same ? rest : { ...rest, [value]: meaning } };
    });
  return (
    <div data-field="statuses" tabIndex={-1}>
      <ul className={classes.statuses} aria-label={t('label')}>
        {values.map((value) => (
          <StatusRow
            key={value}
            value={value}
            rows={rowsOf.get(value) ?? null}
            meaning={own(statuses, value) ?? own(usual, value)}
            usual={own(usual, value)}
            onChange={(meaning) => put(value, meaning)}
          />
        ))}
      </ul>
      <Group gap={6} align="flex-end" mt="xs">
        <TextInput
          size="xs"
          label={t('add')}
          value={added}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setAdded(event.currentTarget.value)}
        />
        <Button
          size="xs"
          variant="default"
          disabled={added === '' || values.includes(added)}
          onClick={() => {
            setTyped([...typed, added]);
            setAdded('');
          }}
        >
          {t('addButton')}
        </Button>
      </Group>
    </div>
  );
}

function StatusRow({
  value,
  rows,
  meaning,
  usual,
  onChange,
}: {
  value: string;
  rows: number | null;
  meaning: StatusMeaning | undefined;
  usual: StatusMeaning | undefined;
  onChange: (meaning: StatusMeaning | undefined) => void;
}) {
  const t = useTranslations('sourceWizard.statuses');
  const word = useTranslations('sources.meanings');
  return (
    <li data-open={meaning === undefined || undefined}>
      <span>
        <code>{value === '' ? '""' : value}</code>
        {rows === null ? null : <small>{t('rows', { rows })}</small>}
      </span>
      <NativeSelect
        size="xs"
        aria-label={t('meaningOf', { value })}
        data-field={`statuses.${value}`}
        value={meaning ?? ''}
        onChange={({ currentTarget }) => onChange(MEANINGS.find((each) => each === currentTarget.value))}
      >
        {usual === undefined ? <option value="">{t('open')}</option> : null}
        {MEANINGS.map((each) => (
          <option key={each} value={each}>
            {each === usual ? t('usual', { meaning: word(each) }) : word(each)}
          </option>
        ))}
      </NativeSelect>
    </li>
  );
}

function own(meanings: Readonly<Record<string, StatusMeaning>>, value: string): StatusMeaning | undefined {
  return Object.hasOwn(meanings, value) ? meanings[value] : undefined;
}
