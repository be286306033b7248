import type { Ctx } from '@/lib/accounts/context';
import { record } from '@/lib/audit/record';
import type { Db, Tx } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import { nodeRowIdSchema, workflowIdSchema } from '@/lib/model/ids';
import type { JsonObject } from '@/lib/shared/json';
import { ok, type Result } from '@/lib/shared/result';
import type { BulkChange } from './bulk-change';
import { expectedSql } from './bulk-forecast-store';
import { engineRetryInTheWay, sortForBulk, sortForUndo } from './bulk-sort';
import type { BulkMode, BulkOutcome, BulkUndone } from './bulk-vocabulary';
import { keepDrafts, lockAndSort, problemsOf, publishWhatPasses, type RefusedNode } from './passing-store';
import { fromJsonColumn, type LockedWorkflow } from './store';
import { publishing, type ThereRefusal } from './write-back';

/** A bulk change that was begun. */
export interface RunningBulk {
  readonly id: string;
  readonly changes: readonly BulkChange[];
  readonly mode: BulkMode;
  readonly note: string | undefined;
  readonly work: BulkWork;
  /** Who began this work. */
  readonly by: string;
}

/** Doing it, or taking it back. */
export type BulkWork = 'do' | 'undo';

/** An item whose turn it is; all that are taken up at once are of one workflow. */
export interface ClaimedItem {
  readonly id: string;
  /** Null: the node is gone. */
  readonly nodeRowId: string | null;
  readonly workflowId: string | null;
  readonly version: number;
  readonly outcome: string | null;
  readonly versionAfter: number | null;
  readonly before: JsonObject | null;
  readonly draftedAt: Date | null;
  /** How often it was taken up, this time included. */
  readonly tries: number;
}

interface Settled {
  readonly id: string;
  readonly outcome: BulkOutcome | BulkUndone;
  readonly refusal?: JsonObject;
  readonly versionBefore?: number;
  readonly versionAfter?: number;
  readonly publication?: number;
  readonly before?: JsonObject;
  readonly draftedAt?: string;
}

const MAX_TRIES = 3;
/** Longer than a publication may take. */
const LEASE_SECONDS = 120;

/** Items that wait for this work; `i`: the item. */
export const WAITING_SQL: Readonly<Record<BulkWork, Prisma.Sql>> = {
  do: Prisma.sql`i.outcome is null`,
  undo: Prisma.sql`i.outcome in ('published', 'drafted') and i.undo is null`,
};

/**
 * The waiting items of the next workflow that is nobody's, taken up for a while; empty = there is none. Whoever goes on
 * with what somebody else began takes only what they may publish: the rest waits for the one who began it.
 */
export async function claimWorkflow({ db, actor }: Ctx, { id, work, mode, by }: RunningBulk): Promise<ClaimedItem[]> {
  const free = Prisma.sql`i.bulk_id = ${id}::uuid and ${WAITING_SQL[work]}
    and (i.claimed_until is null or i.claimed_until < now())`;
  const own = by === actor.name || actor.role === 'administrator' || mode === 'draft';
  const mine = own ? Prisma.sql`true` : Prisma.sql`${work === 'do'} and ${expectedSql(actor)} <> 'refused'`;
  return db.$queryRaw<ClaimedItem[]>`
    with next as (
      select i.workflow_id from bulk_item i where ${free} and ${mine} order by i.position limit 1
    )
    update bulk_item i set claimed_until = now() + make_interval(secs => ${LEASE_SECONDS}), tries = i.tries + 1
    from next where i.workflow_id is not distinct from next.workflow_id and ${free} and ${mine}
    returning i.id, i.node_row_id as "nodeRowId", i.workflow_id as "workflowId", i.version, i.outcome,
              i.version_after as "versionAfter", i.before, i.drafted_at as "draftedAt", i.tries`;
}

/** Gives items back that could not be done this time. */
export async function releaseItems(db: Db, items: readonly ClaimedItem[]): Promise<void> {
  await db.bulkItem.updateMany({ where: { id: { in: items.map(({ id }) => id) } }, data: { claimedUntil: null } });
}

/**
 * Does the work on items of one workflow, in one transaction that also says what became of each: done once, whoever else
 * tries, or not at all. Items that were settled or cancelled meanwhile are passed over.
 */
export async function runItems(ctx: Ctx, bulk: RunningBulk, items: readonly ClaimedItem[]): Promise<void> {
  const [first] = items;
  if (!first) return;
  const all = (outcome: 'gone' | 'refused', refusal?: JsonObject) =>
    settle(
      ctx.db,
      bulk.work,
      items.map(({ id }) => ({ id, outcome, ...(refusal && { refusal }) })),
    );
  if (first.workflowId === null) return all('gone');
  if (items.some(({ tries }) => tries > MAX_TRIES)) return all('refused', { reason: 'unexpected' });
  const work = async (db: Tx, workflow: LockedWorkflow): Promise<Result<null, never>> => {
    const rows = await db.$queryRaw<{ id: string }[]>`
      select i.id from bulk_item i
      where i.id = any(${items.map(({ id }) => id)}::uuid[]) and ${WAITING_SQL[bulk.work]} order by i.id for update`;
    const waiting = new Set(rows.map(({ id }) => id));
    const open = items.filter(({ id }) => waiting.has(id));
    if (open.length > 0) await settle(db, bulk.work, await WORK[bulk.work](ctx, db, workflow, bulk, open));
    return ok(null);
  };
  const done = await publishing(ctx, workflowIdSchema.parse(first.workflowId), work);
  if (!done.ok) await (done.error.reason === 'not_found' ? all('gone') : all('refused', kept(done.error)));
}

type Work = (
  ctx: Ctx,
  db: Tx,
  workflow: LockedWorkflow,
  bulk: RunningBulk,
  items: readonly ClaimedItem[],
) => Promise<readonly Settled[]>;

const WORK: Readonly<Record<BulkWork, Work>> = { do: change, undo: takeBack };

/** Publishes the changes on the nodes as one version, or keeps them as drafts. */
async function change(
  ctx: Ctx,
  db: Tx,
  workflow: LockedWorkflow,
  bulk: RunningBulk,
  items: readonly ClaimedItem[],
): Promise<readonly Settled[]> {
  const { chosen, idOf } = chosenOf(items, ({ version }) => version);
  const { open, left } = await lockAndSort(db, workflow, chosen, (node) => sortForBulk(node, bulk.changes));
  const others = left.map(({ nodeRowId, nodeId, outcome }): Settled => {
    const id = idOf(nodeRowId);
    if (outcome !== 'engine_retry') return { id, outcome };
    const diagnostics = [engineRetryInTheWay(nodeId ?? '')];
    return { id, outcome: 'refused', refusal: kept({ reason: 'policy_invalid', diagnostics }) };
  });
  const publication = workflow.version + 1;
  if (bulk.mode === 'draft') {
    await keepDrafts(ctx, db, open);
    if (open.length > 0) await recordDrafts(ctx, db, workflow, bulk, open);
    const draftedAt = ctx.now.toISOString();
    const drafted = open.map(({ nodeRowId, version, published }): Settled => {
      return { id: idOf(nodeRowId), outcome: 'drafted', versionBefore: version, before: published, draftedAt };
    });
    return [...drafted, ...others];
  }
  const input = { workflowId: workflowIdSchema.parse(workflow.id), note: bulk.note };
  const origin = { kind: 'bulk' as const, id: bulk.id };
  const { refused, published } = await publishWhatPasses(ctx, db, workflow, open, { ...input, origin });
  const nodeOf = new Map(open.map((node) => [node.nodeRowId, node]));
  const settled = (published?.nodes ?? []).map(({ nodeRowId, version }): Settled => {
    const node = nodeOf.get(nodeRowId);
    return {
      ...{ id: idOf(nodeRowId), outcome: 'published', versionAfter: version, publication },
      ...(node && { versionBefore: node.version, before: node.published }),
    };
  });
  return [...settled, ...refused.map((each) => refusedItem(each, idOf)), ...others];
}

/** Publishes the policies of before again, where nobody has changed the nodes since; untouched drafts go. */
async function takeBack(
  ctx: Ctx,
  db: Tx,
  workflow: LockedWorkflow,
  bulk: RunningBulk,
  items: readonly ClaimedItem[],
): Promise<readonly Settled[]> {
  if (bulk.mode === 'draft') return discard(ctx, db, workflow, items);
  const { chosen, idOf } = chosenOf(items, ({ versionAfter, version }) => versionAfter ?? version);
  const beforeOf = new Map(items.map(({ nodeRowId, before }) => [nodeRowId, before]));
  const { open, left } = await lockAndSort(db, workflow, chosen, (node) =>
    sortForUndo(node, beforeOf.get(node.nodeRowId) ?? {}),
  );
  const others = left.map(({ nodeRowId, outcome }) => ({ id: idOf(nodeRowId), outcome }));
  const input = { workflowId: workflowIdSchema.parse(workflow.id), note: undefined };
  const origin = { kind: 'bulk_undo' as const, id: bulk.id };
  const { refused, published } = await publishWhatPasses(ctx, db, workflow, open, { ...input, origin });
  const restored = (published?.nodes ?? []).map(({ nodeRowId }): Settled => {
    return { id: idOf(nodeRowId), outcome: 'restored' };
  });
  return [...restored, ...refused.map((each) => refusedItem(each, idOf)), ...others];
}

async function discard(
  ctx: Ctx,
  db: Tx,
  workflow: LockedWorkflow,
  items: readonly ClaimedItem[],
): Promise<readonly Settled[]> {
  const { chosen } = chosenOf(items, ({ version }) => version);
  const ids = chosen.map(({ nodeRowId }) => nodeRowId);
  await db.$queryRaw`select id from node where id = any(${ids}::uuid[]) order by id for update`;
  const nodes = await db.node.findMany({ where: { id: { in: ids } }, include: { draft: true } });
  const nodeOf = new Map(nodes.map((node) => [node.id, node]));
  const settled = items.map((item): Settled => {
    const node = item.nodeRowId === null ? undefined : nodeOf.get(item.nodeRowId);
    const outcome = () => {
      if (!node) return 'gone';
      const { draft } = node;
      if (!draft) return node.version === item.version ? 'same' : 'changed';
      const ours = draft.revision === 1 && draft.updatedAt.getTime() === item.draftedAt?.getTime();
      return ours ? 'discarded' : 'draft';
    };
    return { id: item.id, outcome: outcome() };
  });
  const mine = new Set(settled.filter(({ outcome }) => outcome === 'discarded').map(({ id }) => id));
  const rows = items.flatMap(({ id, nodeRowId }) => (mine.has(id) && nodeRowId !== null ? [nodeRowId] : []));
  if (rows.length === 0) return settled;
  await db.nodeDraft.deleteMany({ where: { nodeRowId: { in: rows } } });
  const gone = rows.flatMap((row) => nodeOf.get(row) ?? []);
  await record(ctx, db, {
    action: 'draft.discard',
    subject: { kind: 'workflow', id: workflow.id, name: workflow.name },
    before: {
      nodes: gone.map(({ id, nodeId, draft }): JsonObject => {
        return { id: nodeId, row: id, document: draft ? fromJsonColumn(draft.document) : {} };
      }),
    },
  });
  return settled;
}

function recordDrafts(
  ctx: Ctx,
  db: Tx,
  { id, name }: LockedWorkflow,
  bulk: RunningBulk,
  open: Parameters<typeof keepDrafts>[2],
): Promise<void> {
  return record(ctx, db, {
    action: 'draft.bulk',
    subject: { kind: 'workflow', id, name },
    after: {
      bulk: bulk.id,
      nodes: open.map(({ nodeId, nodeRowId, document }) => ({ id: nodeId, row: nodeRowId, document })),
    },
  });
}

function chosenOf(items: readonly ClaimedItem[], versionOf: (item: ClaimedItem) => number) {
  const here = items.flatMap((item) => (item.nodeRowId === null ? [] : [{ ...item, nodeRowId: item.nodeRowId }]));
  const ids = new Map(here.map(({ id, nodeRowId }) => [nodeRowId, id]));
  const idOf = (nodeRowId: string): string => {
    const id = ids.get(nodeRowId);
    if (id === undefined) throw new Error(`node ${nodeRowId} was not among those to be changed`);
    return id;
  };
  const chosen = here.map((item) => ({ nodeRowId: nodeRowIdSchema.parse(item.nodeRowId), version: versionOf(item) }));
  return { chosen, idOf };
}

function refusedItem({ nodeRowId, refusal }: RefusedNode, idOf: (nodeRowId: string) => string): Settled {
  return { id: idOf(nodeRowId), outcome: 'refused', refusal: kept(refusal) };
}

/** A refusal as it is kept: all that its words need, without policies and mere warnings. */
function kept(refusal: RefusedNode['refusal'] | ThereRefusal): JsonObject {
  const diagnostics = problemsOf(refusal);
  const all = { ...refusal, published: undefined, ...(diagnostics.length > 0 && { diagnostics }) };
  const json: JsonObject = JSON.parse(JSON.stringify(all));
  return json;
}

/** Says what became of items; those of which it was said before stay as they are. */
async function settle(db: Db | Tx, work: BulkWork, settled: readonly Settled[]): Promise<void> {
  const rows = JSON.stringify(settled);
  if (work === 'do')
    await db.$executeRaw`
      update bulk_item i set outcome = v.outcome, refusal = v.refusal, version_before = v."versionBefore",
        version_after = v."versionAfter", publication = v.publication, before = v.before, drafted_at = v."draftedAt",
        claimed_until = null, tries = 0
      from jsonb_to_recordset(${rows}::jsonb) as v (id uuid, outcome text, refusal jsonb, "versionBefore" int,
        "versionAfter" int, publication int, before jsonb, "draftedAt" timestamptz)
      where i.id = v.id and ${WAITING_SQL.do}`;
  else
    await db.$executeRaw`
      update bulk_item i set undo = v.outcome, undo_refusal = v.refusal, claimed_until = null, tries = 0
      from jsonb_to_recordset(${rows}::jsonb) as v (id uuid, outcome text, refusal jsonb)
      where i.id = v.id and ${WAITING_SQL.undo}`;
}
