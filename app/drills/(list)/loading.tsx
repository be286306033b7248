import { useTranslations } from 'next-intl';
import { ListSkeleton } from '@/components/ui/list-skeleton';

export default function Loading() {
  const t = useTranslations('drills');
  return <ListSkeleton title={t('title')} subtitle={480} chips={0} rows={8} rowHeight={52} />;
}
