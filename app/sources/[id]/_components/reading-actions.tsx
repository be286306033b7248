'use client';

import { Button, Group } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { ConfirmButton } from '@/components/ui/confirm-button';
import type { SourceState } from '@/lib/sources/source-state';
import { cancelCountAction, pauseAction, resumeAction, resumeCountAction } from '../actions';
import { Refusal } from './refusal';
import { useRun } from './use-run';

/** What may be done about reading a source, as it stands. */
export function ReadingActions({
  id,
  state,
  counted,
}: {
  id: string;
  state: SourceState;
  /** Its first count has ended. */
  counted: boolean;
}) {
  const t = useTranslations('sources.detail.actions');
  const { pending, refusal, run } = useRun();
  if (state === 'paused')
    return (
      <Actions refusal={refusal}>
        <Button loading={pending} onClick={() => run(() => resumeAction({ id }), t('done.resume'))}>
          {t('resume')}
        </Button>
      </Actions>
    );
  if (state === 'cancelled')
    return (
      <Actions refusal={refusal}>
        <Button loading={pending} onClick={() => run(() => resumeCountAction({ id }), t('done.resumeCount'))}>
          {t('resumeCount')}
        </Button>
      </Actions>
    );
  return (
    <Actions refusal={refusal}>
      {counted ? null : (
        <ConfirmButton
          question={t('cancelCountSure')}
          confirm={t('confirm')}
          keep={t('keep')}
          busy={pending}
          onConfirm={() => run(() => cancelCountAction({ id }), t('done.cancelCount'))}
        >
          {t('cancelCount')}
        </ConfirmButton>
      )}
      <Button variant="default" loading={pending} onClick={() => run(() => pauseAction({ id }), t('done.pause'))}>
        {t('pause')}
      </Button>
    </Actions>
  );
}

function Actions({ refusal, children }: { refusal: string | null; children: ReactNode }) {
  return (
    <>
      <Refusal reason={refusal} />
      <Group gap="xs">{children}</Group>
    </>
  );
}
