'use client';

import { Stack, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { SettingKey } from './entries';
import classes from './mapping.module.css';
import { useMapping } from './wizard-context';

/** How far back, how long and how often: the two that matter, and the others folded with their values in sight. */
export function SettingsFields({ usualRetention }: { usualRetention: number | null }) {
  const t = useTranslations('sourceWizard.settings');
  const { settings } = useMapping().entries;
  return (
    <Stack gap="sm">
      <div className={classes.pair}>
        <Setting name="firstDays" />
        <Setting
          name="retentionDays"
          placeholder={usualRetention === null ? t('never') : t('usualRetention', { days: usualRetention })}
        />
      </div>
      <details className={classes.fold}>
        <summary>
          {t('more')}{' '}
          <small>
            {t('moreValues', {
              every: settings.everySeconds,
              lookBack: settings.lookBackMinutes,
              recount: settings.recountHours === '' ? t('onRequest') : t('hours', { hours: settings.recountHours }),
            })}
          </small>
        </summary>
        <div className={classes.pair}>
          <Setting name="everySeconds" />
          <Setting name="lookBackMinutes" />
          <Setting name="recountHours" placeholder={t('onRequest')} />
        </div>
      </details>
    </Stack>
  );
}

function Setting({ name, placeholder }: { name: SettingKey; placeholder?: string }) {
  const t = useTranslations('sourceWizard.settings');
  const { entries, change, errorOf } = useMapping();
  return (
    <TextInput
      label={t(`${name}.label`)}
      description={t(`${name}.hint`)}
      data-field={`settings.${name}`}
      inputMode="numeric"
      autoComplete="off"
      placeholder={placeholder}
      value={entries.settings[name]}
      error={errorOf(`settings.${name}`)}
      onChange={(event) => {
        const { value } = event.currentTarget;
        change((before) => ({ ...before, settings: { ...before.settings, [name]: value } }));
      }}
    />
  );
}
