import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, lchown, lstat, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { freePort, startEmbeddedPostgres } from '@/lib/db/embedded';
import { makeTemporaryFolder, removeAbandonedServers } from '@/lib/testing/server';
import { signEverybodyIn } from './example-sessions';
import { announceProducts, PRODUCTS, type Product } from './product';
import { keepSample } from './sample-database';

const projectRoot = path.resolve(import.meta.dirname, '..');

/**
 * Starts the built product as a user would, once for each worker, each with a database of its own full of sample data,
 * and stops them afterwards. `FAILPATH_E2E_URL` and `FAILPATH_E2E_DATABASE_URL` name one that is running already; the
 * tests change its data. Its channels have to be allowed the receiver of the tests,
 * `127.0.0.1:$FAILPATH_E2E_RECEIVER_PORT`, and its mail goes to `$FAILPATH_E2E_MAIL_PORT`.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const { FAILPATH_E2E_URL: url, FAILPATH_E2E_DATABASE_URL: databaseUrl = null, ...ports } = process.env;
  if (url) {
    const receiverPort = Number(ports.FAILPATH_E2E_RECEIVER_PORT);
    const mailPort = Number(ports.FAILPATH_E2E_MAIL_PORT);
    const sessions = await signEverybodyIn(url);
    announceProducts([{ url, databaseUrl, receiverPort, mailPort, sampleKept: false, sessions }]);
    return () => Promise.resolve();
  }
  await removeAbandonedServers();
  const folders = await Promise.all(Array.from({ length: PRODUCTS }, () => makeTemporaryFolder()));
  const running: Running[] = [];
  const stop = async () => {
    await Promise.all(running.map((each) => each.stop()));
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  };
  try {
    const [first = '', ...others] = folders;
    const sessions = await prepareSample(first);
    // Loaded, read and signed in to once; the others begin with what the first one has.
    for (const folder of others) await copyData(path.join(first, DATA), path.join(folder, DATA));
    for (const folder of folders) running.push(await startProduct(folder));
    announceProducts(running.map(({ product }) => ({ ...product, sessions })));
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

const DATA = 'data';

/** The files of a stopped server; as root, each keeps its owner, since Postgres runs as another user. */
async function copyData(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  if (process.getuid?.() !== 0) return;
  for (const name of ['.', ...(await readdir(from, { recursive: true }))]) {
    const { uid, gid } = await lstat(path.join(from, name));
    await lchown(path.join(to, name), uid, gid);
  }
}

/** Starts a product for the first time, and keeps its sample data; returns the sessions of the example people. */
async function prepareSample(folder: string): Promise<string> {
  const { product, stop } = await startProduct(folder);
  try {
    const sessions = await signEverybodyIn(product.url);
    await keepSample(product.databaseUrl);
    return sessions;
  } finally {
    await stop();
  }
}

interface Running {
  readonly product: Omit<Product, 'sessions'> & { readonly databaseUrl: string };
  readonly stop: () => Promise<void>;
}

async function startProduct(folder: string): Promise<Running> {
  const data = path.join(folder, DATA);
  const [port, receiverPort, mailPort] = [await freePort(), await freePort(), await freePort()];
  // Channels may reach the receiver and the mail server that tests start on this machine.
  const channels = {
    FAILPATH_CHANNEL_HOSTS: `127.0.0.1:${receiverPort}`,
    FAILPATH_SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    FAILPATH_MAIL_FROM: 'failpath@example.com',
  };
  const started = spawn(process.execPath, ['--import', 'tsx', 'scripts/start.ts'], {
    cwd: projectRoot,
    env: { ...environment(), PORT: `${port}`, FAILPATH_DATA: data, ...channels },
    // With a channel it stops by itself when the test run is killed.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const stop = async () => {
    const ended = started.exitCode === null && started.signalCode === null ? once(started, 'exit') : undefined;
    started.kill('SIGTERM');
    await ended;
  };
  try {
    await ready(started);
    // Adopts the server that the product has started: tests write run history into it, as a platform would.
    const { url: databaseUrl } = await startEmbeddedPostgres({ folder: data });
    return {
      product: { url: `http://localhost:${port}`, databaseUrl, receiverPort, mailPort, sampleKept: true },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The test's own settings only: a developer's DATABASE_URL must never be filled with test data. Empty = not even from `.env`. */
function environment(): NodeJS.ProcessEnv {
  const {
    DATABASE_URL: _database,
    FAILPATH_SAMPLE: _sample,
    NODE_ENV: _mode,
    LOG_LEVEL = 'silent',
    ...rest
  } = process.env;
  return {
    ...rest,
    DATABASE_URL: '',
    HOST: '',
    FAILPATH_URL: '',
    FAILPATH_SAMPLE: '1',
    LOG_LEVEL: LOG_LEVEL,
    NODE_ENV: 'production',
  };
}

async function ready({ stdout }: ChildProcess): Promise<void> {
  if (!stdout) throw new Error('The product has no output.');
  for await (const line of createInterface({ input: stdout })) {
    process.stdout.write(`${line}\n`);
    if (line.startsWith('Failpath is ready on')) {
      stdout.resume();
      return;
    }
  }
  throw new Error('The product did not start.');
}
