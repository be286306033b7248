'use client';

import { IconPlayerStop } from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ConfirmButton } from '@/components/ui/confirm-button';
import { notify } from '@/components/ui/notify';
import { stopAllAction } from '../actions';
import { useRefusalWords } from './use-refusal-words';

/** The kill switch: asks every run that has not ended to stop. */
export function StopAll({ count }: { count: number }) {
  const t = useTranslations('drills.list');
  const refusalWords = useRefusalWords();
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const stop = async () => {
    setBusy(true);
    const result = await stopAllAction({}).catch(() => null);
    setBusy(false);
    if (result?.ok) void notify({ message: t('stoppedAll', { count: result.value.runs }), color: 'green' });
    else void notify({ message: refusalWords(result?.error.reason ?? 'unavailable'), color: 'red' });
    router.refresh();
  };
  return (
    <ConfirmButton
      question={t('stopAllQuestion', { count })}
      confirm={t('stopAllConfirm')}
      keep={t('stopAllKeep')}
      busy={busy}
      onConfirm={() => void stop()}
    >
      <IconPlayerStop size={16} stroke={1.8} aria-hidden style={{ marginInlineEnd: 6 }} />
      {t('stopAll')}
    </ConfirmButton>
  );
}
