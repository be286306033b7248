'use client';

import { Alert, Button, Code, CopyButton, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';

/** A webhook's signing secret, shown once, to be given to the receiver. */
export function SecretNotice({
  secret,
  rotating,
  onClose,
}: {
  secret: string;
  rotating: boolean;
  onClose: () => void;
}) {
  const t = useTranslations('channels.secret');
  const close = useTranslations('channels.try');
  return (
    <Alert color="green" role="status" title={t('title')} mt="sm">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{rotating ? `${t('once')} ${t('rotated')}` : t('once')}</Text>
        <Code style={{ overflowWrap: 'anywhere' }}>{secret}</Code>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" onClick={copy}>
              {copied ? t('copied') : t('copy')}
            </Button>
          )}
        </CopyButton>
        <Button size="compact-sm" variant="subtle" onClick={onClose}>
          {close('close')}
        </Button>
      </Stack>
    </Alert>
  );
}
