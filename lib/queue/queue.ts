import PgBoss from 'pg-boss';
import type { Db, Queryable } from '@/lib/db/client';
import { connectionConfig } from '@/lib/db/connection';

/** What a worker can be woken for. */
export const JOBS = ['follow', 'deliver', 'drill', 'read'] as const;
export type Job = (typeof JOBS)[number];

/** The queue as a worker sees it. */
export interface Queue {
  /** What was woken for since somebody last took it; of several workers one gets it. Nothing while the database is away. */
  take(): Promise<Job[]>;
  stop(): Promise<void>;
}

const SCHEMA = 'pgboss';
/** One for all jobs, which are told apart by what they carry: so one statement sees whether there is any. */
const WAKES = 'wake';
const POOL_SIZE = 2;
const STOP_MS = 1_000;

/**
 * Tells a worker that there is something to do, after the transaction that made it: jobs only say what for, the tables
 * decide, and a worker looks at them each second anyway. So it never throws (without a queue, or without the
 * database, that second passes), and it is no part of the transaction: many at once are one job, and each would
 * wait there for the commit of the one before it.
 */
export async function wake(db: Db, job: Job): Promise<void> {
  try {
    await sender().send(WAKES, { job }, { singletonKey: job, db: through(db) });
  } catch {
    // A worker sees it in the tables.
  }
}

/**
 * Opens the queue for a worker, with a few connections of its own; makes its schema and brings it up to date.
 * Throws when the database does not answer; `onError` hears of what breaks later and mends itself.
 */
export async function startQueue(url: string, onError: (error: unknown) => void): Promise<Queue> {
  const boss = new PgBoss({
    ...connectionText(url),
    max: POOL_SIZE,
    schema: SCHEMA,
    // Jobs are taken away as they are fetched, and none is timed: there is nothing to look after.
    supervise: false,
    schedule: false,
  });
  boss.on('error', onError);
  try {
    await boss.start();
    // Many wakes for the same that wait are one job.
    await boss.createQueue(WAKES, { name: WAKES, policy: 'short' });
  } catch (error) {
    await close(boss);
    throw error;
  }
  return {
    take: () => takeAll(boss),
    stop: () => close(boss),
  };
}

/** Deleted at once: whoever dies now leaves nothing behind, since the tables still say what there is to do. */
async function takeAll(boss: PgBoss): Promise<Job[]> {
  const taken = await boss.fetch<{ job?: unknown }>(WAKES, { batchSize: JOBS.length });
  if (taken.length === 0) return [];
  await boss.deleteJob(
    WAKES,
    taken.map(({ id }) => id),
  );
  return JOBS.filter((job) => taken.some(({ data }) => data.job === job));
}

async function close(boss: PgBoss): Promise<void> {
  // One that did not start refuses to stop, and keeps its connections.
  const db: unknown = boss.getDb();
  await boss.stop({ graceful: false, timeout: STOP_MS });
  const end: unknown = Reflect.get(Object(db), 'close');
  if (Reflect.get(Object(db), 'opened') === true && typeof end === 'function') await Reflect.apply(end, db, []);
}

let sending: PgBoss | undefined;

/** Never started: it only knows how a job is written, and has no connection of its own. */
function sender(): PgBoss {
  const nowhere = { executeSql: () => Promise.reject(new Error('the queue is written through a database')) };
  sending ??= new PgBoss({ db: nowhere, schema: SCHEMA });
  return sending;
}

function through(db: Db): PgBoss.Db {
  return {
    executeSql: async (text, values) => ({ rows: await db.$queryRawUnsafe<unknown[]>(text, ...values) }),
  };
}

function connectionText(url: string) {
  const { connectionString = url, connectionTimeoutMillis } = connectionConfig(url);
  return { connectionString, connectionTimeoutMillis, application_name: 'failpath-queue' };
}

/** A kind of wake that no worker has taken yet. */
export interface WaitingWakes {
  readonly job: Job;
  readonly waiting: number;
  readonly oldestAt: Date | null;
}

/** What workers were woken for and have not taken; nothing waits where no worker has ever made the queue. */
export async function waitingWakes(db: Queryable): Promise<WaitingWakes[]> {
  const [made] = await db.$queryRaw<{ there: boolean }[]>`select to_regclass('pgboss.job') is not null as there`;
  const rows = made?.there
    ? await db.$queryRaw<{ job: string; waiting: number; oldestAt: Date | null }[]>`
        select data->>'job' as job, count(*)::int as waiting, min(created_on) as "oldestAt"
        from pgboss.job where name = ${WAKES} and state < 'active' group by 1`
    : [];
  return JOBS.map((job) => {
    const row = rows.find((each) => each.job === job);
    return { job, waiting: row?.waiting ?? 0, oldestAt: row?.oldestAt ?? null };
  });
}
