import type { Db } from '@/lib/db/client';
import { measureBatch, sourcesToMeasure } from '@/lib/history/threshold-store';
import type { Clock } from '@/lib/shared/clock';

export interface MeasureOptions {
  readonly db: Db;
  readonly now: Clock;
  /** Aborted: no further batch is begun. What was done is kept. */
  readonly signal?: AbortSignal;
  /** Waited for after each batch, told how long that took: others come first. Default: no pause. */
  readonly pause?: (tookMs: number) => Promise<void>;
}

/**
 * Holds the thresholds of all nodes that are due against their history, a batch of each source in turn. May run in any number
 * of processes at once, and be killed at any point: each batch is one transaction. Throws what the first source threw, after
 * all others had their turn. Returns how many nodes were measured.
 */
export async function measureAll({ db, now, signal, pause }: MeasureOptions): Promise<number> {
  let nodes = 0;
  const failures: unknown[] = [];
  let sources = await sourcesToMeasure(db, now());
  while (sources.length > 0 && !signal?.aborted) {
    const left: string[] = [];
    for (const sourceId of sources) {
      const begun = performance.now();
      try {
        const batch = await measureBatch(db, sourceId, now());
        nodes += batch.nodes;
        if (!batch.drained) left.push(sourceId);
      } catch (error) {
        failures.push(error);
      }
      if (signal?.aborted) break;
      await pause?.(performance.now() - begun);
    }
    sources = left;
  }
  if (failures.length > 0) throw failures[0];
  return nodes;
}
