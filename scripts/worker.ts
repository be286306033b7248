import { existsSync } from 'node:fs';
import path from 'node:path';
import { migrate } from '@/lib/db/migrate';
import { readEnvironment } from '@/lib/env';
import type { RunningProcess } from '@/lib/worker/process';
import { projectRoot } from './child-process';
import { type StartedDatabase, startDatabase } from './database';
import { ensureClient } from './generate-client';
import { isStopping, runUntilStopped } from './run-until-stopped';
import { secretKeys } from './secret-keys';

// A worker of its own, beside the web server or without one; any number of them share the work.

let database: Promise<StartedDatabase> | undefined;
let running: RunningProcess | undefined;

await runUntilStopped(start, stop);

async function start(): Promise<void> {
  const envFile = path.join(projectRoot, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  const environment = readEnvironment();
  // Where the worker reads them, as the web process does.
  process.env.FAILPATH_SECRET_KEYS = await secretKeys(environment);
  await ensureClient(
    () => say('Generating the database client …'),
    () => say('Waiting for another start of Failpath that is building …'),
  );
  database = startDatabase(environment, say);
  const { url } = await database;
  const applied = await migrate(url);
  if (applied.length > 0) say(`Database migrations applied: ${applied.join(', ')}`);
  // Only now: they use the database client, which has just been generated.
  const [{ createDb }, { createLog }, { startProcess }] = await Promise.all([
    import('@/lib/db/client'),
    import('@/lib/worker/log'),
    import('@/lib/worker/process'),
  ]);
  if (isStopping()) return;
  running = startProcess({ db: createDb(url), url, log: createLog('failpath-worker'), kind: 'worker', works: true });
  say('The worker is running.');
}

/** What is being sent ends first; then the database, if this worker has started it. */
async function stop(): Promise<void> {
  await running?.stop();
  const started = await database?.catch(() => undefined);
  await started?.stop();
}

function say(text: string): void {
  console.log(text);
}
