import { once } from 'node:events';
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { thisNetwork } from '@/lib/network/guarded-post';
import { currentKeyring } from '@/lib/secrets/keyring-store';
import { testContext } from '@/lib/testing/context';
import { requestingPlatform } from './platform-request';
import type { PlatformTrial } from './proving-context';
import { claimRun, currentTrial } from './run-store';
import { addTarget } from './target-commands';
import { askForDrills, type DrillWorld, makeDrillWorld } from './testing/drill-world';

const ctx = testContext();
/** Status of the next answers, one each; 202 afterwards. `hang`: none comes. */
const answers: (number | 'hang')[] = [];
const got: { headers: Record<string, string>; body: string }[] = [];
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
  got.push({ headers: Object.fromEntries(headers), body: Buffer.concat(chunks).toString('utf8') });
  const answer = answers.shift() ?? 202;
  if (answer !== 'hang') response.writeHead(answer, { location: 'http://127.0.0.1:1/' }).end('{"proved":true}');
});
let host = '';
let world: DrillWorld;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  host = `127.0.0.1:${address.port}`;
  world = await makeDrillWorld(ctx.db);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  answers.length = 0;
  got.length = 0;
  vi.stubEnv('FAILPATH_SECRET_KEYS', `k1:${Buffer.alloc(32, 1).toString('base64')}`);
  vi.stubEnv('FAILPATH_CHANNEL_HOSTS', host);
  await ctx.db.drillRun.deleteMany();
  await ctx.db.drillTarget.deleteMany();
});

/** A trial that its worker holds, with a target that is asked at this server, and the secret of that. */
async function asked(drill: 2 | 4 = 2): Promise<{ trial: PlatformTrial; secret: string; targetId: string }> {
  const target = await addTarget(ctx, { name: 'Staging', environment: 'staging', url: `http://${host}/drills` });
  if (!target.ok || target.value.secret === null) throw new Error('the target holds');
  const { id: targetId, secret } = target.value;
  await askForDrills(world, { drills: [{ drill, fault: 'http_503' }], runner: 'webhook', targetId, clock: 'real' });
  const run = await claimRun({ db: ctx.db, now: new Date(), leaseMs: 60_000 });
  const trial = run && (await currentTrial(ctx.db, run));
  if (!run || !trial) throw new Error('the run waits');
  return { trial: { run, trial, realm: { workflowKey: world.workflowKey, nodeId: 'charge' } }, secret, targetId };
}

const platform = (totalMs = 5_000) =>
  requestingPlatform({
    ...{ db: ctx.db, keyring: currentKeyring, pausesMs: [1, 1, 1] },
    network: () => ({ ...thisNetwork(), totalMs }),
  });

describe('what a platform is asked', () => {
  it('is what the documentation says, signed as Standard Webhooks has it', async () => {
    const { trial, secret } = await asked(4);
    expect(await platform().start(trial)).toEqual({ ok: true, value: null });
    const [request] = got;
    if (request === undefined) throw new Error('nothing was asked');
    const id = trial.trial.id;
    expect(new Webhook(secret).verify(request.body, request.headers)).toEqual({
      ...{ type: 'drill.start', trial: id, runIds: [`failpath-drill-${id}`, `failpath-drill-${id}-2`] },
      ...{ source: 'own', workflow: world.workflowKey, node: 'charge', testNode: 'charge', drill: 4 },
      ...{ fault: 'http_503', errorCode: '503', override: { maxAttempts: 1 }, executions: 2 },
    });
    expect(() => new Webhook('whsec_AAAA').verify(request.body, request.headers)).toThrow();
  });

  it('names the test node, and asks to put back under an id of its own', async () => {
    const { trial } = await asked();
    const there = { ...trial, run: { ...trial.run, testNode: 'charge-test' } };
    await platform().start(there);
    await platform().restore(there);
    expect(got.map(({ body }) => JSON.parse(body))).toMatchObject([
      { type: 'drill.start', node: 'charge', testNode: 'charge-test' },
      { type: 'drill.restore', override: { maxAttempts: 1 } },
    ]);
    expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
  });

  it('comes again under the same id with the same bytes, while asking again may help', async () => {
    const { trial } = await asked();
    answers.push(503, 429, 408);
    expect(await platform().start(trial)).toEqual({ ok: true, value: null });
    expect(got).toHaveLength(4);
    expect(new Set(got.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).toBe(1);
  });

  it('comes four times at most', async () => {
    const { trial } = await asked();
    answers.push(500, 500, 500, 500, 202);
    expect(await platform().start(trial)).toEqual({ ok: false, error: { reason: 'answered_500' } });
    expect(got).toHaveLength(4);
  });

  it.each([400, 401, 404, 302])('is refused by %s, once and for all; a redirect is not followed', async (status) => {
    const { trial } = await asked();
    answers.push(status);
    expect(await platform().start(trial)).toEqual({ ok: false, error: { reason: `answered_${status}` } });
    expect(got).toHaveLength(1);
  });

  it('comes again where no answer came', async () => {
    const { trial } = await asked();
    answers.push('hang');
    expect(await platform(300).start(trial)).toEqual({ ok: true, value: null });
    expect(got).toHaveLength(2);
  });
});

describe('nobody is asked', () => {
  const reasonOf = async (trial: PlatformTrial) => {
    const result = await platform().start(trial);
    expect(got).toEqual([]);
    return result.ok ? null : result.error.reason;
  };

  it('where the host is private and no longer allowed', async () => {
    const { trial } = await asked();
    vi.stubEnv('FAILPATH_CHANNEL_HOSTS', '');
    expect(await reasonOf(trial)).toBe('blocked_address');
  });

  it('where the target is gone, has no address, became production, or its secret cannot be read', async () => {
    const { trial, targetId } = await asked();
    const set = (data: object) => ctx.db.drillTarget.update({ where: { id: targetId }, data });
    await set({ environment: 'production' });
    expect(await reasonOf(trial)).toBe('production');
    await set({ environment: 'staging', sealed: 'fps1.k1.x.y' });
    expect(await reasonOf(trial)).toBe('secret_unreadable');
    await set({ url: null });
    expect(await reasonOf(trial)).toBe('no_address');
    await set({ removedAt: ctx.now });
    expect(await reasonOf(trial)).toBe('no_address');
  });

  it('where nobody listens', async () => {
    const { trial, targetId } = await asked();
    vi.stubEnv('FAILPATH_CHANNEL_HOSTS', '127.0.0.1:1');
    await ctx.db.drillTarget.update({ where: { id: targetId }, data: { url: 'http://127.0.0.1:1/' } });
    expect(await reasonOf(trial)).toBe('not_reached');
  });
});
