import { PageSkeleton } from '@/components/ui/page-skeleton';

export default function Loading() {
  return (
    <PageSkeleton title={240} blocks={[{ height: 110 }, { height: 32, width: 420 }, { height: 320 }]} maxWidth={1000} />
  );
}
