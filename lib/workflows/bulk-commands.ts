import type { z } from 'zod';
import { type Ctx, demand } from '@/lib/accounts/context';
import { record } from '@/lib/audit/record';
import type { Tx } from '@/lib/db/client';
import { transaction } from '@/lib/db/transaction';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import type { JsonObject } from '@/lib/shared/json';
import { err, ok, type Result } from '@/lib/shared/result';
import { refreshForecasts } from './bulk-forecast-store';
import { type BulkProgress, bulkProgress, lockBulk, runningBulk } from './bulk-queries';
import { claimWorkflow, type RunningBulk, releaseItems, runItems } from './bulk-run-store';
import {
  type bulkIdSchema,
  checkBulkChanges,
  type OpenBulkInput,
  parseChanges,
  type StartBulkInput,
} from './bulk-schema';
import { cancelItems, insertBulk } from './bulk-store';

/** Bulk changes older than this go when the next one begins; what they published stays. */
const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;

export type OpenBulkRefusal =
  /** The changes do not hold, whatever node they are put on; each diagnostic names its place. */
  | { readonly reason: 'policy_invalid'; readonly diagnostics: readonly Diagnostic[] }
  /** None of the nodes is there any more. */
  | { readonly reason: 'nothing_there' };

/**
 * Keeps a bulk change to be looked at: nothing is changed yet. Nodes that are not there any more are left out. Not
 * audited, since nothing holds for anybody before it is begun.
 */
export async function openBulk(
  ctx: Ctx,
  { changes, nodes }: OpenBulkInput,
): Promise<Result<{ readonly id: string }, OpenBulkRefusal>> {
  demand(ctx, 'policy.edit');
  const wrong = [...checkBulkChanges(changes), ...(await unknownOwner(ctx, changes))];
  if (wrong.length > 0) return err({ reason: 'policy_invalid', diagnostics: wrong });
  const id = await transaction(ctx.db, async (db) => {
    await db.bulkChange.deleteMany({ where: { createdAt: { lt: new Date(ctx.now.getTime() - KEPT_DAYS * DAY_MS) } } });
    return insertBulk(db, { createdBy: ctx.actor.name, createdAt: ctx.now, changes, nodes });
  });
  return id === null ? err({ reason: 'nothing_there' }) : ok({ id });
}

/** A group that nobody made tells nobody. */
async function unknownOwner(ctx: Ctx, changes: OpenBulkInput['changes']): Promise<readonly Diagnostic[]> {
  const owners = changes.flatMap((change) => (change.kind === 'owner' && change.owner !== null ? [change.owner] : []));
  const known = await ctx.db.ownerGroup.findMany({ where: { slug: { in: owners } }, select: { slug: true } });
  return owners
    .filter((slug) => !known.some((group) => group.slug === slug))
    .map((slug) => ({ code: 'owner_unknown', severity: 'error', path: ['owner'], values: { slug } }));
}

export type BulkRefusal =
  | { readonly reason: 'not_found' }
  /** Somebody has begun, or stopped, or taken it back meanwhile. */
  | { readonly reason: 'not_now' };

/** How long one request goes on: whoever waits wants to see the bar move. */
const TURN_MS = 1_500;

/**
 * Begins a bulk change: from now on `advanceBulk` does it. Nodes of groups that the person is no member of are refused
 * one by one. Audited as one entry; each publication tells of itself beside it.
 */
export async function startBulk(
  ctx: Ctx,
  { id, mode, note }: StartBulkInput,
): Promise<Result<BulkProgress, BulkRefusal>> {
  demand(ctx, mode === 'publish' ? 'policy.publish' : 'policy.edit');
  return change(ctx, id, async (db) => {
    const { count } = await db.bulkChange.updateMany({
      where: { id, state: 'open', cancelledAt: null },
      data: { state: 'running', mode, note: note || null, startedBy: ctx.actor.name, startedAt: ctx.now },
    });
    return count === 0 ? null : { action: 'bulk.start', details: { mode, ...(note ? { note } : {}) } };
  });
}

/**
 * Goes on, with the rights of whoever asks: works out what is to be expected while nothing has begun, else publishes,
 * keeps drafts or takes back, workflow by workflow, for a moment. `done` and `total` say whether something is left.
 */
export async function advanceBulk(
  ctx: Ctx,
  { id }: z.output<typeof bulkIdSchema>,
): Promise<Result<BulkProgress, { readonly reason: 'not_found' }>> {
  demand(ctx, 'policy.edit');
  const bulk = await ctx.db.bulkChange.findUnique({ where: { id } });
  if (!bulk) return err({ reason: 'not_found' });
  const running = runningBulk(bulk);
  if (running) await goOn(ctx, running);
  else if (bulk.cancelledAt === null) await refreshForecasts(ctx.db, id, TURN_MS);
  return progressOf(ctx, id);
}

async function goOn(ctx: Ctx, bulk: RunningBulk): Promise<void> {
  if (bulk.mode === 'publish') demand(ctx, 'policy.publish');
  const until = performance.now() + TURN_MS;
  do {
    const items = await claimWorkflow(ctx, bulk);
    if (items.length === 0) return;
    try {
      await runItems(ctx, bulk, items);
    } catch (error) {
      await releaseItems(ctx.db, items).catch(() => undefined);
      throw error;
    }
  } while (performance.now() < until);
}

/** Stops a bulk change, or its undoing: what was done stays, what was not begun is not done. */
export async function cancelBulk(
  ctx: Ctx,
  { id }: z.output<typeof bulkIdSchema>,
): Promise<Result<BulkProgress, BulkRefusal>> {
  demand(ctx, 'policy.edit');
  return change(ctx, id, async (db, { state }) => {
    const work = state === 'undoing' ? 'undo' : 'do';
    const count = await cancelItems(db, id, work);
    if (count === 0) return null;
    await db.bulkChange.update({ where: { id }, data: { cancelledAt: ctx.now } });
    // What nobody had begun changed nothing for anybody.
    return state === 'open' ? 'quiet' : { action: 'bulk.cancel', details: { notBegun: count } };
  });
}

/**
 * Begins to take a bulk change back, once nothing of it waits any more: from now on `advanceBulk` puts each policy back
 * as it was, where nobody has changed it since, and throws untouched drafts away.
 */
export async function undoBulk(
  ctx: Ctx,
  { id }: z.output<typeof bulkIdSchema>,
): Promise<Result<BulkProgress, BulkRefusal>> {
  demand(ctx, 'policy.edit');
  return change(ctx, id, async (db, { state, mode }) => {
    if (mode === 'publish') demand(ctx, 'policy.publish');
    const items = await db.bulkItem.groupBy({ by: ['outcome'], where: { bulkId: id }, _count: true });
    const waits = items.some(({ outcome }) => outcome === null);
    const done = items.find(({ outcome }) => outcome === (mode === 'draft' ? 'drafted' : 'published'));
    if (state !== 'running' || waits || !done) return null;
    await db.bulkChange.update({
      where: { id },
      data: { state: 'undoing', undoneBy: ctx.actor.name, undoneAt: ctx.now, cancelledAt: null },
    });
    return { action: 'bulk.undo', details: {} };
  });
}

interface Step {
  readonly action: 'bulk.start' | 'bulk.cancel' | 'bulk.undo';
  readonly details: JsonObject;
}

/** One step of a bulk change under its lock, with its audit; null = it cannot be done now. */
async function change(
  ctx: Ctx,
  id: string,
  step: (db: Tx, bulk: { readonly state: string; readonly mode: string | null }) => Promise<Step | 'quiet' | null>,
): Promise<Result<BulkProgress, BulkRefusal>> {
  const refused = await transaction(ctx.db, async (db): Promise<BulkRefusal | null> => {
    const bulk = await lockBulk(db, id);
    if (!bulk) return { reason: 'not_found' };
    const done = await step(db, bulk);
    if (done === null) return { reason: 'not_now' };
    if (done === 'quiet') return null;
    const { action, details } = done;
    await record(ctx, db, {
      action,
      subject: { kind: 'bulk', id, name: bulk.name },
      after: {
        ...details,
        nodes: bulk.nodes,
        changes: parseChanges(bulk.changes).map((each): JsonObject => ({ ...each })),
      },
    });
    return null;
  });
  return refused ? err(refused) : progressOf(ctx, id);
}

async function progressOf(ctx: Ctx, id: string): Promise<Result<BulkProgress, { readonly reason: 'not_found' }>> {
  const progress = await bulkProgress(ctx, id);
  return progress ? ok(progress) : err({ reason: 'not_found' });
}
