'use client';

import { Autocomplete, NativeSelect } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useFormatter, useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { GROUP_LANGUAGES } from '@/lib/owners/channel-kinds';
import type { OwnerGroupInput } from '@/lib/owners/schema';
import { isTimeZoneName } from '@/lib/shared/time-zone';

const MOST_ZONES = 60;

/** In which zone and language the group is told. */
export function TellingFields({
  form,
  wordsFor,
}: {
  form: UseFormReturnType<OwnerGroupInput>;
  wordsFor: (error: unknown) => string | undefined;
}) {
  const t = useTranslations('groups.form');
  const format = useFormatter();
  const zones = useMemo(() => ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')], []);
  const { timeZone = '', language = 'en' } = form.values;
  const there = isTimeZoneName(timeZone)
    ? t('timeThere', { time: format.dateTime(new Date(), { timeZone, timeStyle: 'short' }) })
    : '';
  return (
    <>
      <Autocomplete
        label={t('timeZone')}
        description={<span suppressHydrationWarning>{`${t('timeZoneHint')} ${there}`}</span>}
        data={zones}
        limit={MOST_ZONES}
        {...form.getInputProps('timeZone')}
        error={wordsFor(form.errors.timeZone)}
        maw={460}
        autoComplete="off"
        spellCheck={false}
      />
      <NativeSelect
        label={t('language')}
        data={GROUP_LANGUAGES.map((value) => ({ value, label: t(`languages.${value}`) }))}
        value={language}
        onChange={({ currentTarget }) =>
          form.setFieldValue('language', GROUP_LANGUAGES.find((each) => each === currentTarget.value) ?? language)
        }
        maw={460}
      />
    </>
  );
}
