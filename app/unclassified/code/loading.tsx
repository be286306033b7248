import { PageSkeleton } from '@/components/ui/page-skeleton';

/** The page's outline while its figures are counted. */
export default function Loading() {
  return <PageSkeleton title={260} blocks={[{ height: 90 }, { height: 90 }, { height: 420 }]} />;
}
