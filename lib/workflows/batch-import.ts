import type { z } from 'zod';
import { type Ctx, demand } from '@/lib/accounts/context';
import { transaction } from '@/lib/db/transaction';
import { err, ok, type Result } from '@/lib/shared/result';
import { isZipName, shownPath } from './batch-files';
import { type BatchProgress, batchProgress, UNOPPOSED } from './batch-queries';
import { type batchIdSchema, refusedPath, type replaceBatchSchema, type StartBatchInput } from './batch-schema';
import { claimItems, claimWaiting, takeArchive, takeItems } from './batch-store';

/** Batches older than this go when the next one begins; what they brought stays. */
const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;
/** How long one request goes on taking received files: whoever waits wants to see the bar move. */
const TURN_MS = 1_500;

/** A file of a batch as it was sent: its place in the batch, and its companion's bytes where it has one. */
export interface SentFile {
  readonly position: number;
  /** Null: the browser could not open it. */
  readonly content: Uint8Array | null;
  readonly sidecar: Uint8Array | null;
}

/** Begins a batch: names the files that will be sent, and those that will not, with the reason. */
export async function startBatch(ctx: Ctx, { files }: StartBatchInput): Promise<{ id: string }> {
  demand(ctx, 'workflow.import');
  const items = files.map(({ path, refusal }, position) => {
    const found = refusal ?? refusedPath(path);
    if (!found) return { position, path };
    const state = found.reason === 'other_kind' ? 'skipped' : 'refused';
    return {
      position,
      path: shownPath(path),
      state,
      reason: found.reason,
      ...(found.values && { values: found.values }),
    };
  });
  return transaction(ctx.db, async (db) => {
    await db.importBatch.deleteMany({ where: { createdAt: { lt: new Date(ctx.now.getTime() - KEPT_DAYS * DAY_MS) } } });
    const { id } = await db.importBatch.create({ data: { createdBy: ctx.actor.name, createdAt: ctx.now } });
    await db.importItem.createMany({ data: items.map((item) => ({ ...item, batchId: id })) });
    return { id };
  });
}

/**
 * Takes files of a batch as they were sent: each in a transaction of its own, an archive by putting its files in its
 * place. What was sent before, or cancelled, is passed over, so that a request may be sent again.
 */
export async function receiveFiles(
  ctx: Ctx,
  { id, files }: { readonly id: string; readonly files: readonly SentFile[] },
): Promise<Result<BatchProgress, { reason: 'not_found' }>> {
  demand(ctx, 'workflow.import');
  const sent = new Map(files.map((file) => [file.position, file]));
  const claimed = await claimWaiting(ctx.db, id, [...sent.keys()]);
  const archives = claimed.filter(({ path }) => isZipName(path));
  for (const item of archives) await takeArchive(ctx, id, item, sent.get(item.position)?.content ?? null);
  const definitions = claimed.filter(({ path }) => !isZipName(path));
  await takeItems(ctx, definitions, ({ position }) => sent.get(position) ?? UNOPENED);
  return progressOf(ctx, id);
}

/** Goes on with what was received, for a while; `counts.received` says whether something is left to do. */
export async function advanceBatch(
  ctx: Ctx,
  { id }: z.output<typeof batchIdSchema>,
): Promise<Result<BatchProgress, { reason: 'not_found' }>> {
  demand(ctx, 'workflow.import');
  const until = performance.now() + TURN_MS;
  do {
    const items = await claimItems(ctx.db, id);
    if (items.length === 0) break;
    await takeItems(ctx, items, (item) => item);
  } while (performance.now() < until);
  return progressOf(ctx, id);
}

/** Stops a batch: what was not begun is not done. Replacements that were confirmed and not begun need a look again. */
export async function cancelBatch(
  ctx: Ctx,
  { id }: z.output<typeof batchIdSchema>,
): Promise<Result<BatchProgress, { reason: 'not_found' }>> {
  demand(ctx, 'workflow.import');
  await transaction(ctx.db, async (db) => {
    await db.importBatch.updateMany({ where: { id, cancelledAt: null }, data: { cancelledAt: ctx.now } });
    await db.importItem.updateMany({
      where: { batchId: id, state: 'received', replaceVersion: { not: null } },
      data: { state: 'look', replaceVersion: null, claimedUntil: null },
    });
    await db.importItem.updateMany({
      where: { batchId: id, state: { in: ['waiting', 'received'] } },
      data: { state: 'cancelled', content: null, sidecar: null, claimedUntil: null },
    });
  });
  return progressOf(ctx, id);
}

/**
 * Confirms replacing every workflow of a batch that nothing speaks against; `advanceBatch` then does it, each at the
 * version that was seen. Refused where it would be another number than the one that was confirmed.
 */
export async function replaceUnopposed(
  ctx: Ctx,
  { id, count }: z.output<typeof replaceBatchSchema>,
): Promise<Result<BatchProgress, { reason: 'not_found' | 'changed_meanwhile' }>> {
  demand(ctx, 'workflow.import');
  const confirmed = await transaction(ctx.db, async (db) => {
    const rows = await db.$queryRaw<{ id: string }[]>`
      select i.id from import_item i where i.batch_id = ${id}::uuid and ${UNOPPOSED} order by i.id for update`;
    if (rows.length !== count) return false;
    await db.$executeRaw`
      update import_item set state = 'received', replace_version = version, tries = 0, claimed_until = null
      where id = any(${rows.map((row) => row.id)}::uuid[])`;
    return true;
  });
  return confirmed ? progressOf(ctx, id) : err({ reason: 'changed_meanwhile' });
}

const UNOPENED = { content: null, sidecar: null };

async function progressOf(ctx: Ctx, id: string): Promise<Result<BatchProgress, { reason: 'not_found' }>> {
  const progress = await batchProgress(ctx, id);
  return progress.total > 0 ? ok(progress) : err({ reason: 'not_found' });
}
