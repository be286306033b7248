import type { Db } from '@/lib/db/client';
import { judgeBatch, sourcesToJudge } from '@/lib/history/conformance-store';
import type { Clock } from '@/lib/shared/clock';

export interface JudgeOptions {
  readonly db: Db;
  readonly now: Clock;
  /** Aborted: no further batch is begun. What was done is kept. */
  readonly signal?: AbortSignal;
  /** Waited for after each batch, told how long that took: others come first. Default: no pause. */
  readonly pause?: (tookMs: number) => Promise<void>;
}

/** What one round did. */
export interface JudgeRound {
  /** Steps of the history that were passed. */
  readonly steps: number;
  /** Executions that were held against their policy. */
  readonly executions: number;
}

/**
 * Judges the history of all sources to its end, a batch of each in turn. May run in any number of processes at once,
 * and be killed at any point: each batch is one transaction. Throws what the first source threw, after all others had
 * their turn; what was done is kept.
 */
export async function judgeAll({ db, now, signal, pause }: JudgeOptions): Promise<JudgeRound> {
  const round = { steps: 0, executions: 0 };
  const failures: unknown[] = [];
  let sources = await sourcesToJudge(db, now());
  while (sources.length > 0 && !signal?.aborted) {
    const left: string[] = [];
    for (const sourceId of sources) {
      const begun = performance.now();
      try {
        const { steps, executions, drained } = await judgeBatch(db, sourceId, now());
        round.steps += steps;
        round.executions += executions;
        if (!drained) left.push(sourceId);
      } catch (error) {
        failures.push(error);
      }
      if (signal?.aborted) break;
      await pause?.(performance.now() - begun);
    }
    sources = left;
  }
  if (failures.length > 0) throw failures[0];
  return round;
}
