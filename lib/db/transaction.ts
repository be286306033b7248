import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, Tx } from './client';
import { dbFailure } from './errors';

const MAX_WAIT_MS = 10_000;
const TIMEOUT_MS = 30_000;
const ATTEMPTS = 3;
const PAUSE_MS = 50;

export interface TransactionOptions {
  /** Default: Postgres' own, read committed. */
  readonly isolation?: 'ReadCommitted' | 'RepeatableRead' | 'Serializable';
}

/**
 * Runs `work` in one transaction: all of it or nothing. Throwing inside rolls back.
 * A write conflict or deadlock runs the whole of `work` again, so it must have no effect outside the database.
 */
export async function transaction<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  { isolation }: TransactionOptions = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.$transaction(work, {
        maxWait: MAX_WAIT_MS,
        timeout: TIMEOUT_MS,
        ...(isolation && { isolationLevel: isolation }),
      });
    } catch (error) {
      if (attempt >= ATTEMPTS || dbFailure(error)?.kind !== 'conflict') throw error;
      await sleep(PAUSE_MS * attempt);
    }
  }
}
