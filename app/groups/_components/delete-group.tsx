'use client';

import { Alert, Stack, Text, Title } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { ConfirmButton } from '@/components/ui/confirm-button';
import { notify } from '@/components/ui/notify';
import { TextLink } from '@/components/ui/text-link';
import { messageOf } from '@/lib/i18n/message';
import { deleteAction } from '../actions';
import classes from './groups.module.css';

/** Deletes a group that nothing names; for one in use it says where it stands in the way. */
export function DeleteGroup({ id, name, uses: usesBefore }: { id: string; name: string; uses: number }) {
  const t = useTranslations('groups.delete');
  const words = useTranslations('common.refusals');
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const [uses, setUses] = useState(usesBefore);
  const [messages, setMessages] = useState(0);
  const [refusal, setRefusal] = useState<string | null>(null);

  function remove() {
    startTransition(async () => {
      setMessages(0);
      setRefusal(null);
      const result = await deleteAction({ id }).catch(() => null);
      if (result?.ok) {
        void notify({ color: 'green', message: t('done', { name }) });
        return router.push('/groups');
      }
      if (result?.error.reason === 'slug_in_use') setUses(result.error.uses);
      else if (result?.error.reason === 'messages_waiting') setMessages(result.error.messages);
      else setRefusal(result?.error.reason ?? 'unexpected');
    });
  }

  return (
    <Stack component="section" gap="xs" align="flex-start" className={classes.danger}>
      <Title order={2} size="h5">
        {t('title')}
      </Title>
      {refusal ? (
        <Alert color="red" role="alert">
          {messageOf(words, refusal) ?? words('unexpected')}
        </Alert>
      ) : null}
      {messages > 0 ? (
        <Alert color="yellow" role="alert">
          {t('waiting', { count: messages })}
        </Alert>
      ) : null}
      {uses > 0 ? (
        <>
          <Text size="sm" role="status">
            {t('inUse', { count: uses })}
          </Text>
          <Text size="sm">
            <TextLink href={`/nodes?q=${encodeURIComponent(name)}`}>{t('find')}</TextLink>
          </Text>
        </>
      ) : (
        <>
          <Text size="sm">{t('free')}</Text>
          <ConfirmButton
            question={t('sure', { name })}
            confirm={t('confirm')}
            keep={t('keep')}
            busy={pending}
            onConfirm={remove}
          >
            {t('button')}
          </ConfirmButton>
        </>
      )}
    </Stack>
  );
}
