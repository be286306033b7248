import { PageSkeleton } from '@/components/ui/page-skeleton';

export default function Loading() {
  return <PageSkeleton title={240} blocks={[{ height: 48 }, { height: 360 }, { height: 90 }]} maxWidth={1040} />;
}
