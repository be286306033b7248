import type { Db } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import { transaction } from '@/lib/db/transaction';
import {
  goByIndexes,
  lockWatermark,
  moveWatermark,
  nextSteps,
  prepareWatermark,
  type Reading,
  sourcesToRead,
  takeOver,
} from '@/lib/history/change-store';
import { distinct } from '@/lib/history/execution-key';
import { lockAwaited, takeOverdue } from './awaited-store';
import { closeSucceeded, type Frozen, type Settled, type Success, settle } from './hand-off-store';

/** Rows per transaction: few enough to be done within a fraction of a second. */
export const BATCH = 2_000;
const OVERDUE_BATCH = 500;

/**
 * Sources that alert, and of their steps since then what can change anything: failures, and successes that another
 * attempt came before.
 */
export const FOLLOWED: Reading = {
  table: Prisma.sql`followed_source`,
  readAt: Prisma.sql`followed_at`,
  source: Prisma.sql`s.alerts_from is not null`,
  step: (sourceId) => Prisma.sql`
    c.occurred_at >= (select alerts_from from source where id = ${sourceId}::uuid)
    and (c.status = 'failed' or (c.status = 'succeeded' and c.attempt > 1))`,
};

/** Sources that alert and have steps that were not followed yet, by ids; nothing is locked or written by asking. */
export function sourcesToFollow(db: Db): Promise<string[]> {
  return sourcesToRead(db, FOLLOWED);
}

export interface Followed extends Settled {
  /** Steps that were passed: none when another worker is at it. */
  readonly steps: number;
  /** Nothing ready is left for this worker. */
  readonly drained: boolean;
}

const NOTHING: Followed = { steps: 0, drained: true, handOffs: 0, deliveries: 0 };

/**
 * Follows the next steps of a source, in the order in which they became visible: all of it in one transaction, the
 * watermark included, so that a crash anywhere is as if nothing had happened. Only one worker at a time follows a
 * source; another one is told so at once. Steps from before the source alerted are passed. After a restore the source
 * is followed from the start: an execution that has its record gets no second one.
 */
export async function followBatch(
  db: Db,
  sourceId: string,
  now: Date,
  limit = BATCH,
  frozen: Frozen = {},
): Promise<Followed> {
  await prepareWatermark(db, FOLLOWED, sourceId);
  return transaction(db, async (tx) => {
    await goByIndexes(tx);
    const watermark = await lockWatermark(tx, FOLLOWED, sourceId);
    if (watermark === null) return NOTHING;
    if (watermark.foreign)
      return { ...NOTHING, steps: await takeOver(tx, FOLLOWED, sourceId, now, limit), drained: false };
    const steps = await nextSteps(tx, FOLLOWED, sourceId, watermark, limit);
    if (steps.passed === 0) return NOTHING;
    const failed = distinct(steps.changed.filter(({ status }) => status === 'failed'));
    const succeeded = steps.changed.filter(({ status }) => status === 'succeeded');
    await lockAwaited(tx, distinct(steps.changed));
    const settled = await settle(tx, failed, { now, reported: true, ...frozen });
    await closeSucceeded(tx, latest(succeeded), now);
    await moveWatermark(tx, FOLLOWED, sourceId, steps, now);
    return { ...settled, steps: steps.passed, drained: steps.passed < limit };
  });
}

export interface Overdue extends Settled {
  /** Executions that were decided again. */
  readonly overdue: number;
  /** Nothing overdue is left that no other worker has. */
  readonly drained: boolean;
}

/**
 * Executions whose next attempt did not come: decided again, at most so many in one transaction; of one source alone
 * where each has a clock of its own.
 */
export async function settleOverdue(
  db: Db,
  now: Date,
  {
    limit = OVERDUE_BATCH,
    sourceId = null,
    ...frozen
  }: { readonly limit?: number; readonly sourceId?: string | null } & Frozen = {},
): Promise<Overdue> {
  return transaction(db, async (tx) => {
    await goByIndexes(tx);
    const keys = await takeOverdue(tx, now, limit, sourceId);
    const settled = await settle(tx, keys, { now, reported: false, ...frozen });
    return { ...settled, overdue: keys.length, drained: keys.length < limit };
  });
}

/** Of each execution its last success. */
function latest(successes: readonly Success[]): Success[] {
  return distinct(successes.toSorted((a, b) => a.attempt - b.attempt));
}
