import type { Db } from '@/lib/db/client';
import { sourcesToRoll } from '@/lib/history/rollup-due-queries';
import { nextLimit, ROLL_BATCH, rollBatch } from '@/lib/history/rollup-store';
import type { Clock } from '@/lib/shared/clock';

export interface RollOptions {
  readonly db: Db;
  readonly now: Clock;
  /** Aborted: no further batch is begun. What was done is kept. */
  readonly signal?: AbortSignal;
  /** Waited for after each batch, told how long that took. Default: no pause. */
  readonly pause?: (tookMs: number) => Promise<void>;
  /** Also what is so little or so new that it could wait. */
  readonly all?: boolean;
}

/**
 * Brings the rollups of all sources up to the end of their histories, a batch of each in turn, larger ones where much is left. What is
 * little waits for more, since each batch writes every day that it touches. May run in any number of processes at once, and be killed
 * at any point: each batch is one transaction. Throws what the first source threw, after all others had their turn.
 * Returns how many steps were passed.
 */
export async function rollAll({ db, now, signal, pause, all = false }: RollOptions): Promise<number> {
  let steps = 0;
  const failures: unknown[] = [];
  const limits = new Map<string, number>();
  let sources = await sourcesToRoll(db, now(), all);
  while (sources.length > 0 && !signal?.aborted) {
    const left: string[] = [];
    for (const sourceId of sources) {
      const begun = performance.now();
      try {
        const limit = limits.get(sourceId) ?? ROLL_BATCH;
        const batch = await rollBatch(db, sourceId, now(), limit);
        limits.set(sourceId, nextLimit(limit, performance.now() - begun));
        steps += batch.steps;
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
  return steps;
}
