import { Skeleton } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { ListSkeleton } from '@/components/ui/list-skeleton';

/** The page's outline while its figures are counted. */
export default async function Loading() {
  const t = await getTranslations('failures');
  return (
    <ListSkeleton title={t('title')} subtitle={480} chips={300} rows={8} rowHeight={46}>
      <Skeleton h={370} mt={12} />
      <Skeleton h={120} mt={12} />
    </ListSkeleton>
  );
}
