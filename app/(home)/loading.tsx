import { PageSkeleton } from '@/components/ui/page-skeleton';

/** The page's outline while it is counted. */
export default function Loading() {
  return <PageSkeleton title={220} blocks={[{ height: 20, width: 360 }, { height: 320 }, { height: 420 }]} />;
}
