import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { err, ok, type Result } from '@/lib/shared/result';
import { connectionConfig } from './connection';
import { giveTo, type PostgresTools, preparePostgresTools } from './postgres-binaries';
import { isAlive, readPostmaster, removeForeignPidFile } from './postmaster';

const HOST = '127.0.0.1';
const USER = 'failpath';
const DATABASE = 'failpath';
const PATIENCE_MS = 15_000;
const RETRY_MS = 200;
const STOP_SECONDS = 30;
const LOG_LIMIT_BYTES = 5_000_000;

export interface EmbeddedPostgres {
  /** Connection string of the database `failpath`. */
  readonly url: string;
  readonly port: number;
  /** False when it was running already: whoever started it stops it. */
  readonly owned: boolean;
  /** Stops it, when it is ours, and waits until it has stopped. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** The data folder (`./.data`); the server lives in its sub-folder `postgres`. */
  readonly folder: string;
  /** Settings of Postgres, such as `fsync=off`. */
  readonly settings?: readonly string[];
  /** Told what takes time, in plain words. */
  readonly onProgress?: (text: string) => void;
}

/**
 * Gives a running Postgres with its data in `folder`: makes it with the first call, adopts it when it is
 * running already (a killed start leaves it behind), else starts it. Safe when several processes call at once.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const folder = path.resolve(options.folder);
  const tools = await preparePostgresTools(folder);
  const cluster = path.join(folder, 'postgres');
  if (!existsSync(cluster)) await makeCluster(tools, folder, cluster, options.onProgress);
  const password = (await readFile(path.join(cluster, 'password'), 'utf8')).trim();
  const started = await adoptOrStart(tools, cluster, password, options);
  const url = serverUrl(password, started.port, DATABASE);
  await ensureDatabase(serverUrl(password, started.port, 'postgres'));
  return { url, ...started, stop: () => (started.owned ? stopCluster(tools, cluster) : Promise.resolve()) };
}

/** Stops the Postgres of `folder`, whoever started it. Returns false when none was running. */
export async function stopEmbeddedPostgres(folder: string): Promise<boolean> {
  const cluster = path.join(path.resolve(folder), 'postgres');
  const postmaster = await readPostmaster(dataOf(cluster));
  if (!postmaster || !isAlive(postmaster.pid)) return false;
  await stopCluster(await preparePostgresTools(path.resolve(folder)), cluster);
  return true;
}

/** A port on the loopback interface that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const port = await listenOnce(0);
  if (port === undefined) throw new Error('No free port was found.');
  return port;
}

/** Made in a folder of its own and then renamed, so that of two first starts one wins whole. */
async function makeCluster(
  tools: PostgresTools,
  folder: string,
  cluster: string,
  onProgress?: (text: string) => void,
): Promise<void> {
  onProgress?.('Making the database (first start) …');
  await removeLeftovers(folder);
  const temporary = path.join(folder, `postgres.new-${process.pid}-${randomBytes(4).toString('hex')}`);
  const passwordFile = path.join(temporary, 'password');
  await mkdir(temporary, { mode: 0o755 });
  await writeFile(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  await giveTo(tools.user, temporary);
  await giveTo(tools.user, passwordFile);
  const settings = [`listen_addresses=${HOST}`, 'unix_socket_directories=', 'timezone=UTC', 'log_timezone=UTC'];
  await tools.run('initdb', [
    `--pgdata=${dataOf(temporary)}`,
    `--username=${USER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-instructions',
    ...settings.flatMap((setting) => ['--set', setting]),
  ]);
  try {
    await rename(temporary, cluster);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    if (!existsSync(cluster)) throw error;
  }
}

/** A start that was killed while it made the database leaves its folder behind. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = /^postgres\.new-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) await rm(path.join(folder, name), { recursive: true, force: true });
  }
}

async function adoptOrStart(
  tools: PostgresTools,
  cluster: string,
  password: string,
  { settings = [], onProgress }: EmbeddedOptions,
): Promise<{ port: number; owned: boolean }> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const running = await findRunning(cluster, password);
    if (running.state === 'ready') {
      onProgress?.('Using the database that is running already.');
      return { port: running.port, owned: false };
    }
    const attempt = running.state === 'none' ? await tryStart(tools, cluster, settings) : undefined;
    if (attempt?.ok) return { port: attempt.value, owned: true };
    if (Date.now() > deadline) {
      throw new Error(`The database in ${cluster} does not start. ${attempt?.error ?? ''}\n${await logTail(cluster)}`);
    }
    await sleep(RETRY_MS);
  }
}

type Running = { readonly state: 'ready'; readonly port: number } | { readonly state: 'starting' | 'none' };

/** Is the server of this very data directory running? Its port may by now belong to another Postgres. */
async function findRunning(cluster: string, password: string): Promise<Running> {
  const postmaster = await readPostmaster(dataOf(cluster));
  if (!postmaster || !isAlive(postmaster.pid)) return { state: 'none' };
  if (postmaster.port === undefined) return { state: 'none' };
  const client = new pg.Client(connectionConfig(serverUrl(password, postmaster.port, 'postgres')));
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    const theirs = await realpath(rows[0]?.data_directory ?? '').catch(() => '');
    if (theirs !== (await realpath(dataOf(cluster)))) return { state: 'none' };
    return { state: 'ready', port: postmaster.port };
  } catch (error) {
    return { state: isStartingUp(error) ? 'starting' : 'none' };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** SQLSTATE 57P03: it answers, but still starts, recovers or stops. */
function isStartingUp(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57P03';
}

/** Starts the server and returns its port, or why it did not start. */
async function tryStart(
  tools: PostgresTools,
  cluster: string,
  settings: readonly string[],
): Promise<Result<number, string>> {
  await removeForeignPidFile(dataOf(cluster));
  await limitLog(cluster);
  const port = await choosePort(cluster);
  const options = [`-p ${port}`, ...settings.map((setting) => `-c ${setting}`)].join(' ');
  try {
    await tools.run('pg_ctl', ['start', '-D', dataOf(cluster), '-l', logOf(cluster), '-o', options, '-w', '-t', '120']);
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error));
  }
  await writeFile(path.join(cluster, 'port'), `${port}\n`);
  return ok(port);
}

async function stopCluster(tools: PostgresTools, cluster: string): Promise<void> {
  await tools
    .run('pg_ctl', ['stop', '-D', dataOf(cluster), '-m', 'fast', '-w', '-t', `${STOP_SECONDS}`])
    .catch(async (error: unknown) => {
      const postmaster = await readPostmaster(dataOf(cluster));
      if (postmaster && isAlive(postmaster.pid)) throw error;
    });
}

/** The port of last time, when it is free: bookmarks of database tools go on working. */
async function choosePort(cluster: string): Promise<number> {
  const text = await readFile(path.join(cluster, 'port'), 'utf8').catch(() => '');
  const remembered = Number.parseInt(text, 10);
  if (remembered > 0 && (await listenOnce(remembered)) !== undefined) return remembered;
  return freePort();
}

function listenOnce(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ port, host: HOST, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : undefined));
    });
  });
}

async function ensureDatabase(maintenanceUrl: string): Promise<void> {
  const client = new pg.Client(connectionConfig(maintenanceUrl));
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } catch (error) {
    if (!isDatabaseThere(error)) throw error;
  } finally {
    await client.end();
  }
}

/** Another start made it in the meantime: 42P04, or 23505 when both made it at the same instant. */
function isDatabaseThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '42P04' || error.code === '23505');
}

async function limitLog(cluster: string): Promise<void> {
  const size = await stat(logOf(cluster)).then(
    (found) => found.size,
    () => 0,
  );
  if (size > LOG_LIMIT_BYTES) await rename(logOf(cluster), `${logOf(cluster)}.old`);
}

async function logTail(cluster: string): Promise<string> {
  const text = await readFile(logOf(cluster), 'utf8').catch(() => '');
  return text.trimEnd().split('\n').slice(-10).join('\n');
}

function serverUrl(password: string, port: number, database: string): string {
  return `postgres://${USER}:${password}@${HOST}:${port}/${database}`;
}

const dataOf = (cluster: string) => path.join(cluster, 'data');
const logOf = (cluster: string) => path.join(cluster, 'log');
