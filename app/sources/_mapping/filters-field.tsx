'use client';

import { Button, Checkbox, Group, NativeSelect, Stack, TagsInput, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { ColumnField } from './column-field';
import { type FilterEntry, NO_COLUMN } from './entries';
import type { TableSample } from './found';
import classes from './mapping.module.css';
import { examplesOf } from './sample-value';
import { useMapping } from './wizard-context';

/** Which rows count: those that meet every condition. */
export function FiltersField({
  label,
  description,
  field,
  value,
  sample,
  onChange,
}: {
  label: string;
  description: string;
  field: string;
  value: readonly FilterEntry[];
  sample: TableSample | null;
  onChange: (value: readonly FilterEntry[]) => void;
}) {
  const t = useTranslations('sourceWizard.filters');
  const { errorOf } = useMapping();
  const put = (index: number, filter: FilterEntry) => onChange(value.map((each, at) => (at === index ? filter : each)));
  return (
    <Stack gap="xs" role="group" aria-label={label} data-field={field} tabIndex={-1}>
      <Text fw={500} size="sm" component="div">
        {label}
        <Text size="xs" c="dimmed">
          {description}
        </Text>
      </Text>
      {value.map((filter, index) => {
        const at = `${field}.${index}`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no name of their own
          <div key={index} className={classes.filter}>
            <ColumnField
              label={t('column', { number: index + 1 })}
              field={at}
              value={filter.column}
              sample={sample}
              required
              onChange={(column) => put(index, { ...filter, column })}
            />
            <NativeSelect
              label={t('op')}
              value={filter.op}
              data={[
                { value: 'in', label: t('in') },
                { value: 'not_in', label: t('not_in') },
              ]}
              onChange={({ currentTarget }) =>
                put(index, { ...filter, op: currentTarget.value === 'in' ? 'in' : 'not_in' })
              }
            />
            <TagsInput
              label={t('values')}
              description={t('valuesHint')}
              data-field={`${at}.values`}
              error={errorOf(`${at}.values`)}
              value={[...filter.values]}
              data={[...examplesOf(sample, filter.column)]}
              splitChars={[]}
              acceptValueOnBlur
              onChange={(values) => put(index, { ...filter, values })}
            />
            <Checkbox
              label={t('empty')}
              checked={filter.empty}
              onChange={(event) => put(index, { ...filter, empty: event.currentTarget.checked })}
            />
            <Button
              size="xs"
              variant="default"
              aria-label={t('removeOf', { number: index + 1 })}
              onClick={() => onChange(value.filter((_, each) => each !== index))}
            >
              {t('remove')}
            </Button>
          </div>
        );
      })}
      <Group>
        <Button
          size="xs"
          variant="default"
          onClick={() => onChange([...value, { column: NO_COLUMN, op: 'in', values: [], empty: false }])}
        >
          {t('add')}
        </Button>
      </Group>
    </Stack>
  );
}
