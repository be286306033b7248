'use client';

import { Alert, Button, Code, CopyButton, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';

/** A link that works once, shown once, to be passed on. */
export function OneTimeLinkNotice({ address, title }: { address: string; title: string }) {
  const t = useTranslations('people.link');
  return (
    <Alert color="green" role="status" title={title}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t('body')}</Text>
        <Code style={{ overflowWrap: 'anywhere' }}>{address}</Code>
        <CopyButton value={address}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" onClick={copy}>
              {copied ? t('copied') : t('copy')}
            </Button>
          )}
        </CopyButton>
      </Stack>
    </Alert>
  );
}
