import { PageSkeleton } from '@/components/ui/page-skeleton';

export default function Loading() {
  return <PageSkeleton title={240} blocks={[{ height: 96 }, { height: 260 }, { height: 320 }]} />;
}
