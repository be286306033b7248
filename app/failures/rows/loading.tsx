import { PageSkeleton } from '@/components/ui/page-skeleton';

export default function Loading() {
  return (
    <PageSkeleton title={320} blocks={[{ height: 18, width: 420 }, { height: 22, width: 560 }, { height: 560 }]} />
  );
}
