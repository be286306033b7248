import { z } from 'zod';
import { demand, type ReadCtx } from '@/lib/accounts/context';
import { Prisma } from '@/lib/db/generated/client';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import {
  type ItemChanges,
  itemChangesSchema,
  itemReasonSchema,
  itemStateSchema,
  itemValuesSchema,
} from './batch-schema';
import { ITEM_STATES, type ItemReason, type ItemState } from './batch-vocabulary';

/** How far a batch is. */
export interface BatchProgress {
  readonly total: number;
  /** Files of which it is known what became of them. */
  readonly done: number;
  readonly counts: Readonly<Record<ItemState, number>>;
}

export interface BatchRow extends BatchProgress {
  readonly id: string;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly cancelledAt: Date | null;
}

export interface BatchItem {
  readonly id: string;
  readonly path: string;
  readonly state: ItemState;
  readonly reason: ItemReason | null;
  readonly values: Readonly<Record<string, string | number>>;
  readonly workflow: { readonly id: string; readonly name: string } | null;
  readonly version: number | null;
  readonly changes: ItemChanges | null;
  readonly conflicts: number;
  /** Another file of the batch is the same workflow. */
  readonly twice: boolean;
  /** What could not be read, kept under this id; null when it was thrown away. */
  readonly rejected: { readonly id: string; readonly diagnostics: readonly Diagnostic[] } | null;
}

/** Items on one page of a batch. */
export const ITEMS_ON_PAGE = 100;
const RECENT = 5;

/** Would replace a workflow, nothing speaks against it, and no other file of the batch is the same workflow. */
export const UNOPPOSED = Prisma.sql`i.state = 'look' and i.conflicts = 0 and i.workflow_id is not null and not exists (
  select from import_item o where o.batch_id = i.batch_id and o.workflow_id = i.workflow_id and o.id <> i.id)`;

/** How far a batch is; all zero where there is none. */
export async function batchProgress(ctx: ReadCtx, id: string): Promise<BatchProgress> {
  demand(ctx, 'workflow.import');
  const rows = await ctx.db.importItem.groupBy({ by: ['state'], where: { batchId: id }, _count: true });
  return progressOf(rows.map(({ state, _count }) => ({ state, count: _count })));
}

/** A batch, and how far it is; null where there is none. */
export async function getBatch(ctx: ReadCtx, id: string): Promise<BatchRow | null> {
  demand(ctx, 'workflow.import');
  if (!z.uuid().safeParse(id).success) return null;
  const [batch, progress] = await Promise.all([
    ctx.db.importBatch.findUnique({ where: { id } }),
    batchProgress(ctx, id),
  ]);
  return batch && { ...batch, ...progress };
}

/** The newest batches, whoever brought them. */
export async function listBatches(ctx: ReadCtx): Promise<BatchRow[]> {
  demand(ctx, 'workflow.import');
  const batches = await ctx.db.importBatch.findMany({ orderBy: { createdAt: 'desc' }, take: RECENT });
  const rows = await ctx.db.importItem.groupBy({
    by: ['batchId', 'state'],
    where: { batchId: { in: batches.map(({ id }) => id) } },
    _count: true,
  });
  return batches.map((batch) => {
    const own = rows.filter(({ batchId }) => batchId === batch.id);
    return { ...batch, ...progressOf(own.map(({ state, _count }) => ({ state, count: _count }))) };
  });
}

/** One page of the files of a batch in the order in which they were brought, those in one of these states. */
export async function listItems(
  ctx: ReadCtx,
  { id, states, page }: { readonly id: string; readonly states: readonly ItemState[]; readonly page: number },
): Promise<BatchItem[]> {
  demand(ctx, 'workflow.import');
  const rows = await ctx.db.$queryRaw<unknown[]>`
    select i.id, i.path, i.state, i.reason, i.values, i.version, i.changes, i.conflicts,
           case when w.id is not null then jsonb_build_object('id', w.id, 'name', w.name) end as workflow,
           case when r.id is not null then jsonb_build_object('id', r.id, 'diagnostics', r.diagnostics) end as rejected,
           i.workflow_id is not null and exists (select from import_item o
             where o.batch_id = i.batch_id and o.workflow_id = i.workflow_id and o.id <> i.id) as twice
    from import_item i
    left join workflow w on w.id = i.workflow_id
    left join rejected_import r on r.id = i.rejected_id
    where i.batch_id = ${id}::uuid and i.state = any(${[...states]})
    order by i.position, i.path
    limit ${ITEMS_ON_PAGE} offset ${(page - 1) * ITEMS_ON_PAGE}`;
  return rows.map((row) => itemSchema.parse(row));
}

/** What replacing all that nothing speaks against would do: workflows, and their nodes by kind of change. */
export interface Replaceable extends ItemChanges {
  readonly workflows: number;
}

export async function replaceable(ctx: ReadCtx, id: string): Promise<Replaceable> {
  demand(ctx, 'workflow.import');
  const sum = (key: keyof ItemChanges) => Prisma.sql`coalesce(sum((i.changes ->> ${key})::int), 0)::int`;
  const [row] = await ctx.db.$queryRaw<Replaceable[]>`
    select count(*)::int as workflows, ${sum('added')} as added, ${sum('removed')} as removed,
           ${sum('policyChanged')} as "policyChanged", ${sum('otherwiseChanged')} as "otherwiseChanged"
    from import_item i where i.batch_id = ${id}::uuid and ${UNOPPOSED}`;
  return row ?? { workflows: 0, added: 0, removed: 0, policyChanged: 0, otherwiseChanged: 0 };
}

/** A file that needs a look, as it was brought; null where there is none, or not any more. */
export interface ItemFile {
  readonly id: string;
  readonly batchId: string;
  readonly path: string;
  readonly content: Uint8Array;
  readonly sidecar: Uint8Array | null;
}

export async function getItemFile(ctx: ReadCtx, id: string): Promise<ItemFile | null> {
  demand(ctx, 'workflow.import');
  if (!z.uuid().safeParse(id).success) return null;
  const row = await ctx.db.importItem.findFirst({
    where: { id, state: 'look' },
    select: { id: true, batchId: true, path: true, content: true, sidecar: true },
  });
  return row?.content ? { ...row, content: row.content } : null;
}

const itemSchema = z.object({
  id: z.string(),
  path: z.string(),
  state: itemStateSchema,
  reason: itemReasonSchema.nullable(),
  values: itemValuesSchema.nullable().transform((values) => values ?? {}),
  workflow: z.object({ id: z.string(), name: z.string() }).nullable(),
  version: z.int().nullable(),
  changes: itemChangesSchema.nullable(),
  conflicts: z.int(),
  twice: z.boolean(),
  rejected: z.object({ id: z.string(), diagnostics: z.array(z.custom<Diagnostic>()) }).nullable(),
});

function progressOf(rows: readonly { readonly state: string; readonly count: number }[]): BatchProgress {
  const countOf = (state: ItemState) => rows.find((row) => row.state === state)?.count ?? 0;
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  const counts = { ...ZERO };
  for (const state of ITEM_STATES) counts[state] = countOf(state);
  return { total, done: total - counts.waiting - counts.received, counts };
}

const ZERO: Readonly<Record<ItemState, number>> = {
  ...{ waiting: 0, received: 0, imported: 0, replaced: 0, unchanged: 0 },
  ...{ look: 0, unreadable: 0, refused: 0, skipped: 0, cancelled: 0 },
};
