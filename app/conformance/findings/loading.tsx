import { useTranslations } from 'next-intl';
import { ListSkeleton } from '@/components/ui/list-skeleton';

export default function Loading() {
  const t = useTranslations('conformance.findings');
  return <ListSkeleton title={t('pageTitle')} subtitle={360} chips={0} rows={10} rowHeight={52} />;
}
