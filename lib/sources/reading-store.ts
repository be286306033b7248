import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Db, Tx } from '@/lib/db/client';
import { transaction } from '@/lib/db/transaction';
import type { Unknowns } from './unknowns';
import { READING_PHASES, type ReadingPhase } from './vocabulary';

/** A source that this worker reads now, and nobody else. */
export interface Hold {
  readonly sourceId: string;
  readonly leaseId: string;
  readonly leaseMs: number;
}

/** How far a source has been read. */
export interface Reading {
  readonly phase: ReadingPhase;
  readonly readTo: Date | null;
  readonly countFrom: Date | null;
  readonly countTo: Date | null;
  readonly definitionsAt: Date | null;
  readonly failures: number;
}

/** Thrown within a transaction when the source is not this worker's any more: nothing of that transaction is kept. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/**
 * Takes the source that has waited longest; null when none is due. Leases go by the database's own clock. Those of a
 * worker that died end by themselves.
 */
export async function claimReading(db: Db, now: Date, leaseMs: number): Promise<Hold | null> {
  const leaseId = randomUUID();
  const [row] = await db.$queryRaw<{ sourceId: string }[]>`
    update source_reading r
    set lease_id = ${leaseId}::uuid, lease_until = clock_timestamp() + make_interval(secs => ${leaseMs / 1_000}::float8)
    where r.source_id = (
      select d.source_id from source_reading d join source_mapping m on m.source_id = d.source_id
      where d.next_at <= ${now}::timestamptz and (d.lease_until is null or d.lease_until < clock_timestamp())
        and (m.removed_at is not null or (m.paused_at is null and d.phase <> 'cancelled'))
      order by d.next_at, d.source_id limit 1 for update of d skip locked)
    returning r.source_id as "sourceId"`;
  return row ? { sourceId: row.sourceId, leaseId, leaseMs } : null;
}

/** How far the source of a hold has been read; null when it is not held any more. */
export async function readReading(db: Db | Tx, { sourceId, leaseId }: Hold): Promise<Reading | null> {
  const row = await db.sourceReading.findFirst({
    where: { sourceId, leaseId },
    select: { phase: true, readTo: true, countFrom: true, countTo: true, definitionsAt: true, failures: true },
  });
  return row && { ...row, phase: z.enum(READING_PHASES).parse(row.phase) };
}

/** Runs `work` in a transaction that is only kept while the source is held; the lease begins anew. Throws `LeaseLost`. */
export function whileHeld<T>(db: Db, hold: Hold, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(db, async (tx) => {
    await prolong(tx, hold);
    return work(tx);
  });
}

/** Begins the lease anew; the row stays locked to the end of the transaction, so that who takes it away comes after. */
async function prolong(tx: Tx, { sourceId, leaseId, leaseMs }: Hold): Promise<void> {
  const held = await tx.$executeRaw`
    update source_reading set lease_until = clock_timestamp() + make_interval(secs => ${leaseMs / 1_000}::float8)
    where source_id = ${sourceId}::uuid and lease_id = ${leaseId}::uuid`;
  if (held === 0) throw new LeaseLost();
}

/** What a slice has shown, to be kept with its end. */
export interface SliceEnd {
  readonly readTo: Date;
  /** Rows of a first count. */
  readonly rows: number;
  readonly unknowns: Unknowns;
}

/** Writes down that a slice was read. */
export async function advance(tx: Tx, { sourceId }: Hold, { readTo, rows, unknowns }: SliceEnd): Promise<void> {
  await keepUnknowns(tx, sourceId, unknowns);
  await tx.sourceReading.update({
    where: { sourceId },
    data: { readTo, rows: { increment: rows } },
    select: { sourceId: true },
  });
}

/** A reading has reached its end: what is shown is as of then, and nothing fails any more. */
export async function reachEnd(tx: Tx, { sourceId }: Hold, asOf: Date): Promise<void> {
  const data = { phase: 'following', asOf };
  await tx.sourceReading.update({ where: { sourceId }, data, select: { sourceId: true } });
}

/** Puts the source back; it is read again at `nextAt`. One that is not held any more is left as it is. */
export async function release(db: Db, { sourceId, leaseId }: Hold, nextAt: Date): Promise<void> {
  await db.$executeRaw`
    update source_reading
    set lease_id = null, lease_until = null, next_at = ${nextAt}::timestamptz, failure = null, failed_at = null, failures = 0
    where source_id = ${sourceId}::uuid and lease_id = ${leaseId}::uuid`;
}

/** Puts it back as it was, to be read by another worker at once: this one stops. */
export async function giveBack(db: Db, { sourceId, leaseId }: Hold): Promise<void> {
  await db.sourceReading.updateMany({ where: { sourceId, leaseId }, data: { leaseId: null, leaseUntil: null } });
}

/** Puts it back with the reason why it could not be read. */
export async function releaseFailed(
  db: Db,
  { sourceId, leaseId }: Hold,
  {
    failure,
    failures,
    now,
    nextAt,
  }: {
    readonly failure: { readonly code: string; readonly values: Readonly<Record<string, string>> };
    readonly failures: number;
    readonly now: Date;
    readonly nextAt: Date;
  },
): Promise<void> {
  await db.sourceReading.updateMany({
    where: { sourceId, leaseId },
    data: { leaseId: null, leaseUntil: null, failure: { ...failure }, failedAt: now, failures, nextAt },
  });
}

/** Writes down what a look at the platform's definitions has shown: what the role may do, and what cannot be read. */
export async function keepLook(
  tx: Tx,
  { sourceId }: Hold,
  { role, unreadable, now }: { readonly role: string; readonly unreadable: readonly string[]; readonly now: Date },
): Promise<void> {
  await tx.sourceUnknown.deleteMany({ where: { sourceId, kind: 'definition' } });
  const seen = { firstSeen: now, lastSeen: now, rows: 1 };
  await tx.sourceUnknown.createMany({
    data: unreadable.map((value) => ({ sourceId, kind: 'definition', value, ...seen })),
  });
  await tx.sourceMapping.update({ where: { sourceId }, data: { role }, select: { sourceId: true } });
  await tx.sourceReading.update({ where: { sourceId }, data: { definitionsAt: now }, select: { sourceId: true } });
}

/** Marks workflows as seen there, by the platform's ids: nothing of them has changed. */
export async function markSeen(tx: Tx, { sourceId }: Hold, keys: readonly string[], now: Date): Promise<void> {
  if (keys.length === 0) return;
  const where = { workflow: { sourceId, key: { in: [...keys] } } };
  await tx.sourceDefinition.updateMany({ where, data: { seenAt: now } });
}

/** Adds what was not understood; what is known already counts only rows that were not there before. */
export async function keepUnknowns(tx: Tx, sourceId: string, unknowns: Unknowns): Promise<void> {
  const many = unknowns.size === 0 ? 0 : await tx.sourceUnknown.count({ where: { sourceId } });
  for (const { kind, value, seen, fresh, firstSeen, lastSeen } of unknowns.values()) {
    await tx.$executeRaw`
      insert into source_unknown as u (source_id, kind, value, rows, first_seen, last_seen)
      select ${sourceId}::uuid, ${kind}, case when ${many >= MOST_VALUES} and not exists (
          select from source_unknown where source_id = ${sourceId}::uuid and kind = ${kind} and value = ${value}
        ) then ${OTHERS} else ${value} end,
        ${seen}::bigint, ${firstSeen}::timestamptz, ${lastSeen}::timestamptz
      on conflict (source_id, kind, value) do update
        set rows = u.rows + ${fresh}::bigint, first_seen = least(u.first_seen, excluded.first_seen),
            last_seen = greatest(u.last_seen, excluded.last_seen)`;
  }
}

/** A column that is no status at all has a value for each row: beyond so many, they stand under one. */
const MOST_VALUES = 500;
const OTHERS = '…';
