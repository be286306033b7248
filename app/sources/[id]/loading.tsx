import { PageSkeleton } from '@/components/ui/page-skeleton';

export default function Loading() {
  return <PageSkeleton title={240} blocks={[{ height: 140 }, { height: 220 }]} maxWidth={1200} />;
}
