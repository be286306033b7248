'use client';

import { Button } from '@mantine/core';
import { IconRuler2 } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { notify } from '@/components/ui/notify';
import { messageOf } from '@/lib/i18n/message';
import { measureThresholdsAction } from '../actions';

/** Has all thresholds measured again; a worker does it, so that the answer is that it was asked for. */
export function MeasureNow() {
  const t = useTranslations('thresholds');
  const common = useTranslations('common.refusals');
  const [pending, startTransition] = useTransition();
  const [refusal, setRefusal] = useState<string | null>(null);
  const ask = () =>
    startTransition(async () => {
      const result = await measureThresholdsAction({ sourceId: null }).catch(() => null);
      if (result?.ok) {
        setRefusal(null);
        await notify({ color: 'green', message: t('measured.asked') });
      } else setRefusal(messageOf(common, result?.error.reason ?? 'unexpected') ?? t('refused'));
    });
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        loading={pending}
        leftSection={<IconRuler2 size={15} stroke={1.7} aria-hidden />}
        onClick={ask}
      >
        {t('measured.now')}
      </Button>
      {refusal === null ? null : <p role="alert">{refusal}</p>}
    </>
  );
}
