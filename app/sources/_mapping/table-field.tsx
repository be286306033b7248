'use client';

import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { groupBy } from '@/lib/shared/group-by';
import type { TableEntry } from './entries';
import type { FoundTable } from './found';
import { useMapping } from './wizard-context';

/** From so many tables on there is a field to look for one. */
const MANY = 25;

/** One of the tables and views that were found, by schema. */
export function TableField({
  label,
  description,
  field,
  value,
  onChange,
}: {
  label: string;
  description?: string;
  field: string;
  value: TableEntry;
  onChange: (value: TableEntry) => void;
}) {
  const t = useTranslations('sourceWizard.tables');
  const { found, errorOf } = useMapping();
  const [search, setSearch] = useState('');
  const tables = found?.tables ?? [];
  const chosen = value.table === '' ? '' : keyOf(value);
  const wanted = search.trim().toLowerCase();
  const shown = tables.filter(
    (each) => keyOf(each) === chosen || `${each.schema}.${each.table}`.toLowerCase().includes(wanted),
  );
  const gone = chosen !== '' && !tables.some((each) => keyOf(each) === chosen);
  return (
    <Stack gap={6}>
      {tables.length > MANY ? (
        <TextInput
          size="xs"
          aria-label={t('searchOf', { field: label })}
          placeholder={t('search', { count: tables.length })}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          maw={460}
        />
      ) : null}
      <NativeSelect
        label={label}
        description={description}
        data-field={field}
        value={chosen}
        error={errorOf(field)}
        onChange={({ currentTarget }) => onChange(tableOf(currentTarget.value))}
        maw={460}
      >
        <option value="">{t('choose')}</option>
        {gone ? <option value={chosen}>{t('goneTable', { table: `${value.schema}.${value.table}` })}</option> : null}
        {bySchema(shown).map(([schema, each]) => (
          <optgroup key={schema} label={schema}>
            {each.map((table) => (
              <option key={keyOf(table)} value={keyOf(table)}>
                {table.view ? t('view', { table: table.table }) : table.table}
              </option>
            ))}
          </optgroup>
        ))}
      </NativeSelect>
    </Stack>
  );
}

function keyOf({ schema, table }: TableEntry): string {
  return JSON.stringify([schema, table]);
}

function tableOf(key: string): TableEntry {
  const read: unknown = key === '' ? [] : JSON.parse(key);
  const [schema = '', table = ''] = Array.isArray(read) ? read.map(String) : [];
  return { schema, table };
}

function bySchema(tables: readonly FoundTable[]): readonly (readonly [string, readonly FoundTable[]])[] {
  return [...groupBy(tables, ({ schema }) => schema)];
}
