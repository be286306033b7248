import { PageSkeleton } from '@/components/ui/page-skeleton';

export default function Loading() {
  return <PageSkeleton title={260} blocks={[{ height: 84 }, { height: 300 }, { height: 160 }]} />;
}
