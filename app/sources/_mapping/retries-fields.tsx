'use client';

import { NativeSelect, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { RETRY_STORAGES } from '@/lib/sources/vocabulary';
import { ColumnField } from './column-field';
import type { RetriesEntry } from './entries';
import type { TableSample } from './found';
import { KeysField } from './keys-field';
import { elementOf } from './sample-value';
import { TableField } from './table-field';
import { TimeFields } from './time-fields';

/** Where the attempts of an execution stand. */
export function RetriesFields({
  value,
  sample,
  onChange,
}: {
  value: RetriesEntry;
  sample: TableSample | null;
  onChange: (value: RetriesEntry) => void;
}) {
  const t = useTranslations('sourceWizard.retries');
  const element = elementOf(sample, value.array);
  const keys = (name: 'status' | 'errorCode' | 'errorMessage' | 'at') => (
    <KeysField
      label={t(name)}
      field={`attempts.retries.${name}`}
      value={value[name]}
      element={element}
      onChange={(text) => onChange({ ...value, [name]: text })}
    />
  );
  return (
    <Stack gap="sm">
      <NativeSelect
        label={t('label')}
        description={t(`hints.${value.kind}`)}
        data-field="attempts.retries"
        value={value.kind}
        data={RETRY_STORAGES.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
        onChange={({ currentTarget }) =>
          onChange({ ...value, kind: RETRY_STORAGES.find((kind) => kind === currentTarget.value) ?? value.kind })
        }
        maw={460}
      />
      {value.kind === 'history_table' ? (
        <TableField
          label={t('from')}
          description={t('fromHint')}
          field="attempts.retries.from"
          value={value.from}
          onChange={(from) => onChange({ ...value, from })}
        />
      ) : null}
      {value.kind === 'json_array' ? (
        <>
          <ColumnField
            label={t('array')}
            description={t('arrayHint')}
            field="attempts.retries.array"
            value={value.array}
            sample={sample}
            required
            onChange={(array) => onChange({ ...value, array })}
          />
          <NativeSelect
            label={t('holds')}
            value={value.holds}
            data={[
              { value: 'earlier', label: t('earlier') },
              { value: 'all', label: t('all') },
            ]}
            onChange={({ currentTarget }) =>
              onChange({ ...value, holds: currentTarget.value === 'all' ? 'all' : 'earlier' })
            }
            maw={460}
          />
          {keys('at')}
          <TimeFields
            label={t('at')}
            field="attempts.retries.occurredAt"
            value={value.time}
            onChange={(time) => onChange({ ...value, time })}
          />
          {keys('status')}
          {keys('errorCode')}
          {keys('errorMessage')}
        </>
      ) : null}
    </Stack>
  );
}
