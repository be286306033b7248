'use client';

import { Button } from '@mantine/core';
import { IconPlayerStop, IconRepeat } from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ConfirmButton } from '@/components/ui/confirm-button';
import { notify } from '@/components/ui/notify';
import { TextLink } from '@/components/ui/text-link';
import { againAction, stopAction } from '../actions';
import classes from './run.module.css';
import { useRefusalWords } from './use-refusal-words';

interface Refused {
  readonly reason: string;
  /** The run that stands in the way. */
  readonly runId?: string;
}

/** Stops a run that has not ended, and does one again that has. */
export function RunActions({ runId, ended, stopping }: { runId: string; ended: boolean; stopping: boolean }) {
  const t = useTranslations('drills');
  const refusalWords = useRefusalWords();
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);

  const again = async () => {
    setBusy(true);
    setRefused(null);
    const result = await againAction({ runId }).catch(() => null);
    if (result?.ok) {
      router.push(`/drills/${result.value.runId}`);
      return;
    }
    setBusy(false);
    setRefused(result?.error ?? { reason: 'lost' });
  };
  const stop = async () => {
    setBusy(true);
    const result = await stopAction({ runId }).catch(() => null);
    setBusy(false);
    if (result?.ok) void notify({ message: t('run.stopped'), color: 'green' });
    else setRefused(result?.error ?? { reason: 'lost' });
    router.refresh();
  };

  return (
    <>
      {ended ? (
        <Button
          loading={busy}
          leftSection={<IconRepeat size={16} stroke={1.8} aria-hidden />}
          onClick={() => void again()}
        >
          {t('run.again')}
        </Button>
      ) : null}
      {ended || stopping ? null : (
        <ConfirmButton
          question={t('run.stopQuestion')}
          confirm={t('run.stopConfirm')}
          keep={t('run.stopKeep')}
          busy={busy}
          onConfirm={() => void stop()}
        >
          <IconPlayerStop size={16} stroke={1.8} aria-hidden style={{ marginInlineEnd: 6 }} />
          {t('run.stop')}
        </ConfirmButton>
      )}
      {refused === null ? null : (
        <p role="alert" className={classes.refused}>
          {refusalWords(refused.reason)}{' '}
          {refused.runId === undefined ? null : (
            <TextLink href={`/drills/${refused.runId}`}>{t('refusals.runningLink')}</TextLink>
          )}
        </p>
      )}
    </>
  );
}
