'use client';

import { Alert, Text, Title } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { ConfirmButton } from '@/components/ui/confirm-button';
import { messageOf } from '@/lib/i18n/message';
import type { Replaceable } from '@/lib/workflows/batch-queries';
import { replaceAllAction } from '../actions';
import classes from './batch.module.css';

/** The workflows that can be replaced at once, since nothing speaks against it, with the numbers of what would change. */
export function ReplaceAll({ id, plan }: { id: string; plan: Replaceable }) {
  const t = useTranslations('batches.replaceAll');
  const common = useTranslations('common.refusals');
  const [pending, startTransition] = useTransition();
  const [refused, setRefused] = useState<string | null>(null);
  const { workflows: count, ...changes } = plan;
  const replace = () =>
    startTransition(async () => {
      const result = await replaceAllAction({ id, count }).catch(() => null);
      setRefused(result?.ok ? null : (result?.error.reason ?? 'unexpected'));
    });
  return (
    <section className={classes.plan} aria-labelledby="replace-title">
      <div>
        <Title order={2} size="h5" id="replace-title">
          {t('title', { count })}
        </Title>
        <Text size="sm">
          {t('numbers', changes)} {t('body')}
        </Text>
      </div>
      <ConfirmButton
        question={t('question', { count, ...changes })}
        confirm={t('confirm')}
        keep={t('keep')}
        busy={pending}
        onConfirm={replace}
      >
        {t('button', { count })}
      </ConfirmButton>
      {refused ? (
        <Alert color="red" role="alert">
          {refused === 'changed_meanwhile' ? t('changed') : (messageOf(common, refused) ?? common('unexpected'))}
        </Alert>
      ) : null}
    </section>
  );
}
