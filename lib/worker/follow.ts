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
 * Follows all sources to their end and settles what is overdue, a batch of each in turn, so that none waits for
 * another one's backlog. May run in any number of processes at once, and be killed at any point: each batch is one
 * transaction. Throws what the first of them threw, after all others had their turn; what was done is kept.
 */
export async function followAll({ db, now, signal }: FollowOptions): Promise<FollowRound> {
  const round = { steps: 0, overdue: 0, handOffs: 0, deliveries: 0 };
  const add = (done: Partial<typeof round>) => {
    round.steps += done.steps ?? 0;
    round.overdue += done.overdue ?? 0;
    round.handOffs += done.handOffs ?? 0;
    round.deliveries += done.deliveries ?? 0;
  };
  const failures: unknown[] = [];
  // What one source stumbles over must not keep the others from being told.
  const settled = async (work: Promise<Partial<typeof round> & { readonly drained: boolean }>): Promise<boolean> => {
    try {
      const { drained, ...done } = await work;
      add(done);
      return drained;
    } catch (error) {
      failures.push(error);
      return true;
    }
  };
  let sources = await sourcesToFollow(db);
  let next = await nextOverdueAt(db);
  let overdue = next !== null && next <= now;
  while ((sources.length > 0 || overdue) && !signal?.aborted) {
    const left: string[] = [];
    for (const sourceId of sources) {
      if (!(await settled(followBatch(db, sourceId, now)))) left.push(sourceId);
      if (signal?.aborted) break;
    }
    sources = left;
    if (overdue && !signal?.aborted) overdue = !(await settled(settleOverdue(db, now)));
    next = await nextOverdueAt(db);
  }
  if (failures.length > 0) throw failures[0];
  return { ...round, nextOverdueAt: next };
}
