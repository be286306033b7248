'use client';

import { Alert, Button, Group, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { ConfirmButton } from '@/components/ui/confirm-button';
import { notify } from '@/components/ui/notify';
import { messageOf } from '@/lib/i18n/message';
import type { ChannelRow } from '@/lib/owners/channel-queries';
import { endOldSecretAction, rotateSecretAction } from '../actions';
import { SecretNotice } from './secret-notice';

/** Changes what a webhook signs with: a second secret beside the first, then the end of the first. */
export function SigningSecret({ channel }: { channel: ChannelRow }) {
  const t = useTranslations('channels.secret');
  const refusals = useTranslations('common.refusals');
  const [pending, startTransition] = useTransition();
  const [made, setMade] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { id, name, signingSecrets } = channel;
  const refuse = (reason: string) =>
    setRefusal(messageOf(t, reason) ?? messageOf(refusals, reason) ?? refusals('unexpected'));

  const rotate = () =>
    startTransition(async () => {
      const result = await rotateSecretAction({ id }).catch(() => null);
      setRefusal(null);
      if (result?.ok) setMade(result.value.signingSecret);
      else refuse(result?.error.reason ?? 'unexpected');
    });
  const end = () =>
    startTransition(async () => {
      const result = await endOldSecretAction({ id }).catch(() => null);
      setRefusal(null);
      if (!result?.ok) return refuse(result?.error.reason ?? 'unexpected');
      setMade(null);
      void notify({ color: 'green', message: t('ended') });
    });

  return (
    <>
      {refusal ? (
        <Alert color="red" role="alert" mt="sm">
          {refusal}
        </Alert>
      ) : null}
      {made === null ? null : <SecretNotice secret={made} rotating onClose={() => setMade(null)} />}
      {signingSecrets > 1 ? (
        <Group gap="xs" mt="xs">
          <Text size="sm">{t('pending')}</Text>
          <ConfirmButton
            size="xs"
            question={t('endSure', { name })}
            confirm={t('endYes')}
            keep={t('keep')}
            busy={pending}
            onConfirm={end}
          >
            {t('end')}
          </ConfirmButton>
        </Group>
      ) : (
        <Button
          mt={6}
          size="compact-xs"
          variant="subtle"
          loading={pending}
          aria-label={t('rotateLabel', { name })}
          onClick={rotate}
        >
          {t('rotate')}
        </Button>
      )}
    </>
  );
}
