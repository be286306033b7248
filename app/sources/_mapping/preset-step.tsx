'use client';

import { NativeSelect, Stack, TextInput, Title } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { messageOf } from '@/lib/i18n/message';
import classes from './mapping.module.css';
import { StatusesField } from './statuses-field';
import { useMapping } from './wizard-context';

/** A known platform: in which schema, of which tenant, and what its status values mean. */
export function PresetStep() {
  const t = useTranslations('sourceWizard.preset');
  const s = useTranslations('sources');
  const { entries, change, found, offers, errorOf } = useMapping();
  const { platform, schema, tenant } = entries.preset;
  const offer = offers.find(({ id }) => id === platform);
  if (!offer) return null;
  const put = (part: Partial<typeof entries.preset>) =>
    change((before) => ({ ...before, preset: { ...before.preset, ...part } }));
  const recognised = (found?.presets ?? []).filter((each) => each.platform === platform).map((each) => each.schema);
  const others = [...new Set((found?.tables ?? []).map((each) => each.schema))].filter(
    (each) => !recognised.includes(each),
  );
  const unlisted = schema === '' || recognised.includes(schema) || others.includes(schema) ? [] : [schema];
  const notes = offer.notes.flatMap((key) => messageOf(s, `notes.${key}`) ?? []);
  return (
    <Stack gap="lg" maw={720}>
      <NativeSelect
        label={t('schema')}
        description={t('schemaHint', { platform: offer.label })}
        data-field="preset.schema"
        value={schema}
        error={errorOf('preset.schema')}
        onChange={({ currentTarget }) => put({ schema: currentTarget.value })}
        maw={460}
      >
        <option value="">{t('choose')}</option>
        {recognised.map((each) => (
          <option key={each} value={each}>
            {t('recognised', { schema: each, platform: offer.label })}
          </option>
        ))}
        {[...unlisted, ...others].map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </NativeSelect>
      {offer.tenants ? (
        <TextInput
          label={t('tenant')}
          description={t('tenantHint')}
          data-field="preset.tenant"
          value={tenant}
          error={errorOf('preset.tenant')}
          onChange={(event) => put({ tenant: event.currentTarget.value })}
          maw={460}
          autoComplete="off"
          spellCheck={false}
        />
      ) : null}
      <section aria-label={t('statuses')}>
        <Title order={3} size="h6">
          {t('statuses')}
        </Title>
        <p className={classes.quiet}>{t('statusesHint', { platform: offer.label })}</p>
        <StatusesField seen={[]} usual={offer.statuses} />
      </section>
      <section aria-label={t('about')}>
        <Title order={3} size="h6">
          {t('about')}
        </Title>
        <ul className={classes.notes}>
          <li>{t('retries', { how: s(`retries.${offer.retries}`) })}</li>
          <li>{t('writeBack', { how: s(`writeBack.${offer.writeBack}`) })}</li>
          {offer.retentionDays === null ? null : <li>{t('retention', { days: offer.retentionDays })}</li>}
          {offer.code ? <li>{t('code')}</li> : null}
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </section>
    </Stack>
  );
}
