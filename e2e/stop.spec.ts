import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { freePort } from '@/lib/db/embedded';
import { expect, test } from './fixtures';
import { product } from './product';

const ROOT = path.resolve(import.meta.dirname, '..');

test('a second web process on the same database drains and ends in order when it is asked to', async ({ db }) => {
  const { databaseUrl } = product();
  const port = await freePort();
  const child = spawn(
    process.execPath,
    ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1', '-p', `${port}`],
    {
      cwd: ROOT,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        DATABASE_URL: databaseUrl ?? '',
        FAILPATH_SECRET_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
        FAILPATH_WORKER: '0',
        FAILPATH_DRAIN_SECONDS: '3',
      },
      stdio: 'ignore',
    },
  );
  const exited = once(child, 'exit');
  try {
    const health = () =>
      fetch(`http://127.0.0.1:${port}/api/health`).then(
        ({ status }) => status,
        () => null,
      );
    const own = () => db.process.findFirst({ where: { kind: 'web', works: false, pid: child.pid ?? 0 } });
    await expect.poll(health, { timeout: 30_000 }).toBe(200);
    await expect.poll(own, { timeout: 15_000 }).toMatchObject({ stopping: false });
    child.kill('SIGTERM');
    await expect.poll(health, { timeout: 2_000, intervals: [50] }).toBe(503);
    // Who comes all the same is still answered.
    expect((await fetch(`http://127.0.0.1:${port}/sign-in`)).status).toBe(200);
    await expect.poll(own, { timeout: 2_000, intervals: [50] }).toMatchObject({ stopping: true });
    expect(await exited).toEqual([143, null]);
    expect(await own()).toBeNull();
  } finally {
    child.kill('SIGKILL');
  }
});
