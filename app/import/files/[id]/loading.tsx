import { PageSkeleton } from '@/components/ui/page-skeleton';

export default function Loading() {
  return <PageSkeleton title={280} blocks={[{ height: 90 }, { height: 480 }]} />;
}
