'use client';

import { Alert, Button } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { IconAlertCircle, IconCheck } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { messageOf } from '@/lib/i18n/message';
import { confirmAction } from '../actions';

/** Confirms with a click, and only with one; says what came of it. */
export function ConfirmButton({ token }: { token: string }) {
  const t = useTranslations('receipt');
  const common = useTranslations('common.refusals');
  const [pending, startTransition] = useTransition();
  const [outcome, setOutcome] = useState<string | null>(null);
  const listening = useMounted();

  function confirm() {
    startTransition(async () => {
      const result = await confirmAction({ token }).catch(() => null);
      setOutcome(result?.ok ? 'done' : (result?.error.reason ?? 'unexpected'));
    });
  }

  if (outcome === 'done')
    return (
      <Alert color="green" role="status" icon={<IconCheck aria-hidden />} title={t('doneTitle')}>
        {t('doneBody')}
      </Alert>
    );
  return (
    <>
      {outcome ? (
        <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
          {messageOf(t, `errors.${outcome}`) ?? messageOf(common, outcome) ?? common('unexpected')}
        </Alert>
      ) : null}
      <Button onClick={confirm} loading={pending} disabled={!listening}>
        {t('submit')}
      </Button>
    </>
  );
}
