import { useTranslations } from 'next-intl';
import { ListSkeleton } from '@/components/ui/list-skeleton';

export default function Loading() {
  const t = useTranslations('thresholds');
  return <ListSkeleton title={t('title')} subtitle={520} chips={520} rows={8} rowHeight={64} />;
}
