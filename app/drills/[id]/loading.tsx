import { PageSkeleton } from '@/components/ui/page-skeleton';

export default function Loading() {
  return <PageSkeleton title={320} blocks={[{ height: 44 }, { height: 260 }, { height: 261 }]} />;
}
