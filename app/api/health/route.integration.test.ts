import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testContext } from '@/lib/testing/context';
import { type BuiltScript, buildScript } from '@/lib/worker/testing/built-script';

const ctx = testContext();
let web: BuiltScript;
beforeAll(async () => {
  web = await buildScript(path.join(import.meta.dirname, 'testing/plain-web.ts'));
}, 120_000);
afterAll(() => web.remove());

const SOON = { timeout: 2_000, interval: 50 };

it('a web process that is asked to end says 503, answers until it has drained, and is gone in order', async () => {
  const child = spawn(process.execPath, [web.file], {
    env: { NODE_ENV: 'test', DATABASE_URL: ctx.url, FAILPATH_WORKER: '0', FAILPATH_DRAIN_SECONDS: '3' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const exited = once(child, 'exit');
    const [port] = await once(child.stdout, 'data');
    const url = `http://127.0.0.1:${Number.parseInt(String(port), 10)}`;
    const health = async () => (await fetch(`${url}/health`)).status;
    const own = () => ctx.db.process.findFirst();
    await expect.poll(own, { timeout: 30_000 }).toMatchObject({ kind: 'web', works: false, stopping: false });
    expect((await own())?.pid).toBe(child.pid);
    expect(await health()).toBe(200);
    // As a terminal and npm do, both.
    child.kill('SIGTERM');
    child.kill('SIGTERM');
    await expect.poll(health, SOON).toBe(503);
    await expect.poll(own, SOON).toMatchObject({ stopping: true });
    const slow = fetch(`${url}/slow`);
    expect(await exited).toEqual([143, null]);
    expect((await slow).status).toBe(200);
    expect(await own()).toBeNull();
  } finally {
    child.kill('SIGKILL');
  }
}, 90_000);
