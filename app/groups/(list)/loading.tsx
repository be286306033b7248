import { PageSkeleton } from '@/components/ui/page-skeleton';

export default function Loading() {
  return <PageSkeleton title={220} blocks={[{ height: 36, width: 180 }, { height: 210 }]} maxWidth={1000} />;
}
