import { Anchor } from '@mantine/core';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { EmptyState } from '@/components/ui/empty-state';

export default async function NotFound() {
  const t = await getTranslations('common.states');
  return (
    <EmptyState
      level={1}
      title={t('notFoundTitle')}
      body={t('notFoundBody')}
      action={
        <Link href="/nodes">
          <Anchor component="span">{t('toNodes')}</Anchor>
        </Link>
      }
    />
  );
}
