import { PageSkeleton } from '@/components/ui/page-skeleton';

export default function Loading() {
  return <PageSkeleton title={260} blocks={[{ height: 60 }, { height: 120 }, { height: 90 }]} maxWidth={760} />;
}
