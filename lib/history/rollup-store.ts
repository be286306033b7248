import type { Db, Tx } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import { transaction } from '@/lib/db/transaction';
import { lockWatermark, type Place, prepareWatermark, type Reading, takeOver, type Watermark } from './change-store';
import { applySql, goneSql } from './rollup-apply-queries';

/** Steps per transaction, so that many come to each series and day that is written. */
export const ROLL_BATCH = 50_000;

export const ROLLED: Reading = {
  table: Prisma.sql`rolled_source`,
  readAt: Prisma.sql`rolled_at`,
  source: Prisma.sql`not coalesce((select r.paused from rolled_source r where r.source_id = s.id), false)`,
  step: () => Prisma.sql`false`,
};

export interface RolledBatch {
  /** Steps that were passed, or taken out: none when another worker is at it. */
  readonly steps: number;
  /** Nothing is left for this worker. */
  readonly drained: boolean;
}

const NOTHING: RolledBatch = { steps: 0, drained: true };

/**
 * Brings the rollups of a source up to the next steps of its history. One transaction with the watermark, under its
 * lock and on one snapshot: a crash anywhere is as if nothing had happened, and whoever reads at the same time sees
 * either all of it or nothing, with the watermark that belongs to it.
 */
export async function rollBatch(db: Db, sourceId: string, now: Date, limit = ROLL_BATCH): Promise<RolledBatch> {
  await prepareWatermark(db, ROLLED, sourceId);
  return transaction(
    db,
    async (tx) => {
      await rollSettings(tx);
      const watermark = await lockWatermark(tx, ROLLED, sourceId);
      if (watermark === null) return NOTHING;
      if (watermark.foreign) return { steps: await beginAgain(tx, sourceId, now, limit), drained: false };
      const gone = await countGone(tx, sourceId, watermark, limit);
      const next = await nextPlace(tx, sourceId, watermark, gone >= limit ? 0 : limit);
      if (gone + next.steps > 0) await tx.$executeRaw(applySql(sourceId, watermark.after, next.place, limit));
      await forgetUncounted(tx, sourceId, watermark.after);
      await move(tx, sourceId, next, next.steps < limit && gone < limit, now);
      return { steps: gone + next.steps, drained: next.steps < limit && gone < limit };
    },
    { isolation: 'RepeatableRead' },
  );
}

/** After a restore: what was counted is thrown away, and the history is numbered by this server. */
async function beginAgain(tx: Tx, sourceId: string, now: Date, limit: number): Promise<number> {
  await clearRollups(tx, sourceId);
  await takeOver(tx, ROLLED, sourceId, now, limit);
  return limit;
}

/** Throws away what was counted of a source; its watermark is the caller's. */
export async function clearRollups(tx: Tx, sourceId: string): Promise<void> {
  await tx.$executeRaw`
    delete from history_day where series_id in (select id from history_series where source_id = ${sourceId}::uuid)`;
  for (const table of ['history_series', 'history_span', 'history_orphan', 'history_gone'])
    await tx.$executeRaw`delete from ${Prisma.raw(table)} where source_id = ${sourceId}::uuid`;
}

async function countGone(tx: Tx, sourceId: string, { after }: Watermark, limit: number): Promise<number> {
  const [row] = await tx.$queryRaw<{ gone: number }[]>`
    select count(*)::int as gone from (${goneSql(sourceId, after, limit)}) g`;
  return row?.gone ?? 0;
}

interface Next {
  readonly place: Place;
  readonly steps: number;
}

/** The place of the last of the next steps below the oldest running transaction. */
async function nextPlace(tx: Tx, sourceId: string, { after, below }: Watermark, limit: number): Promise<Next> {
  const [row] = await tx.$queryRaw<{ steps: number; change: string | null; id: string | null }[]>`
    with next as materialized (
      select change_id, id from workflow_run_step
      where source_id = ${sourceId}::uuid and (change_id, id) > (${after.change}::bigint, ${after.id}::bigint)
        and change_id < ${below}::bigint
      order by change_id, id limit ${limit}
    ), last as (select * from next order by change_id desc, id desc limit 1)
    select (select count(*)::int from next) as steps, (select change_id::text from last) as change,
           (select id::text from last) as id`;
  if (!row || row.change === null || row.id === null) return { place: after, steps: 0 };
  return { place: { change: row.change, id: row.id }, steps: row.steps };
}

/** What has gone before it was counted is nothing to take out. */
async function forgetUncounted(tx: Tx, sourceId: string, after: Place): Promise<void> {
  await tx.$executeRaw`
    delete from history_gone
    where source_id = ${sourceId}::uuid and (change_id, step_id) > (${after.change}::bigint, ${after.id}::bigint)`;
}

async function move(tx: Tx, sourceId: string, { place, steps }: Next, drained: boolean, now: Date): Promise<void> {
  await tx.$executeRaw`
    update rolled_source
    set after_change = ${place.change}::bigint, after_id = ${place.id}::bigint, rolled_at = ${now}, steps = steps + ${steps},
        counted_at = coalesce(counted_at, case when ${drained} then ${now}::timestamptz end)
    where source_id = ${sourceId}::uuid`;
}

/** Of what is joined nothing is known beforehand, and a guess that is too low would compare each with each. */
export async function rollSettings(tx: Tx): Promise<void> {
  await tx.$queryRaw`
    select set_config('jit', 'off', true), set_config('enable_nestloop', 'off', true),
           set_config('enable_seqscan', 'off', true),            set_config('enable_sort', 'off', true), set_config('work_mem', '64MB', true)`;
}
