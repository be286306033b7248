import { getTranslations } from 'next-intl/server';
import { ListSkeleton } from '@/components/ui/list-skeleton';

/** The list's outline while its figures are counted. */
export default async function Loading() {
  const t = await getTranslations('nodes');
  return <ListSkeleton title={t('title')} subtitle={260} chips={560} rows={10} rowHeight={52} />;
}
