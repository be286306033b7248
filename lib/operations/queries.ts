import { demand, type ReadCtx } from '@/lib/accounts/context';
import { FOLLOWED } from '@/lib/alerts/follow-store';
import type { Queryable } from '@/lib/db/client';
import { JUDGED } from '@/lib/history/conformance-store';
import { readingLag } from '@/lib/history/lag-queries';
import { ROLLED } from '@/lib/history/rollup-store';
import { waitingWakes } from '@/lib/queue/queue';
import { PROCESS_KINDS, processState } from './presence';
import {
  bounded,
  type DeliveryDepth,
  type LagRow,
  MOST_SHOWN,
  type OldestWriter,
  type OperationsStatus,
  type ProcessRow,
  READERS,
} from './status';

const MOST_PROCESSES = 200;
const READINGS = { following: FOLLOWED, judging: JUDGED, rolling: ROLLED } as const;

/**
 * How the product runs, over all of its processes and the same from each: read from the database alone, by indexes
 * and with every count ending at `most`, so that it may be asked every few seconds, also while much is waiting.
 */
export async function operationsStatus(ctx: ReadCtx, { most = MOST_SHOWN } = {}): Promise<OperationsStatus> {
  demand(ctx, 'operations.read');
  const { db } = ctx;
  const [{ at, processes }, { deliveries, oldestDueAt }, drills, wakes, lag, writer] = await Promise.all([
    readProcesses(db),
    readDeliveries(db, most),
    readDrills(db, most),
    waitingWakes(db),
    readLag(db, most),
    readOldestWriter(db),
  ]);
  return { at, processes, deliveries, oldestDueAt, drills, wakes, lag, ...writer };
}

type RawProcess = Omit<ProcessRow, 'kind' | 'state'> & { readonly kind: string; readonly stopping: boolean };

/** Those that run first, the newest of each first; ages are by the database's clock, as the beats are. */
async function readProcesses(db: Queryable): Promise<{ at: Date; processes: ProcessRow[] }> {
  const rows = await db.$queryRaw<(RawProcess & { readonly at: Date })[]>`
    select p.id, p.kind, p.works, p.host, p.pid, p.version, p.started_at as "startedAt", p.seen_at as "seenAt",
           p.stopping, now() as at,
           greatest(0, extract(epoch from now() - p.seen_at) * 1000)::float8 as "ageMs",
           exists (select from leadership l where l.process_id = p.id and l.until > now()) as leads
    from process p order by p.started_at desc, p.id limit ${MOST_PROCESSES}`;
  const processes = rows.flatMap(({ kind, stopping, at: _, ...row }) => {
    const known = PROCESS_KINDS.find((each) => each === kind);
    return known ? [{ ...row, kind: known, state: processState({ stopping, ageMs: row.ageMs }) }] : [];
  });
  const gone = ({ state }: ProcessRow) => (state === 'gone' ? 1 : 0);
  return { at: rows[0]?.at ?? new Date(), processes: processes.toSorted((a, b) => gone(a) - gone(b)) };
}

/** The three lists are read by their own indexes, each to its limit, and only then told apart by channel. */
async function readDeliveries(
  db: Queryable,
  most: number,
): Promise<{ deliveries: DeliveryDepth[]; oldestDueAt: Date | null }> {
  type Row = Record<'due' | 'later' | 'claimed' | 'failed', number> & {
    readonly kind: string;
    readonly allWaiting: number;
    readonly allClaimed: number;
    readonly allFailed: number;
    readonly oldestDueAt: Date | null;
  };
  const rows = await db.$queryRaw<Row[]>`
    with waiting as materialized (
      select channel_id, next_at from delivery
      where state = any (array['pending', 'retry']) order by next_at limit ${most + 1}::int
    ), claimed as materialized (
      select channel_id from delivery where state = 'sending' limit ${most + 1}::int
    ), failed as materialized (
      select channel_id from delivery
      where created_at > now() - interval '1 day' and state in ('dead', 'unknown') limit ${most + 1}::int
    ), each_one as (
      select channel_id, case when next_at <= now() then 'due' else 'later' end as state, next_at from waiting
      union all select channel_id, 'claimed', null from claimed
      union all select channel_id, 'failed', null from failed
    )
    select c.kind,
           count(*) filter (where e.state = 'due')::int as due,
           count(*) filter (where e.state = 'later')::int as later,
           count(*) filter (where e.state = 'claimed')::int as claimed,
           count(*) filter (where e.state = 'failed')::int as failed,
           min(e.next_at) filter (where e.state = 'due') as "oldestDueAt",
           (select count(*)::int from waiting) as "allWaiting",
           (select count(*)::int from claimed) as "allClaimed",
           (select count(*)::int from failed) as "allFailed"
    from each_one e join channel c on c.id = e.channel_id
    group by c.kind order by c.kind`;
  const times = rows.flatMap(({ oldestDueAt }) => (oldestDueAt ? [oldestDueAt.getTime()] : []));
  return {
    deliveries: rows.map(({ kind, due, later, claimed, failed, allWaiting, allClaimed, allFailed }) => ({
      kind,
      // A list that reached its limit may have more of any kind.
      due: { count: due, more: allWaiting > most },
      later: { count: later, more: allWaiting > most },
      claimed: { count: claimed, more: allClaimed > most },
      failed: { count: failed, more: allFailed > most },
    })),
    oldestDueAt: times.length === 0 ? null : new Date(Math.min(...times)),
  };
}

async function readDrills(db: Queryable, most: number): Promise<OperationsStatus['drills']> {
  const [row] = await db.$queryRaw<{ queued: number; running: number; oldestQueuedAt: Date | null }[]>`
    select count(*) filter (where state = 'queued')::int as queued,
           count(*) filter (where state = 'running')::int as running,
           min(created_at) filter (where state = 'queued') as "oldestQueuedAt"
    from (
      select state, created_at from drill_run
      where state = any (array['queued', 'running']) order by created_at limit ${most + 1}::int
    ) unended`;
  const { queued, running, oldestQueuedAt } = row ?? { queued: 0, running: 0, oldestQueuedAt: null };
  const more = queued + running > most;
  return { queued: { count: queued, more }, running: { count: running, more }, oldestQueuedAt };
}

async function readLag(db: Queryable, most: number): Promise<LagRow[]> {
  const lags = await Promise.all(READERS.map((reader) => readingLag(db, READINGS[reader], most)));
  return READERS.flatMap((reader, index) =>
    (lags[index] ?? []).map(({ unread, ...row }) => ({ reader, ...row, unread: bounded(unread, most) })),
  );
}

/**
 * Of any database of the server, a prepared transaction included. Only what has written counts: readers hold nothing
 * up. Postgres shows transactions of other users to members of `pg_read_all_stats` only; to others it is said that
 * there is one.
 */
async function readOldestWriter(db: Queryable): Promise<Pick<OperationsStatus, 'oldestWriter' | 'hiddenWriter'>> {
  type Row = Omit<OldestWriter, 'pid'> & {
    readonly pid: number | null;
    readonly found: boolean;
    readonly hidden: boolean;
  };
  const [row] = await db.$queryRaw<Row[]>`
    with running as (
      select a.pid, a.application_name as application, a.datname as database, a.state, a.xact_start as since,
             age(a.backend_xid) as age
      from pg_stat_activity a where a.backend_xid is not null and a.pid <> pg_backend_pid()
      union all
      select null, p.gid, p.database, 'prepared', p.prepared, age(p.transaction) from pg_prepared_xacts p
    ), held as (
      select pg_snapshot_xmin(s) < pg_snapshot_xmax(s) as held from pg_current_snapshot() s
    )
    select oldest.pid, coalesce(oldest.application, '') as application, coalesce(oldest.database, '') as database,
           coalesce(oldest.state, '') as state, coalesce(oldest.since, now()) as since,
           greatest(0, extract(epoch from now() - oldest.since) * 1000)::float8 as "ageMs",
           oldest.age is not null as found,
           held.held and oldest.age is null and exists (
             select from pg_stat_activity where query = '<insufficient privilege>') as hidden
    from held left join lateral (select * from running order by age desc limit 1) oldest on true`;
  if (!row) return { oldestWriter: null, hiddenWriter: false };
  const { found, hidden, ...oldestWriter } = row;
  return { oldestWriter: found ? oldestWriter : null, hiddenWriter: hidden };
}
