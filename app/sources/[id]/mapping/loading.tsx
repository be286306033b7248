import { PageSkeleton } from '@/components/ui/page-skeleton';

export default function Loading() {
  return (
    <PageSkeleton
      title={240}
      blocks={[
        { height: 44, width: 860 },
        { height: 320, width: 640 },
      ]}
    />
  );
}
