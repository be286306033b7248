import { nextOverdueAt } from '@/lib/alerts/awaited-store';
import { followBatch, settleOverdue, sourcesToFollow } from '@/lib/alerts/follow-store';
import type { Db } from '@/lib/db/client';

export interface FollowOptions {
  readonly db: Db;
  readonly now: Date;
  /** Aborted: no further batch is begun. What was done is kept. */
  readonly signal?: AbortSignal;
}

/** What one round did. */
export interface FollowRound {
  /** Steps of the history that were passed. */
  readonly steps: number;
  /** Executions whose next attempt was overdue. */
  readonly overdue: number;
  readonly handOffs: number;
  /** Messages that wait to be sent. */
  readonly deliveries: number;
  /** When a round has something to do again without anybody writing steps; null = never. */
  readonly nextOverdueAt: Date | null;
}

/**
 * Follows all sources to their end, then settles what is overdue. May run in any number of processes at once, and
 * be killed at any point: each batch is one transaction. Throws what the database throws.
 */
export async function followAll({ db, now, signal }: FollowOptions): Promise<FollowRound> {
  const round = { steps: 0, overdue: 0, handOffs: 0, deliveries: 0 };
  const add = (settled: { handOffs: number; deliveries: number }) => {
    round.handOffs += settled.handOffs;
    round.deliveries += settled.deliveries;
  };
  for (const sourceId of await sourcesToFollow(db)) {
    for (let drained = false; !drained && !signal?.aborted; ) {
      const batch = await followBatch(db, sourceId, now);
      round.steps += batch.steps ?? 0;
      add(batch);
      drained = batch.drained;
    }
  }
  let next = await nextOverdueAt(db);
  while (next !== null && next <= now && !signal?.aborted) {
    const batch = await settleOverdue(db, now);
    round.overdue += batch.taken;
    add(batch);
    next = await nextOverdueAt(db);
    if (batch.drained) break;
  }
  return { ...round, nextOverdueAt: next };
}
