'use client';

import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { EmptyState } from '@/components/ui/empty-state';

export default function ErrorPage({ reset }: { reset: () => void }) {
  const t = useTranslations('common');
  return (
    <EmptyState
      level={1}
      title={t('states.errorTitle')}
      body={t('states.errorBody')}
      action={<Button onClick={reset}>{t('actions.retry')}</Button>}
    />
  );
}
