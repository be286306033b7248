import type { Db } from '@/lib/db/client';
import { FORGOTTEN_AFTER_MS, LEASE_MS, type ProcessKind } from './presence';

/** What a process says of itself. */
export interface OwnProcess {
  readonly id: string;
  readonly kind: ProcessKind;
  /** It does a worker's work; only such a process leads. */
  readonly works: boolean;
  readonly host: string;
  readonly pid: number;
  readonly version: string;
}

/** The work that one process does for all: taking away what the others left behind. */
const UPKEEP = 'upkeep';

/**
 * Says that the process is there, and takes or keeps the lead when nobody else has it; returns whether it leads now.
 * The lead is a row with a time and not `pg_try_advisory_lock`: that one needs a session of its own per process, and
 * stays with a machine that is cut off until TCP gives up on it. The row ends by the database's clock, nine seconds
 * after the leader was last heard.
 */
export async function beat(db: Db, own: OwnProcess, stopping: boolean): Promise<boolean> {
  const { id, kind, works, host, pid, version } = own;
  const [row] = await db.$queryRaw<{ leads: boolean }[]>`
    with seen as (
      insert into process (id, kind, works, host, pid, version, stopping)
      values (${id}::uuid, ${kind}, ${works}, ${host}, ${pid}::int, ${version}, ${stopping})
      on conflict (id) do update set seen_at = now(), stopping = excluded.stopping
    ), resigned as (
      delete from leadership where process_id = ${id}::uuid and ${stopping}
    ), led as (
      insert into leadership (work, process_id, until)
      select ${UPKEEP}, ${id}::uuid, now() + ${LEASE_MS}::int * interval '1 ms'
      where ${works} and not ${stopping}
      on conflict (work) do update set process_id = excluded.process_id, until = excluded.until
      where leadership.process_id = excluded.process_id or leadership.until < now()
      returning work
    )
    select exists (select from led) as leads`;
  return row?.leads ?? false;
}

/** The process ends in order: it is no longer listed, and whoever is next may lead at once. */
export async function leave(db: Db, id: string): Promise<void> {
  await db.$executeRaw`
    with resigned as (delete from leadership where process_id = ${id}::uuid)
    delete from process where id = ${id}::uuid`;
}

/**
 * Takes away processes that have been gone for an hour; returns how many. It asks in the same statement whether the
 * process still leads: one that slept through its lease and wakes up believes so, and does nothing.
 */
export function sweepProcesses(db: Db, id: string): Promise<number> {
  return db.$executeRaw`
    delete from process
    where seen_at < now() - ${FORGOTTEN_AFTER_MS}::int * interval '1 ms'
      and exists (
        select from leadership where work = ${UPKEEP} and process_id = ${id}::uuid and until > now())`;
}
