import { getTranslations } from 'next-intl/server';
import { ListSkeleton } from '@/components/ui/list-skeleton';

/** The list's outline while its figures are counted. */
export default async function Loading() {
  const t = await getTranslations('unclassified');
  return <ListSkeleton title={t('title')} subtitle={420} chips={0} rows={8} rowHeight={48} />;
}
