import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { connectionConfig } from '@/lib/db/connection';
import { startEmbeddedPostgres } from '@/lib/db/embedded';
import { dbFailure } from '@/lib/db/errors';
import type { Environment } from '@/lib/env';

const PATIENCE_MS = 15_000;
const RETRY_MS = 500;
const OLDEST_VERSION = 15;

export interface StartedDatabase {
  readonly url: string;
  /** Ours, made by Failpath in the data folder; else somebody else's server, named by DATABASE_URL. */
  readonly embedded: boolean;
  stop(): Promise<void>;
}

/** The database that `DATABASE_URL` names, once it answers; without it, the embedded one. */
export async function startDatabase(
  { DATABASE_URL: url, FAILPATH_DATA: folder }: Environment,
  onProgress: (text: string) => void,
): Promise<StartedDatabase> {
  if (url !== undefined) {
    await waitForServer(url);
    return { url, embedded: false, stop: () => Promise.resolve() };
  }
  onProgress(`Starting the database in ${folder} …`);
  const server = await startEmbeddedPostgres({ folder, onProgress });
  return { url: server.url, embedded: true, stop: server.stop };
}

/** True when there is nothing that sample data could get mixed up with. */
export async function isEmpty(url: string): Promise<boolean> {
  const client = new pg.Client(connectionConfig(url));
  await client.connect();
  try {
    const { rows } = await client.query<{ empty: boolean }>(
      `select not exists (select from workflow) and not exists (select from owner_group)
          and not exists (select from workflow_run_step) as empty`,
    );
    return rows[0]?.empty ?? false;
  } finally {
    await client.end();
  }
}

async function waitForServer(url: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const client = new pg.Client(connectionConfig(url));
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
      const major = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
      if (major >= OLDEST_VERSION) return;
      throw new Error(`DATABASE_URL names a Postgres ${major}; Failpath needs ${OLDEST_VERSION} or later.`);
    } catch (error) {
      const lost = dbFailure(error)?.kind === 'connection_lost';
      if (!lost) throw error;
      if (Date.now() > deadline)
        throw new Error('The server that DATABASE_URL names does not answer.', { cause: error });
    } finally {
      await client.end().catch(() => undefined);
    }
    await sleep(RETRY_MS);
  }
}
