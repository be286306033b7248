'use client';

import { Radio, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { PlatformOffer } from './found';
import classes from './mapping.module.css';
import { useMapping } from './wizard-context';

const TABLES = 'tables';

/** Which platform: those whose tables were found first, then the others, or "name the tables". */
export function PlatformStep() {
  const t = useTranslations('sourceWizard.platform');
  const s = useTranslations('sources');
  const { entries, change, found, offers, errorOf } = useMapping();
  const schemasOf = (offer: PlatformOffer) =>
    (found?.presets ?? []).filter(({ platform }) => platform === offer.id).map(({ schema }) => schema);
  const here = offers.filter((offer) => schemasOf(offer).length > 0);
  const others = offers.filter((offer) => schemasOf(offer).length === 0);
  const value = entries.kind === 'tables' ? TABLES : (entries.preset.platform ?? '');
  const choose = (id: string) => {
    const offer = offers.find((each) => each.id === id);
    change((before) => {
      if (!offer) return { ...before, kind: 'tables' };
      const schema = before.preset.platform === offer.id ? before.preset.schema : (schemasOf(offer)[0] ?? offer.schema);
      return { ...before, kind: 'preset', preset: { ...before.preset, platform: offer.id, schema } };
    });
  };
  const card = (offer: PlatformOffer) => (
    <Radio.Card key={offer.id} value={offer.id} className={classes.choice}>
      <Radio.Indicator />
      <span>
        <b>{offer.label}</b>
        <small>{s(`platforms.${offer.id}`)}</small>
        {schemasOf(offer).length > 0 ? <small>{t('foundIn', { schemas: schemasOf(offer).join(', ') })}</small> : null}
      </span>
    </Radio.Card>
  );
  return (
    <Radio.Group
      value={value}
      onChange={choose}
      label={t('label')}
      error={errorOf('kind')}
      data-field="kind"
      tabIndex={-1}
      classNames={{ label: classes.hidden }}
    >
      <Stack gap="md" maw={860}>
        <section aria-label={t('here')}>
          <Text fw={600} size="sm" mb={6}>
            {here.length > 0 ? t('here') : t('nothingHere', { database: found?.database ?? '' })}
          </Text>
          <div className={classes.choices}>{here.map(card)}</div>
        </section>
        <section aria-label={t('own')}>
          <Text fw={600} size="sm" mb={6}>
            {t('own')}
          </Text>
          <div className={classes.choices}>
            <Radio.Card value={TABLES} className={classes.choice}>
              <Radio.Indicator />
              <span>
                <b>{t('tables')}</b>
                <small>{t('tablesHint')}</small>
              </span>
            </Radio.Card>
          </div>
        </section>
        <details className={classes.fold} open={others.some(({ id }) => id === value)}>
          <summary>{t('others', { count: others.length })}</summary>
          <p className={classes.quiet}>{t('othersHint')}</p>
          <div className={classes.choices}>{others.map(card)}</div>
        </details>
      </Stack>
    </Radio.Group>
  );
}
