import { Skeleton } from '@mantine/core';

/** Stands where something is being fetched, and says what. */
export function Waiting({ label, height }: { label: string; height: number }) {
  return (
    <div role="status" aria-label={label}>
      <Skeleton height={height} />
    </div>
  );
}
