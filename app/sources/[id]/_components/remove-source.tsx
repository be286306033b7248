'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { ConfirmButton } from '@/components/ui/confirm-button';
import { removeAction } from '../actions';
import { Refusal } from './refusal';
import { useRun } from './use-run';

/** Takes a source away, after saying what goes with it. */
export function RemoveSource({ id, name, workflows }: { id: string; name: string; workflows: number }) {
  const t = useTranslations('sources.detail.remove');
  const router = useRouter();
  const { pending, refusal, run } = useRun();
  return (
    <>
      <Refusal reason={refusal} />
      <ConfirmButton
        question={t('sure', { name, workflows })}
        confirm={t('confirm')}
        keep={t('keep')}
        busy={pending}
        onConfirm={() =>
          run(
            () => removeAction({ id }),
            t('done', { name }),
            () => router.push('/sources'),
          )
        }
      >
        {t('button')}
      </ConfirmButton>
    </>
  );
}
