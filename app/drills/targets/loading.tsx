import { PageSkeleton } from '@/components/ui/page-skeleton';

export default function Loading() {
  return <PageSkeleton title={220} blocks={[{ height: 180 }, { height: 260, width: 520 }]} maxWidth={1000} />;
}
