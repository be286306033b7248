'use client';

import { Alert, Button, Group, NativeSelect, PasswordInput, Radio, Stack, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { TLS_MODES } from '@/lib/sources/vocabulary';
import { type Failure, FailureRemedy, FailureTitle } from '../_components/failure-text';
import type { FoundPlace } from './found';
import classes from './mapping.module.css';
import { type PlaceEntry, tlsOf } from './place';
import { RoleCheck } from './role-check';

/** Where the tables are, tried before anything goes on: a fault has its name and what to do about it. */
export function PlaceStep({
  place,
  password,
  kept,
  found,
  fault,
  looking,
  errorOf,
  onPlace,
  onPassword,
  onTest,
}: {
  place: PlaceEntry;
  password: string;
  /** A password that was tried before is still known to the server. */
  kept: boolean;
  found: FoundPlace | null;
  fault: Failure | null;
  looking: boolean;
  errorOf: (field: string) => string | undefined;
  onPlace: (place: PlaceEntry) => void;
  onPassword: (password: string) => void;
  onTest: () => void;
}) {
  const t = useTranslations('sourceWizard.place');
  const text = (name: 'host' | 'port' | 'database' | 'user') => ({
    label: t(`fields.${name}`),
    'data-field': `place.${name}`,
    value: place[name],
    error: errorOf(`place.${name}`),
    autoComplete: 'off',
    autoCapitalize: 'off',
    spellCheck: false,
    onChange: (event: { currentTarget: { value: string } }) => onPlace({ ...place, [name]: event.currentTarget.value }),
  });
  return (
    <Stack gap="md" maw={640}>
      <Radio.Group
        label={t('label')}
        value={place.kind}
        onChange={(kind) => onPlace({ ...place, kind: kind === 'postgres' ? 'postgres' : 'own' })}
      >
        <Stack gap={8} mt={6}>
          <Radio value="own" label={t('own')} description={t('ownHint')} />
          <Radio value="postgres" label={t('other')} description={t('otherHint')} />
        </Stack>
      </Radio.Group>
      {place.kind === 'own' ? null : (
        <div className={classes.pair}>
          <TextInput {...text('host')} placeholder="db.example.com" required />
          <TextInput {...text('port')} inputMode="numeric" required />
          <TextInput {...text('database')} required />
          <TextInput {...text('user')} description={t('userHint')} required />
          <PasswordInput
            label={t('fields.password')}
            description={kept && password === '' ? t('passwordKept') : t('passwordHint')}
            data-field="place.password"
            value={password}
            error={errorOf('place.password')}
            autoComplete="off"
            visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
            onChange={(event) => onPassword(event.currentTarget.value)}
          />
          <NativeSelect
            label={t('fields.tls')}
            description={t(`tlsHints.${place.tls}`)}
            data-field="place.tls"
            value={place.tls}
            error={errorOf('place.tls')}
            data={TLS_MODES.toReversed().map((mode) => ({ value: mode, label: t(`tls.${mode}`) }))}
            onChange={({ currentTarget }) => onPlace({ ...place, tls: tlsOf(currentTarget.value) })}
          />
        </div>
      )}
      <Group>
        <Button variant="default" loading={looking} onClick={onTest}>
          {t('test')}
        </Button>
      </Group>
      <div aria-live="polite">
        {fault ? (
          <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={<FailureTitle failure={fault} />}>
            <FailureRemedy failure={fault} />
          </Alert>
        ) : null}
        {found ? (
          <Alert color="green" icon={<IconCircleCheck aria-hidden />} title={t('works')}>
            {t('worksBody', { database: found.database, user: found.user, tables: found.tables.length })}
          </Alert>
        ) : null}
      </div>
      {found ? <RoleCheck found={found} own={place.kind === 'own'} /> : null}
    </Stack>
  );
}
