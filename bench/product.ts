import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '@/lib/db/embedded';
import { newKey } from '@/scripts/secret-keys';

/** Starts the built product (and builds it, where that is to do) on a database; returns its address. */
export async function startProduct(databaseUrl: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await freePort();
  const product = spawn(process.execPath, ['--import', 'tsx', 'scripts/start.ts'], {
    cwd: path.resolve(import.meta.dirname, '..'),
    env: {
      ...process.env,
      ...{ NODE_ENV: 'production', DATABASE_URL: databaseUrl, FAILPATH_SAMPLE: '0', PORT: `${port}` },
      ...{ FAILPATH_SECRET_KEYS: newKey(), HOST: '', FAILPATH_URL: '' },
    },
    // With a channel it ends with this process, whatever becomes of that.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  await ready(product);
  const stop = async () => {
    const ended = once(product, 'exit');
    product.kill('SIGTERM');
    await ended;
  };
  return { url: `http://localhost:${port}`, stop };
}

async function ready(product: ChildProcess): Promise<void> {
  if (!product.stdout) throw new Error('the product has no output');
  for await (const line of createInterface({ input: product.stdout })) {
    console.error(line);
    if (line.startsWith('Failpath is ready on')) {
      product.stdout.resume();
      return;
    }
  }
  throw new Error('the product did not start');
}
