import { z } from 'zod';
import { demand, type ReadCtx } from '@/lib/accounts/context';
import type { Tx } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import type { BulkChange } from './bulk-change';
import { countUnforecast, expectedSql } from './bulk-forecast-store';
import type { RunningBulk } from './bulk-run-store';
import { parseChanges } from './bulk-schema';
import {
  BULK_MODES,
  BULK_STATES,
  type BulkFlag,
  type BulkMode,
  type BulkPhase,
  type BulkStanding,
  type BulkState,
} from './bulk-vocabulary';

/** How far a bulk change is in its present phase. */
export interface BulkProgress {
  readonly phase: BulkPhase;
  /** Nodes that the phase is about: of undoing, those that were changed. */
  readonly total: number;
  /** Of them, those of which it is known how they stand. */
  readonly done: number;
  readonly counts: Readonly<Partial<Record<BulkStanding, number>>>;
  /** Of the nodes that are expected to change. */
  readonly flags: Readonly<Record<BulkFlag, number>>;
  readonly cancelled: boolean;
}

export interface BulkRow extends BulkProgress {
  readonly id: string;
  /** All that were chosen, whatever the phase is about. */
  readonly nodes: number;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly changes: readonly BulkChange[];
  readonly state: BulkState;
  readonly mode: BulkMode | null;
  readonly note: string | null;
  readonly startedBy: string | null;
  readonly startedAt: Date | null;
  readonly undoneBy: string | null;
  readonly undoneAt: Date | null;
}

/** A bulk change and how far it is; null where there is none. */
export async function getBulk(ctx: ReadCtx, id: string): Promise<BulkRow | null> {
  demand(ctx, 'policy.edit');
  if (!z.uuid().safeParse(id).success) return null;
  const [row, progress, nodes] = await Promise.all([
    ctx.db.bulkChange.findUnique({ where: { id } }),
    bulkProgress(ctx, id),
    ctx.db.bulkItem.count({ where: { bulkId: id } }),
  ]);
  if (!row || !progress) return null;
  const { state, mode, changes } = keptSchema.parse(row);
  return { ...row, ...progress, nodes, state, mode, changes };
}

const keptSchema = z.object({
  state: z.enum(BULK_STATES),
  mode: z.enum(BULK_MODES).nullable(),
  changes: z.unknown().transform(parseChanges),
});

/** How far a bulk change is; null where there is none. */
export async function bulkProgress(ctx: ReadCtx, id: string): Promise<BulkProgress | null> {
  demand(ctx, 'policy.edit');
  const bulk = await ctx.db.bulkChange.findUnique({ where: { id }, select: { state: true, cancelledAt: true } });
  if (!bulk) return null;
  const phase = phaseOf(bulk);
  const [rows, waiting] = await Promise.all([
    ctx.db.$queryRaw<{ standing: BulkStanding; count: number; loses: number; shares: number }[]>`
      select ${standingSql(ctx, phase)} as standing, count(*)::int as count,
             (count(*) filter (where i.loses))::int as loses, (count(*) filter (where i.shares))::int as shares
      from bulk_item i where i.bulk_id = ${id}::uuid and ${ABOUT_SQL[phase]} group by 1`,
    phase === 'preview' ? countUnforecast(ctx.db, id) : null,
  ]);
  const counts = Object.fromEntries(rows.map(({ standing, count }) => [standing, count]));
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  const expected = rows.find(({ standing }) => standing === 'changes');
  const flags = { loses: expected?.loses ?? 0, shares: expected?.shares ?? 0 };
  const cancelled = bulk.cancelledAt !== null;
  return { phase, total, done: total - (waiting ?? counts.waiting ?? 0), counts, flags, cancelled };
}

/** What a bulk change shows: stopped before it was begun, nothing came of it, and that is shown. */
export function phaseOf({
  state,
  cancelledAt,
}: {
  readonly state: string;
  readonly cancelledAt: Date | null;
}): BulkPhase {
  if (state === 'undoing') return 'undo';
  return state === 'running' || cancelledAt !== null ? 'results' : 'preview';
}

/** `BulkStanding` of an item; `i`: the item. */
export function standingSql({ actor }: ReadCtx, phase: BulkPhase): Prisma.Sql {
  if (phase === 'preview') return Prisma.sql`coalesce(${expectedSql(actor)}, 'waiting')`;
  return phase === 'undo' ? Prisma.sql`coalesce(i.undo, 'waiting')` : Prisma.sql`coalesce(i.outcome, 'waiting')`;
}

/** The items that a phase is about; `i`: the item. */
export const ABOUT_SQL: Readonly<Record<BulkPhase, Prisma.Sql>> = {
  preview: Prisma.sql`true`,
  results: Prisma.sql`true`,
  undo: Prisma.sql`i.outcome in ('published', 'drafted')`,
};

export interface LockedBulk {
  readonly state: string;
  readonly mode: string | null;
  readonly changes: unknown;
  /** The first node's name, and how many more there are. */
  readonly name: string;
  readonly nodes: number;
}

/** Reads a bulk change `for update`. */
export async function lockBulk(db: Tx, id: string): Promise<LockedBulk | null> {
  const [row] = await db.$queryRaw<LockedBulk[]>`
    select state, mode, changes,
           (select count(*)::int from bulk_item i where i.bulk_id = b.id) as nodes,
           (select i.name from bulk_item i where i.bulk_id = b.id order by i.position limit 1) as name
    from bulk_change b where b.id = ${id}::uuid for update`;
  if (!row) return null;
  return { ...row, name: row.nodes > 1 ? `${row.name} +${row.nodes - 1}` : row.name };
}

/** A bulk change as it is worked on; null = nobody has begun it. */
export function runningBulk(row: {
  readonly id: string;
  readonly state: string;
  readonly mode: string | null;
  readonly changes: unknown;
  readonly note: string | null;
  readonly startedBy: string | null;
  readonly undoneBy: string | null;
}): RunningBulk | null {
  const { state, mode, changes } = keptSchema.parse(row);
  if (state === 'open' || mode === null) return null;
  const { id, note, startedBy, undoneBy } = row;
  const work = state === 'undoing' ? 'undo' : 'do';
  return { id, changes, mode, note: note ?? undefined, work, by: (work === 'undo' ? undoneBy : startedBy) ?? '' };
}

export interface BulkSummary {
  readonly id: string;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly nodes: number;
  readonly state: BulkState;
  readonly cancelled: boolean;
}

const RECENT = 5;

/** The newest bulk changes, whoever made them. */
export async function listBulks(ctx: ReadCtx): Promise<readonly BulkSummary[]> {
  demand(ctx, 'policy.edit');
  const rows = await ctx.db.bulkChange.findMany({
    orderBy: { createdAt: 'desc' },
    take: RECENT,
    include: { _count: { select: { items: true } } },
  });
  return rows.map(({ id, createdBy, createdAt, state, cancelledAt, _count }) => ({
    ...{ id, createdBy, createdAt, nodes: _count.items, cancelled: cancelledAt !== null },
    state: keptSchema.shape.state.parse(state),
  }));
}
