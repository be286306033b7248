'use client';

import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { dropUpload, sendAgain, useUpload } from '@/app/import/_components/upload';
import { ConfirmButton } from '@/components/ui/confirm-button';
import type { BatchProgress } from '@/lib/workflows/batch-queries';
import { cancelBatchAction } from '../actions';
import classes from './batch.module.css';
import { useBatchProgress } from './use-batch-progress';

/** How far an import of many files is, as it goes, with the way to stop it. */
export function BatchLive({
  id,
  progress: served,
  cancelled,
}: {
  id: string;
  progress: BatchProgress;
  cancelled: boolean;
}) {
  const t = useTranslations('batches.progress');
  const common = useTranslations('common.refusals');
  const progress = useBatchProgress(id, served);
  const upload = useUpload(id);
  const [pending, startTransition] = useTransition();
  const [refused, setRefused] = useState(false);
  const { total, done, counts } = progress;
  const open = done < total;
  const stop = () =>
    startTransition(async () => {
      const result = await cancelBatchAction({ id }).catch(() => null);
      setRefused(!result?.ok);
      if (result?.ok) dropUpload(id);
    });
  const words = () => {
    if (!open) return cancelled ? t('stopped') : t('finished');
    if (upload && !upload.failed) return t('sending', { left: upload.left });
    return counts.received > 0 || upload ? t('working') : t('waiting', { count: counts.waiting });
  };
  return (
    <section className={classes.live} aria-label={t('bar')}>
      <Group justify="space-between" gap="xs" align="baseline">
        <Text fw={600} className="tabular">
          {t('of', { done, total })}
        </Text>
        {open ? (
          <ConfirmButton
            question={t('stopQuestion')}
            confirm={t('stopConfirm')}
            keep={t('goOn')}
            busy={pending}
            onConfirm={stop}
          >
            {t('stop')}
          </ConfirmButton>
        ) : null}
      </Group>
      <Progress value={total === 0 ? 0 : (done / total) * 100} size="lg" aria-label={t('bar')} />
      <Text size="sm" role="status">
        {words()}
      </Text>
      {refused ? (
        <Alert color="red" role="alert">
          {common('unexpected')}
        </Alert>
      ) : null}
      {upload?.failed ? (
        <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
          <Stack gap="xs" align="flex-start">
            {t('failed')}
            <Button size="xs" variant="default" onClick={() => sendAgain(id)}>
              {t('again')}
            </Button>
          </Stack>
        </Alert>
      ) : null}
    </section>
  );
}
