import { useTranslations } from 'next-intl';
import { ListSkeleton } from '@/components/ui/list-skeleton';

export default function Loading() {
  const t = useTranslations('audit');
  return <ListSkeleton title={t('title')} subtitle={420} chips={0} rows={10} rowHeight={64} />;
}
