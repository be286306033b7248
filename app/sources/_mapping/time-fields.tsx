'use client';

import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useId, useMemo } from 'react';
import { TIME_KINDS } from '@/lib/sources/vocabulary';
import type { TimeForm } from './entries';
import classes from './mapping.module.css';
import { useMapping } from './wizard-context';

/** How a point in time is written, and in which zone where it does not say. */
export function TimeFields({
  label,
  field,
  value,
  onChange,
}: {
  /** Of the column or value that it is about. */
  label: string;
  field: string;
  value: TimeForm;
  onChange: (value: TimeForm) => void;
}) {
  const t = useTranslations('sourceWizard.time');
  const { errorOf } = useMapping();
  const list = useId();
  const zones = useMemo(() => ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')], []);
  return (
    <div className={classes.pair}>
      <NativeSelect
        size="xs"
        label={t('kind')}
        aria-label={t('kindOf', { field: label })}
        value={value.kind}
        data={TIME_KINDS.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
        onChange={({ currentTarget }) =>
          onChange({ ...value, kind: TIME_KINDS.find((kind) => kind === currentTarget.value) ?? value.kind })
        }
      />
      {value.kind === 'naive' ? (
        <>
          <TextInput
            size="xs"
            label={t('zone')}
            aria-label={t('zoneOf', { field: label })}
            data-field={`${field}.zone`}
            value={value.zone}
            error={errorOf(`${field}.zone`)}
            list={list}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => onChange({ ...value, zone: event.currentTarget.value })}
          />
          <datalist id={list}>
            {zones.map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </>
      ) : null}
    </div>
  );
}
