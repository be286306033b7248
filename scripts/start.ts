import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dbFailure } from '@/lib/db/errors';
import { migrate } from '@/lib/db/migrate';
import { type Environment, isLoopback, publicAddress, readEnvironment } from '@/lib/env';
import { parseAllowedHosts } from '@/lib/network/address';
import { buildWeb } from './build-web';
import { projectRoot, stopAll } from './child-process';
import { isEmpty, type StartedDatabase, startDatabase } from './database';
import { firstPeople } from './first-people';
import { generateClient } from './generate-client';
import { withProjectLock } from './project-lock';
import { isStopping, runUntilStopped } from './run-until-stopped';
import { secretKeys } from './secret-keys';
import { demandFreePort, startWeb } from './web-server';

/** Longer than a worker lets go on what is being sent, and than the web server waits for its answers after that. */
const STOP_PATIENCE_MS = 15_000;
const DATABASE_ATTEMPTS = 3;
const DATABASE_PAUSE_MS = 1_000;

const mode = process.argv.includes('--dev') ? 'dev' : 'start';
let database: Promise<StartedDatabase> | undefined;
let drainMs = 0;

await runUntilStopped(start, stop);

async function start(): Promise<void> {
  const envFile = path.join(projectRoot, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  const environment = readEnvironment();
  drainMs = environment.FAILPATH_DRAIN_SECONDS * 1_000;
  demandPrivateHost(environment);
  demandHosts(environment);
  const address = { host: environment.HOST, port: environment.PORT };
  await demandFreePort(address);
  const keys = await secretKeys(environment);
  await prepare();
  const { url, embedded } = await openDatabase(environment);
  await sealSecretsAnew(url, keys);
  const { examples, link } = await firstPeople(environment, url, embedded);
  say('Starting the web server …');
  const web = await startWeb(address, { databaseUrl: url, secretKeys: keys, examples, mode });
  say(`Failpath is ready on ${publicAddress(environment)}`);
  if (link !== null) say(`Nobody has an account yet. Make the first administrator's, within a day: ${link}`);
  throw new Error(`The web server ended unexpectedly (${await web.exited}).`);
}

/** The embedded database may hold example people whose passwords everybody knows. */
function demandPrivateHost({ HOST: host, DATABASE_URL: url }: Environment): void {
  if (url !== undefined || isLoopback(host)) return;
  throw new Error(
    `HOST=${host} makes Failpath reachable from other machines. That needs a database of your own: set DATABASE_URL.`,
  );
}

function demandHosts(environment: Environment): void {
  for (const name of ['FAILPATH_CHANNEL_HOSTS', 'FAILPATH_SOURCE_HOSTS'] as const) {
    const { wrong } = parseAllowedHosts(environment[name] ?? '');
    if (wrong.length > 0)
      throw new Error(`${name}: expected host or host:port, parted by commas; not ${wrong.join(', ')}.`);
  }
}

/** After a change of keys; see "Secret keys" in README.md. */
async function sealSecretsAnew(url: string, keys: string): Promise<void> {
  // Only now: it uses the database client, which has just been generated.
  const { sealAnew } = await import('./seal-anew');
  const { resealed, unreadable } = await sealAnew(url, keys);
  if (resealed > 0) say(`Secrets sealed with the first key: ${resealed}. The keys after it are no longer needed.`);
  if (unreadable > 0)
    say(`Secrets that none of the keys opens: ${unreadable}. Their channels say so, and wait for the key.`);
}

async function prepare(): Promise<void> {
  await withProjectLock(
    async () => {
      await generateClient(() => say('Generating the database client …'));
      if (mode === 'start') await buildWeb(() => say('Building the web application (about a minute) …'));
    },
    () => say('Waiting for another start of Failpath that is building …'),
  );
}

/** Again when the connection breaks: a predecessor that is just ending may stop the server that we have found. */
async function openDatabase(environment: Environment): Promise<{ url: string; embedded: boolean }> {
  for (let attempt = 1; ; attempt++) {
    try {
      database = startDatabase(environment, say);
      const { url, embedded } = await database;
      const applied = await migrate(url);
      if (applied.length > 0) say(`Database migrations applied: ${applied.join(', ')}`);
      await loadSampleData(environment, url, embedded);
      return { url, embedded };
    } catch (error) {
      if (isStopping() || attempt >= DATABASE_ATTEMPTS) throw error;
      if (dbFailure(error)?.kind !== 'connection_lost') throw error;
      await sleep(DATABASE_PAUSE_MS);
    }
  }
}

async function loadSampleData({ FAILPATH_SAMPLE: wish }: Environment, url: string, embedded: boolean): Promise<void> {
  const wanted = wish === undefined ? embedded : wish === '1';
  if (!wanted || !(await isEmpty(url))) return;
  say('Loading sample data …');
  // Only now: it may use the database client, which has just been generated.
  const { loadSample } = await import('@/prisma/seed/load');
  try {
    const { workflows, nodes, steps } = await loadSample({ databaseUrl: url, now: new Date() });
    say(`Sample data: ${workflows} workflows, ${nodes} nodes, ${steps} steps of history.`);
  } catch (error) {
    // Of two first starts on one database, the other one has loaded it.
    if (await isEmpty(url)) throw error;
  }
}

/** The web first, so that it never sees its database go; then the database, if it is ours to stop. */
async function stop(): Promise<void> {
  await stopAll(STOP_PATIENCE_MS + drainMs);
  const started = await database?.catch(() => undefined);
  await started?.stop();
}

function say(text: string): void {
  console.log(text);
}
