import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addChannel, addGroup, addNotifications, TEST_KEYS } from '@/lib/alerts/testing/outbox';
import { LEASE_MS } from '@/lib/operations/presence';
import { testContext } from '@/lib/testing/context';
import { type BuiltScript, buildScript } from './testing/built-script';

const ctx = testContext();
const ROOT = path.resolve(import.meta.dirname, '../..');
const PATIENCE = { timeout: 90_000, interval: 100 };
const children = new Set<ChildProcess>();
let worker: BuiltScript;

beforeAll(async () => {
  worker = await buildScript(path.join(import.meta.dirname, 'testing/plain-worker.ts'));
}, 120_000);
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
  await ctx.db.process.deleteMany();
  await ctx.db.leadership.deleteMany();
});
afterAll(() => worker.remove());

function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { NODE_ENV: 'test', DATABASE_URL: ctx.url, FAILPATH_SECRET_KEYS: TEST_KEYS, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  return child;
}

const listed = () => ctx.db.process.findMany({ orderBy: { pid: 'asc' } });
const pidsOf = (some: readonly ChildProcess[]) => some.map(({ pid }) => pid ?? 0).sort((a, b) => a - b);

/** The process that leads by a lease that holds. */
async function leader(): Promise<number | null> {
  const [row] = await ctx.db.$queryRaw<{ pid: number }[]>`
    select p.pid from leadership l join process p on p.id = l.process_id where l.until > now()`;
  return row?.pid ?? null;
}

describe('several worker processes', () => {
  it('exactly one leads; when it is killed, another one does within seconds; asked to end, each leaves at once', async () => {
    const workers = Array.from({ length: 3 }, () => start([worker.file]));
    await expect.poll(async () => (await listed()).map(({ pid }) => pid), PATIENCE).toEqual(pidsOf(workers));
    await expect.poll(leader, PATIENCE).not.toBeNull();
    const first = await leader();
    expect(await ctx.db.leadership.count()).toBe(1);

    const killed = workers.find(({ pid }) => pid === first);
    killed?.kill('SIGKILL');
    const at = performance.now();
    const others = workers.filter((each) => each !== killed);
    await expect.poll(async () => pidsOf(others).includes((await leader()) ?? 0), PATIENCE).toBe(true);
    expect(performance.now() - at).toBeLessThan(LEASE_MS + 5_000);
    // It left no word: its row stays until it is swept.
    expect(await ctx.db.process.count()).toBe(3);

    const second = await leader();
    const stopped = others.find(({ pid }) => pid === second);
    stopped?.kill('SIGTERM');
    const [code] = stopped ? await once(stopped, 'exit') : [];
    expect(code).toBe(0);
    expect((await listed()).map(({ pid }) => pid)).not.toContain(second);
    const third = pidsOf(others).find((pid) => pid !== second);
    await expect.poll(leader, PATIENCE).toBe(third);
  }, 120_000);

  it('one that is asked to end while it sends lets that end, and begins nothing new', async () => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests++;
      setTimeout(() => response.writeHead(204).end(), 2_000);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const host = `127.0.0.1:${typeof address === 'object' && address ? address.port : ''}`;
    const channel = await addChannel(ctx.db, await addGroup(ctx.db), { url: `http://${host}/in` });
    const [sending] = await addNotifications(ctx.db, channel, 1, new Date(Date.now() - 1_000));
    // The very script of `npm run worker`.
    const script = start(['--import', 'tsx', 'scripts/worker.ts'], { FAILPATH_CHANNEL_HOSTS: host });
    const exited = once(script, 'exit');
    await expect.poll(() => requests, PATIENCE).toBe(1);
    script.kill('SIGTERM');
    await sleep(300);
    const [waiting] = await addNotifications(ctx.db, channel, 1, new Date(Date.now() - 1_000));
    expect(await exited).toEqual([0, null]);
    server.close();
    const stateOf = async (id = '') => (await ctx.db.delivery.findUniqueOrThrow({ where: { id } })).state;
    expect([await stateOf(sending), await stateOf(waiting), requests]).toEqual(['sent', 'pending', 1]);
    expect(await listed()).toEqual([]);
  }, 120_000);
});
