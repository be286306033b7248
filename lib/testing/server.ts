import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { connectionConfig } from '@/lib/db/connection';
import { startEmbeddedPostgres, stopEmbeddedPostgres } from '@/lib/db/embedded';
import { isAlive } from '@/lib/db/postmaster';

/** Nothing in it has to survive a crash, so it need not wait for the disk. */
const THROWAWAY_SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'];
const FOLDER_PREFIX = 'failpath-throwaway-';

export interface ThrowawayServer {
  readonly url: string;
  /** Stops the server and deletes its data. */
  remove(): Promise<void>;
}

/** An empty Postgres of its own in a temporary folder, fast and without durability. */
export async function startThrowawayServer(): Promise<ThrowawayServer> {
  await removeAbandonedServers();
  const folder = await makeTemporaryFolder();
  const server = await startEmbeddedPostgres({ folder: path.join(folder, 'data'), settings: THROWAWAY_SETTINGS });
  return {
    url: server.url,
    remove: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A temporary folder that names its process, so that a later run can clean up after one that was killed. */
export async function makeTemporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`));
  // The user that runs Postgres, when the tests run as root, has to pass through.
  await chmod(folder, 0o755);
  return folder;
}

/** Runs one statement on a database, outside of Prisma. */
export async function runOn(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client(connectionConfig(url));
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Stops and deletes what a killed run has left behind. */
export async function removeAbandonedServers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(FOLDER_PREFIX) ? Number.parseInt(name.slice(FOLDER_PREFIX.length), 10) : Number.NaN;
    if (Number.isNaN(pid) || isAlive(pid)) continue;
    const folder = path.join(tmpdir(), name);
    await stopEmbeddedPostgres(path.join(folder, 'data'))
      .then(() => rm(folder, { recursive: true, force: true }))
      .catch(() => undefined);
  }
}
