'use client';

import { Alert, Button, Code, CopyButton, Stack, Text } from '@mantine/core';
import { IconShieldCheck, IconShieldExclamation } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { FoundPlace } from './found';
import classes from './mapping.module.css';

/** What the role may do there; with one that may write, the statements for one that may not. */
export function RoleCheck({ found, own }: { found: FoundPlace; own: boolean }) {
  const t = useTranslations('sourceWizard.role');
  if (own) return <p className={classes.quiet}>{t('own')}</p>;
  if (found.role === 'read_only')
    return (
      <Text size="sm" className={classes.marked} data-tone="good">
        <IconShieldCheck size={16} aria-hidden /> {t('readOnly', { user: found.user })}
      </Text>
    );
  return (
    <Alert
      color="yellow"
      icon={<IconShieldExclamation aria-hidden />}
      title={t(found.role === 'superuser' ? 'superuser' : 'writes', { user: found.user })}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t('advice')}</Text>
        {found.readOnlySql === null ? null : (
          <details className={classes.fold}>
            <summary>{t('showSql')}</summary>
            <Code block className={classes.sql}>
              {found.readOnlySql}
            </Code>
            <CopyButton value={found.readOnlySql}>
              {(clipboard) => (
                <Button size="compact-sm" variant="default" onClick={clipboard.copy}>
                  {clipboard.copied ? t('copied') : t('copy')}
                </Button>
              )}
            </CopyButton>
          </details>
        )}
      </Stack>
    </Alert>
  );
}
