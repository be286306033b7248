import { PageSkeleton } from '@/components/ui/page-skeleton';

export default function Loading() {
  return <PageSkeleton title={360} blocks={[{ height: 22, width: 300 }, { height: 420 }, { height: 200 }]} />;
}
