import { PageSkeleton } from '@/components/ui/page-skeleton';

export default function Loading() {
  return <PageSkeleton title={300} blocks={[{ height: 20, width: 260 }, { height: 420 }]} />;
}
