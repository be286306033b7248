import PgBoss from 'pg-boss';
import type { Db } from '@/lib/db/client';
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
const POOL_SIZE = 2;
const STOP_MS = 1_000;

/**
 * Tells a worker that there is something to do, after the transaction that made it: jobs carry nothing, the tables
 * decide, and a worker looks at them each second anyway. So it never throws (without a queue, or without the
 * database, that second passes), and it is no part of the transaction: many at once are one job, and each would
 * wait there for the commit of the one before it.
 */
export async function wake(db: Db, job: Job): Promise<void> {
  try {
    await sender().send(job, {}, { db: through(db) });
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
    // Many wakes that wait are one job.
    for (const name of JOBS) await boss.createQueue(name, { name, policy: 'short' });
  } catch (error) {
    await close(boss);
    throw error;
  }
  return {
    take: async () => {
      const taken: Job[] = [];
      for (const name of JOBS) if (await takeOne(boss, name)) taken.push(name);
      return taken;
    },
    stop: () => close(boss),
  };
}

/** Deleted at once: whoever dies now leaves nothing behind, since the tables still say what there is to do. */
async function takeOne(boss: PgBoss, name: Job): Promise<boolean> {
  const jobs = await boss.fetch(name);
  if (jobs.length === 0) return false;
  const ids = jobs.map(({ id }) => id);
  await boss.deleteJob(name, ids);
  return true;
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
