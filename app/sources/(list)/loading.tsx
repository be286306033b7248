import { PageSkeleton } from '@/components/ui/page-skeleton';

export default function Loading() {
  return <PageSkeleton title={160} blocks={[{ height: 240 }]} maxWidth={1100} />;
}
