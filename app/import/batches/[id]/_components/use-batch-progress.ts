import { hasProgress, useProgress } from '@/app/_components/use-progress';
import type { BatchProgress } from '@/lib/workflows/batch-queries';

/** How far an import is, as it goes; what was received, the server goes on with. */
export function useBatchProgress(id: string, served: BatchProgress): BatchProgress {
  return useProgress(`/api/import-batches/${id}`, served, BATCH);
}

const BATCH = {
  advances: ({ counts }: BatchProgress) => counts.received > 0,
  is: (answer: unknown): answer is BatchProgress => hasProgress(answer),
};
