import type { Db, Tx } from '@/lib/db/client';
import type { Prisma } from '@/lib/db/generated/client';
import { HOUR_MS } from '@/lib/shared/clock';
import { type Hold, keepUnknowns } from './reading-store';
import type { Difference } from './source-state';
import type { Unknowns } from './unknowns';

/** A recount that has begun: it goes through all slices from `countFrom` to `countTo`, and is at `readTo`. */
export interface RunningRecount {
  readonly id: string;
  readonly countFrom: Date;
  readonly countTo: Date;
  readonly readTo: Date;
  readonly keepBefore: Date | null;
  /** Differences that are kept for people so far. */
  readonly told: number;
}

/** So many differences are kept with a recount; the numbers count all of them. */
const MOST_TOLD = 200;

/** The recount of a source that was asked for and has not ended; one on schedule is asked for here when it is due. */
export async function dueRecount(
  tx: Tx,
  sourceId: string,
  {
    countTo,
    recountHours,
    now,
  }: { readonly countTo: Date | null; readonly recountHours: number | null; readonly now: Date },
): Promise<{ readonly id: string; readonly state: string } | null> {
  const open = await tx.sourceRecount.findFirst({
    where: { sourceId, state: { in: ['asked', 'running'] } },
    orderBy: { createdAt: 'asc' },
    select: { id: true, state: true },
  });
  if (open !== null || recountHours === null) return open;
  const last = await tx.sourceRecount.findFirst({
    where: { sourceId },
    orderBy: { createdAt: 'desc' },
    select: { createdAt: true },
  });
  const since = last?.createdAt ?? countTo;
  if (since === null || since.getTime() + recountHours * HOUR_MS > now.getTime()) return null;
  return tx.sourceRecount.create({ data: { sourceId, createdAt: now }, select: { id: true, state: true } });
}

/** Begins a recount; what is not understood is counted anew with it. */
export async function beginRecount(
  tx: Tx,
  { sourceId }: Hold,
  { id, countFrom, countTo, keepBefore }: Pick<RunningRecount, 'id' | 'countFrom' | 'countTo' | 'keepBefore'>,
): Promise<void> {
  const data = { state: 'running', countFrom, countTo, readTo: countFrom, keepBefore };
  await tx.sourceRecount.update({ where: { id }, data, select: { id: true } });
  await tx.sourceUnknown.updateMany({ where: { sourceId, kind: { not: 'definition' } }, data: { rows: 0 } });
}

/** A recount as it stands; null when it does not run. */
export async function runningRecount(db: Db | Tx, id: string): Promise<RunningRecount | null> {
  const row = await db.sourceRecount.findFirst({
    where: { id, state: 'running' },
    select: { countFrom: true, countTo: true, readTo: true, keepBefore: true, differences: true },
  });
  if (row === null || row.countFrom === null || row.countTo === null || row.readTo === null) return null;
  const { countFrom, countTo, readTo, keepBefore, differences } = row;
  return { id, countFrom, countTo, readTo, keepBefore, told: Array.isArray(differences) ? differences.length : 0 };
}

/** Adds differences to a recount, in the transaction that mended them. */
export async function tellDifferences(tx: Tx, id: string, differences: readonly Difference[]): Promise<void> {
  if (differences.length === 0) return;
  const of = (kind: Difference['kind']) => differences.filter((each) => each.kind === kind).length;
  const first = JSON.stringify(differences.slice(0, MOST_TOLD));
  await tx.$executeRaw`
    update source_recount
    set added = added + ${of('added')}::int, changed = changed + ${of('changed')}::int, gone = gone + ${of('gone')}::int,
        differences = jsonb_path_query_array(differences || ${first}::jsonb, ${`$[0 to ${MOST_TOLD - 1}]`}::jsonpath)
    where id = ${id}::uuid`;
}

/** A slice of a recount was read to its end. */
export async function advanceRecount(
  tx: Tx,
  { sourceId }: Hold,
  id: string,
  {
    readTo,
    rows,
    kept,
    unknowns,
  }: {
    readonly readTo: Date;
    readonly rows: number;
    readonly kept: number;
    readonly unknowns: Unknowns;
  },
): Promise<void> {
  await keepUnknowns(tx, sourceId, unknowns);
  const data: Prisma.SourceRecountUpdateInput = { readTo, rows: { increment: rows }, kept: { increment: kept } };
  await tx.sourceRecount.update({ where: { id }, data, select: { id: true } });
}

/** Ends a recount; values that it did not meet any more are understood now, or gone. */
export async function endRecount(tx: Tx, { sourceId }: Hold, id: string, now: Date): Promise<void> {
  const data = { state: 'done', endedAt: now };
  await tx.sourceRecount.update({ where: { id }, data, select: { id: true } });
  await tx.sourceUnknown.deleteMany({ where: { sourceId, rows: 0 } });
}
