import { PageSkeleton } from '@/components/ui/page-skeleton';

export default function Loading() {
  return <PageSkeleton title={220} blocks={[{ height: 40 }, { height: 150 }, { height: 180 }]} maxWidth={1200} />;
}
