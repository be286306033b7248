import { PageSkeleton } from '@/components/ui/page-skeleton';

export default function Loading() {
  return <PageSkeleton title={220} blocks={[{ height: 60 }, { height: 150 }]} maxWidth={760} />;
}
