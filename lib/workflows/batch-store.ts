import type { Ctx } from '@/lib/accounts/context';
import type { Db, Queryable, Tx } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import { transaction } from '@/lib/db/transaction';
import { MAX_DEFINITION_BYTES } from '@/lib/dialects/decode';
import { workflowIdSchema } from '@/lib/model/ids';
import { err } from '@/lib/shared/result';
import { type ItemRow, zipRows } from './batch-archive';
import { nameOf } from './batch-files';
import type { ItemChanges } from './batch-schema';
import type { ItemRefusal, ItemState } from './batch-vocabulary';
import { MAX_BATCH_FILES } from './batch-vocabulary';
import { type AlsoWrite, type ImportRefusal, importWorkflow, previewImport } from './import';
import { type MergeReport, openConflicts } from './import-merge';

/** An item whose turn it is. */
export interface OpenItem {
  readonly id: string;
  readonly path: string;
  /** Both set: replacing that version was confirmed. */
  readonly workflowId: string | null;
  readonly replaceVersion: number | null;
  /** How often it was taken up, this time included. */
  readonly tries: number;
}

export interface ItemBytes {
  /** Null: whoever sent it could not open it. */
  readonly content: Uint8Array | null;
  readonly sidecar: Uint8Array | null;
}

interface Outcome {
  readonly state: ItemState;
  readonly refusal?: ItemRefusal;
  readonly workflowId?: string;
  readonly version?: number;
  readonly changes?: ItemChanges;
  readonly conflicts?: number;
  readonly rejectedId?: string;
  /** Kept, since somebody has to look at it. */
  readonly keep?: ItemBytes;
}

/** Somebody else has settled the item meanwhile: taken up twice, or cancelled. What was done for it is taken back. */
class OvertakenError extends Error {}

const MAX_TRIES = 3;
/** In turn and not all at once: each holds a connection, and the text of a file. */
const AT_ONCE = 4;
/** Somebody may change a workflow between reading and writing, again and again. */
const ROUNDS = 3;
const LEASE_SECONDS = 120;
const CLAIMED_AT_ONCE = 8;
const MAX_NODES_NAMED = 8;
const MEGABYTE = 1024 * 1024;
const CHUNK_BYTES = 4 * MEGABYTE;

/**
 * Takes files, each in a transaction of its own that also says what became of it: done once, whoever else tries. One
 * that fails unexpectedly stops no other; the first such error is thrown when all had their turn.
 */
export async function takeItems<I extends OpenItem>(
  ctx: Ctx,
  items: readonly I[],
  bytesOf: (item: I) => ItemBytes,
): Promise<void> {
  const failures: unknown[] = [];
  const queue = [...items];
  const work = async () => {
    for (let item = queue.shift(); item; item = queue.shift()) {
      try {
        await takeItem(ctx, item, bytesOf(item));
      } catch (error) {
        if (error instanceof OvertakenError) continue;
        failures.push(error);
        await release(ctx.db, item.id).catch(() => undefined);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, work));
  if (failures.length > 0) throw failures[0];
}

/** Received items of a batch that are nobody's, taken up for a while, with their bytes. */
export async function claimItems(db: Db, batchId: string): Promise<(OpenItem & ItemBytes)[]> {
  return db.$queryRaw`
    update import_item set claimed_until = now() + make_interval(secs => ${LEASE_SECONDS}), tries = tries + 1
    where id in (
      select id from import_item
      where batch_id = ${batchId}::uuid and state = 'received' and (claimed_until is null or claimed_until < now())
      order by position, path limit ${CLAIMED_AT_ONCE} for update skip locked)
    returning id, path, workflow_id as "workflowId", replace_version as "replaceVersion", tries, content, sidecar`;
}

/** Items that wait for these positions' files, taken up; those that were settled or cancelled are not named. */
export async function claimWaiting(
  db: Db,
  batchId: string,
  positions: readonly number[],
): Promise<(OpenItem & { readonly position: number })[]> {
  return db.$queryRaw`
    update import_item i set tries = i.tries + 1 from import_batch b
    where b.id = ${batchId}::uuid and b.cancelled_at is null and i.batch_id = b.id and i.state = 'waiting'
      and i.position = any(${[...positions]}::int[])
    returning i.id, i.position, i.path, i.workflow_id as "workflowId", i.replace_version as "replaceVersion", i.tries`;
}

/** Puts the files of an archive in its place, each a file of the batch; an archive that is refused as a whole stays. */
export async function takeArchive(ctx: Ctx, batchId: string, item: OpenItem, bytes: Uint8Array | null): Promise<void> {
  const unpacked = bytes ? zipRows(item.path, bytes) : err(UNOPENED);
  const rows = item.tries > MAX_TRIES ? err({ reason: 'unexpected' } as const) : unpacked;
  await transaction(ctx.db, async (db) => {
    // Whoever cancels waits for this, and then finds the files; whoever sends it once more finds the archive gone.
    const [archive] = await db.$queryRaw<{ position: number }[]>`
      select i.position from import_item i join import_batch b on b.id = i.batch_id
      where i.id = ${item.id}::uuid and i.state = 'waiting' and b.cancelled_at is null for update of i for share of b`;
    if (!archive) return;
    const refuse = (refusal: ItemRefusal) => settle(db, item.id, { state: 'refused', refusal });
    if (!rows.ok) return refuse(rows.error);
    const others = await db.importItem.count({ where: { batchId } });
    if (others + rows.value.length > MAX_BATCH_FILES)
      return refuse({ reason: 'batch_full', values: { limit: MAX_BATCH_FILES } });
    await db.importItem.delete({ where: { id: item.id } });
    await insertRows(db, { batchId, position: archive.position }, rows.value.rows());
  });
}

/** Says what became of an item. Throws `OvertakenError` when somebody else has said so before. */
async function settle(db: Queryable, id: string, outcome: Outcome): Promise<void> {
  const { state, refusal, workflowId, version, changes, conflicts = 0, rejectedId, keep } = outcome;
  const { count } = await db.importItem.updateMany({
    where: { id, state: { in: ['waiting', 'received'] } },
    data: {
      ...{ state, conflicts, replaceVersion: null, claimedUntil: null },
      ...{ workflowId: workflowId ?? null, version: version ?? null, rejectedId: rejectedId ?? null },
      reason: refusal?.reason ?? null,
      values: refusal?.values ?? Prisma.DbNull,
      changes: changes ?? Prisma.DbNull,
      content: keep?.content ? Buffer.from(keep.content) : null,
      sidecar: keep?.sidecar ? Buffer.from(keep.sidecar) : null,
    },
  });
  if (count === 0) throw new OvertakenError();
}

async function takeItem(ctx: Ctx, item: OpenItem, bytes: ItemBytes): Promise<void> {
  if (item.tries > MAX_TRIES) return settle(ctx.db, item.id, { state: 'refused', refusal: { reason: 'unexpected' } });
  const refusal = bytes.content ? judgeBytes(bytes.content) : UNOPENED;
  if (!bytes.content || refusal) return settle(ctx.db, item.id, { state: 'refused', ...(refusal && { refusal }) });
  const input = {
    fileName: nameOf(item.path),
    content: Buffer.from(bytes.content).toString('base64'),
    ...(bytes.sidecar && { sidecar: Buffer.from(bytes.sidecar).toString('base64') }),
  };
  for (let round = 1; round <= ROUNDS; round++) {
    const { workflowId, replaceVersion } = item;
    const replace =
      round === 1 && workflowId !== null && replaceVersion !== null
        ? { workflowId: workflowIdSchema.parse(workflowId), version: replaceVersion }
        : undefined;
    const done = await importWorkflow(ctx, { ...input, replace }, (db, imported) =>
      settle(db, item.id, {
        ...{ state: replace ? 'replaced' : 'imported', workflowId: imported.workflowId },
        version: (replace?.version ?? 0) + 1,
      }),
    );
    if (done.ok) return;
    const outcome = await outcomeOf(ctx, input, done.error, bytes);
    if (outcome) return settle(ctx.db, item.id, outcome);
  }
  throw new Error('a workflow was changed each time when a file was to replace it');
}

const UNOPENED: ItemRefusal = { reason: 'unopened' };

function judgeBytes({ length }: Uint8Array): ItemRefusal | null {
  if (length === 0) return { reason: 'empty' };
  if (length <= MAX_DEFINITION_BYTES) return null;
  return {
    reason: 'too_large',
    values: { size: Math.ceil(length / MEGABYTE), limit: MAX_DEFINITION_BYTES / MEGABYTE },
  };
}

/** What a refusal of the import means for an item; null: it is to be tried again, as the workflow has changed. */
async function outcomeOf(
  ctx: Ctx,
  input: Parameters<typeof previewImport>[1],
  error: ImportRefusal,
  bytes: ItemBytes,
): Promise<Outcome | null> {
  switch (error.reason) {
    case 'unreadable':
      return { state: 'unreadable', rejectedId: error.rejectedId };
    case 'same':
      return { state: 'unchanged', workflowId: error.workflowId };
    case 'changed_meanwhile':
      return null;
    case 'not_owner':
    case 'waiver_not_owner':
    case 'drafts_at_risk':
      return refusedFor(error.reason, error.nodes);
    case 'exists':
    case 'conflicts':
    case 'choices_unknown':
    case 'merge_refused':
      return looked(ctx, input, bytes);
  }
}

function refusedFor(reason: ItemRefusal['reason'], nodes: readonly string[]): Outcome {
  const named = nodes.slice(0, MAX_NODES_NAMED).join(', ');
  return { state: 'refused', refusal: { reason, values: { nodes: named, count: nodes.length } } };
}

async function looked(ctx: Ctx, input: Parameters<typeof previewImport>[1], keep: ItemBytes): Promise<Outcome | null> {
  const preview = await previewImport(ctx, input);
  if (!preview.ok || preview.value.kind === 'new') return null;
  if (preview.value.kind === 'same') return { state: 'unchanged', workflowId: preview.value.workflowId };
  const { workflowId, version, merge, draftsAtRisk, added, removed, policyChanged, otherwiseChanged } = preview.value;
  if (merge.kind === 'merged' && merge.nothingNew) return { state: 'unchanged', workflowId };
  if (draftsAtRisk.length > 0) return { ...refusedFor('drafts_at_risk', draftsAtRisk), workflowId };
  const changes = {
    ...{ added: added.length, removed: removed.length },
    ...{ policyChanged: policyChanged.length, otherwiseChanged: otherwiseChanged.length },
  };
  return { state: 'look', workflowId, version, changes, keep, ...opposedBy(merge, changes) };
}

/** What a person has to decide before the file may replace anything; without it, it may with all the others. */
function opposedBy(merge: MergeReport, { removed, policyChanged }: ItemChanges): Partial<Outcome> {
  if (merge.kind === 'impossible') return { conflicts: 1, refusal: { reason: 'merge_impossible' } };
  // Nobody knows what was published here since the last file: it may be gone with the policies that change.
  if (merge.kind === 'no_base' && removed + policyChanged > 0) return { conflicts: 1, refusal: { reason: 'no_base' } };
  const count = openConflicts(merge).length;
  return count === 0 ? {} : { conflicts: count, refusal: { reason: 'conflicts', values: { count } } };
}

/** What an import of a file that needed a look says of it, in its own transaction. */
export function lookedAt(id: string): AlsoWrite {
  return async (db, { workflowId }) => {
    const { version } = await db.workflow.findUniqueOrThrow({ where: { id: workflowId }, select: { version: true } });
    await db.importItem.updateMany({
      where: { id, state: 'look' },
      data: {
        ...{ state: 'replaced', workflowId, version, reason: null, values: Prisma.DbNull, conflicts: 0 },
        ...{ content: null, sidecar: null },
      },
    });
  };
}

async function release(db: Db, id: string): Promise<void> {
  await db.importItem.updateMany({ where: { id, state: 'received' }, data: { claimedUntil: null } });
}

/** A few megabytes at a time: all of an archive need not stand in one statement. */
async function insertRows(
  db: Tx,
  place: { readonly batchId: string; readonly position: number },
  rows: Iterable<ItemRow>,
): Promise<void> {
  let chunk: Prisma.ImportItemCreateManyInput[] = [];
  let bytes = 0;
  const flush = async () => {
    if (chunk.length > 0) await db.importItem.createMany({ data: chunk });
    chunk = [];
    bytes = 0;
  };
  for (const { path, state, refusal, content, sidecar } of rows) {
    chunk.push({
      ...{ ...place, path, state, reason: refusal?.reason ?? null },
      ...(refusal?.values && { values: refusal.values }),
      ...(content && { content: Buffer.from(content) }),
      ...(sidecar && { sidecar: Buffer.from(sidecar) }),
    });
    bytes += (content?.length ?? 0) + (sidecar?.length ?? 0);
    if (bytes >= CHUNK_BYTES) await flush();
  }
  await flush();
}
