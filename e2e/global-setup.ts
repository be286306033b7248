import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { freePort, startEmbeddedPostgres } from '@/lib/db/embedded';
import { makeTemporaryFolder, removeAbandonedServers } from '@/lib/testing/server';
import { signEverybodyIn } from './example-sessions';
import { keepSample } from './sample-database';

const projectRoot = path.resolve(import.meta.dirname, '..');

/**
 * Starts the built product as a user would, with a database of its own full of sample data, and stops it afterwards.
 * `FAILPATH_E2E_URL` and `FAILPATH_E2E_DATABASE_URL` name one that is running already; the tests change its data. Its
 * channels have to be allowed the receiver of the tests, `127.0.0.1:$FAILPATH_E2E_RECEIVER_PORT`, and its mail goes to
 * `$FAILPATH_E2E_MAIL_PORT`.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  if (process.env.FAILPATH_E2E_URL) {
    await signEverybodyIn(process.env.FAILPATH_E2E_URL);
    return () => Promise.resolve();
  }
  await removeAbandonedServers();
  const folder = await makeTemporaryFolder();
  const data = path.join(folder, 'data');
  const [port, receiver, mail] = [await freePort(), await freePort(), await freePort()];
  process.env.FAILPATH_E2E_RECEIVER_PORT = `${receiver}`;
  process.env.FAILPATH_E2E_MAIL_PORT = `${mail}`;
  // Channels may reach the receiver and the mail server that tests start on this machine.
  const channels = {
    FAILPATH_CHANNEL_HOSTS: `127.0.0.1:${receiver}`,
    FAILPATH_SMTP_URL: `smtp://127.0.0.1:${mail}`,
    FAILPATH_MAIL_FROM: 'failpath@example.com',
  };
  const product = spawn(process.execPath, ['--import', 'tsx', 'scripts/start.ts'], {
    cwd: projectRoot,
    env: { ...environment(), PORT: `${port}`, FAILPATH_DATA: data, ...channels },
    // With a channel it stops by itself when the test run is killed.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  await ready(product);
  process.env.FAILPATH_E2E_URL = `http://localhost:${port}`;
  // Adopts the server that the product has started: tests write run history into it, as a platform would.
  const { url } = await startEmbeddedPostgres({ folder: data });
  process.env.FAILPATH_E2E_DATABASE_URL = url;
  await signEverybodyIn(process.env.FAILPATH_E2E_URL);
  await keepSample(url);
  return async () => {
    const ended = once(product, 'exit');
    product.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
}

/** The test's own settings only: a developer's DATABASE_URL must never be filled with test data. Empty = not even from `.env`. */
function environment(): NodeJS.ProcessEnv {
  const { DATABASE_URL: _database, FAILPATH_SAMPLE: _sample, NODE_ENV: _mode, ...rest } = process.env;
  return { ...rest, DATABASE_URL: '', HOST: '', FAILPATH_URL: '', FAILPATH_SAMPLE: '1', NODE_ENV: 'production' };
}

async function ready(product: ChildProcess): Promise<void> {
  if (!product.stdout) throw new Error('The product has no output.');
  for await (const line of createInterface({ input: product.stdout })) {
    process.stdout.write(`${line}\n`);
    if (line.startsWith('Failpath is ready on')) {
      product.stdout.resume();
      return;
    }
  }
  throw new Error('The product did not start.');
}
