import type { Db, Tx } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import { transaction } from '@/lib/db/transaction';
import { SECOND_MS } from '@/lib/shared/clock';
import { lockWatermark, type Place, prepareWatermark, type Reading, takeOver, type Watermark } from './change-store';
import { applySql, goneSql, type Step } from './rollup-apply-queries';

/** Steps per transaction to begin with, and the most: many come to each series and day that is written. */
export const ROLL_BATCH = 50_000;
const MOST_STEPS = 400_000;
/** Transactions end in time, and whoever is told to stop does not wait long. */
const LONG_MS = 4 * SECOND_MS;
const SHORT_MS = 1.5 * SECOND_MS;

/** How many steps to take next after a batch that took so long: the more, the less each of them costs. */
export function nextLimit(limit: number, tookMs: number): number {
  if (tookMs > LONG_MS) return Math.max(ROLL_BATCH, Math.floor(limit / 2));
  return tookMs < SHORT_MS ? Math.min(MOST_STEPS, limit * 2) : limit;
}

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
      const { step, taken, hasGone } = await nextStep(tx, sourceId, watermark, limit);
      const steps = taken > 0 || step.to !== step.after ? await apply(tx, step) : 0;
      if (hasGone) await forgetUncounted(tx, sourceId, watermark.after);
      const drained = steps < limit && taken < limit;
      await move(tx, sourceId, step.to, steps, drained, now);
      return { steps: taken + steps, drained };
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

interface NextRow {
  readonly taken: number;
  readonly hasGone: boolean;
  readonly orphans: boolean;
  readonly change: string | null;
  readonly id: string | null;
}

interface Next {
  readonly step: Step;
  /** Steps that have gone and are taken out. */
  readonly taken: number;
  /** Anything has gone, counted or not. */
  readonly hasGone: boolean;
}

/** What the next step of upkeep is to do: up to the last of the next steps below the oldest running transaction. */
async function nextStep(tx: Tx, sourceId: string, { after, below }: Watermark, limit: number): Promise<Next> {
  const unread = Prisma.sql`
    select change_id, id from workflow_run_step
    where source_id = ${sourceId}::uuid and (change_id, id) > (${after.change}::bigint, ${after.id}::bigint)
      and change_id < ${below}::bigint`;
  const [row] = await tx.$queryRaw<NextRow[]>`
    select (select count(*)::int from (${goneSql(sourceId, after, limit)}) g) as taken,
           exists (select from history_gone where source_id = ${sourceId}::uuid) as "hasGone",
           exists (select from history_orphan where source_id = ${sourceId}::uuid) as orphans,
           place.change_id::text as change, place.id::text as id
    from (select) one left join (
      select change_id, id from (
        (${unread} order by change_id, id offset ${limit - 1} limit 1)
        union all
        (${unread} order by change_id desc, id desc limit 1)
      ) either order by change_id, id limit 1
    ) place on true`;
  if (!row) throw new Error('this is always one row');
  const { taken, hasGone, orphans, change, id } = row;
  const to = taken >= limit || change === null || id === null ? after : { change, id };
  return { step: { sourceId, after, to, gone: taken > 0 ? limit : 0, orphans }, taken, hasGone };
}

async function apply(tx: Tx, step: Step): Promise<number> {
  const [row] = await tx.$queryRaw<{ steps: number }[]>(applySql(step));
  return row?.steps ?? 0;
}

/** What has gone before it was counted is nothing to take out. */
async function forgetUncounted(tx: Tx, sourceId: string, after: Place): Promise<void> {
  await tx.$executeRaw`
    delete from history_gone
    where source_id = ${sourceId}::uuid and (change_id, step_id) > (${after.change}::bigint, ${after.id}::bigint)`;
}

async function move(tx: Tx, sourceId: string, to: Place, steps: number, drained: boolean, now: Date): Promise<void> {
  await tx.$executeRaw`
    update rolled_source
    set after_change = ${to.change}::bigint, after_id = ${to.id}::bigint, rolled_at = ${now}, steps = steps + ${steps},
        counted_at = coalesce(counted_at, case when ${drained} then ${now}::timestamptz end)
    where source_id = ${sourceId}::uuid`;
}

/** Of what is joined nothing is known beforehand, and a guess that is too low would compare each with each. */
export async function rollSettings(tx: Tx): Promise<void> {
  await tx.$queryRaw`
    select set_config('jit', 'off', true), set_config('enable_nestloop', 'off', true),
           set_config('enable_seqscan', 'off', true), set_config('enable_sort', 'off', true), set_config('work_mem', '64MB', true)`;
}
