'use client';

import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type ReactNode, useId, useState } from 'react';
import { pathText, readPath } from './column-path';
import type { ColumnEntry } from './entries';
import type { TableSample } from './found';
import classes from './mapping.module.css';
import { SampleTree } from './sample-tree';
import { examplesOf, jsonOf } from './sample-value';
import { useMapping } from './wizard-context';

/** A column of a table, or a place within its JSON, with what stands there in the sample rows. */
export function ColumnField({
  label,
  description,
  field,
  value,
  sample,
  required = false,
  onChange,
  children,
}: {
  label: string;
  description?: string;
  field: string;
  value: ColumnEntry;
  sample: TableSample | null;
  required?: boolean;
  onChange: (value: ColumnEntry) => void;
  /** What else is asked of this column. */
  children?: ReactNode;
}) {
  const t = useTranslations('sourceWizard.column');
  const { errorOf } = useMapping();
  const { column } = value;
  const columns = sample?.columns ?? [];
  const gone = column !== '' && sample !== null && !columns.some(({ name }) => name === column);
  const json = column === '' ? undefined : jsonOf(sample, column);
  const examples = examplesOf(sample, value);
  return (
    <Stack gap={6} className={classes.field}>
      <NativeSelect
        label={label}
        description={description}
        data-field={field}
        required={required}
        value={column}
        error={errorOf(field)}
        onChange={({ currentTarget }) => onChange({ column: currentTarget.value, path: '' })}
      >
        <option value="">{required ? t('choose') : t('none')}</option>
        {gone || (column !== '' && sample === null) ? (
          <option value={column}>{gone ? t('gone', { column }) : column}</option>
        ) : null}
        {columns.map(({ name, type }) => (
          <option key={name} value={name}>
            {t('option', { name, type })}
          </option>
        ))}
      </NativeSelect>
      {json !== undefined || value.path !== '' ? (
        <PathField label={label} field={field} value={value} json={json} onChange={onChange} />
      ) : null}
      {column === '' ? null : (
        <p className={classes.examples}>
          {examples.length === 0 ? t('noExample') : t('examples')}{' '}
          {examples.map((example) => (
            <code key={example}>{example}</code>
          ))}
        </p>
      )}
      {column === '' ? null : children}
    </Stack>
  );
}

function PathField({
  label,
  field,
  value,
  json,
  onChange,
}: {
  label: string;
  field: string;
  value: ColumnEntry;
  json: unknown;
  onChange: (value: ColumnEntry) => void;
}) {
  const t = useTranslations('sourceWizard.column');
  const { errorOf } = useMapping();
  const [open, setOpen] = useState(false);
  const panel = useId();
  const error = errorOf(`${field}.path`) ?? (readPath(value.path) === null ? t('pathWrong') : undefined);
  return (
    <div className={classes.path}>
      <Group gap={6} align="flex-end" wrap="nowrap">
        <TextInput
          size="xs"
          flex={1}
          miw={0}
          label={t('path')}
          aria-label={t('pathOf', { field: label })}
          data-field={`${field}.path`}
          value={value.path}
          error={error}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          classNames={{ input: classes.mono }}
          onChange={(event) => onChange({ ...value, path: event.currentTarget.value })}
        />
        {json === undefined ? null : (
          <Button
            size="xs"
            variant="default"
            aria-expanded={open}
            aria-controls={panel}
            aria-label={t('pickOf', { field: label })}
            onClick={() => setOpen(!open)}
          >
            {open ? t('pickClose') : t('pick')}
          </Button>
        )}
      </Group>
      {open && json !== undefined ? (
        <div id={panel}>
          <SampleTree
            value={json}
            label={t('treeOf', { field: label })}
            chosen={value.path}
            onPick={(path) => {
              onChange({ ...value, path: pathText(path) });
              setOpen(false);
            }}
          />
        </div>
      ) : null}
    </div>
  );
}
