import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { testKeyring } from '@/lib/alerts/testing/outbox';
import { createDb } from '@/lib/db/client';
import { startDrills } from '@/lib/drills/commands';
import { ALL_FIVE, askForDrills, makeDrillWorld, RIGHT } from '@/lib/drills/testing/drill-world';
import { FAULTS_OF } from '@/lib/drills/vocabulary';
import { testContext } from '@/lib/testing/context';
import { openLine } from './testing/database-line';
import { startWorker, type Worker, type WorkerOptions } from './worker';

const ctx = testContext();
const workers: Worker[] = [];
const said: string[] = [];
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
});

function start(drills: WorkerOptions['drills'] = {}, other: Partial<WorkerOptions> = {}): Worker {
  const log = {
    warn: (_: object, message: string) => said.push(message),
    error: (event: object, message: string) => said.push(`${message} ${JSON.stringify(event)}`),
  };
  const shared = { db: ctx.db, url: ctx.url, log, keyring: testKeyring, publicUrl: 'http://localhost' };
  const worker = startWorker({ ...shared, drills, ...other });
  workers.push(worker);
  return worker;
}

const stateOf = async (id: string) => (await ctx.db.drillRun.findUnique({ where: { id } }))?.state;

describe('a worker', () => {
  it('does the drills that are asked for by the command', async () => {
    start();
    const { nodeRowId } = await makeDrillWorld(ctx.db);
    const drills = ALL_FIVE.map(({ drill }) => ({ drill, fault: FAULTS_OF[drill][0] ?? 'http_503' }));
    const choices = { targetId: null, testNode: null, againOf: null, runner: 'builtin', channels: 'capture' } as const;
    const started = await startDrills(ctx, { nodeRowId, drills, ...choices, clock: 'shortened' });
    if (!started.ok) throw new Error(started.error.reason);
    const { runId } = started.value;
    await expect.poll(() => stateOf(runId), { timeout: 60_000 }).toBe('passed');
    expect(said).toEqual([]);
  }, 90_000);

  it('does built-in runs while others wait for people', async () => {
    const waiting = await askForDrills(await makeDrillWorld(ctx.db), {
      ...{ drills: [{ drill: 2 }], runner: 'person', clock: 'real' },
    });
    const builtin = await askForDrills(await makeDrillWorld(ctx.db), { drills: [{ drill: 2 }] });
    start({ most: 1 });
    await expect.poll(() => stateOf(builtin), { timeout: 60_000 }).toBe('passed');
    expect(await stateOf(waiting)).toBe('running');
    await ctx.db.drillRun.update({ where: { id: waiting }, data: { stopAskedAt: new Date() } });
    await expect.poll(() => stateOf(waiting), { timeout: 30_000 }).toBe('aborted');
  }, 90_000);

  it('that is to stop leaves its runs to others at once, and those do them', async () => {
    const retry = { ...RIGHT.retry, initialInterval: '3s', maxInterval: '3s' };
    const world = await makeDrillWorld(ctx.db, { config: { ...RIGHT, retry } });
    const runId = await askForDrills(world, { drills: [{ drill: 1, fault: 'reset' }], clock: 'real' });
    const first = start();
    const phase = async () => (await ctx.db.drillTrial.findFirst({ where: { runId } }))?.phase;
    await expect.poll(phase, { timeout: 30_000 }).toBe('wait');
    const asked = performance.now();
    await first.stop();
    expect(performance.now() - asked).toBeLessThan(9_000);
    expect(await stateOf(runId)).toBe('running');
    start();
    await expect.poll(() => stateOf(runId), { timeout: 60_000 }).toBe('passed');
    const trials = await ctx.db.drillTrial.findMany({ where: { runId }, orderBy: { round: 'asc' } });
    expect(trials.map(({ state }) => state)).toEqual(['interrupted', 'passed']);
  }, 90_000);
});

describe('a database that goes away during a drill', () => {
  it('is waited for: what was begun is done again, and nothing passes by what it left', async () => {
    const line = await openLine(ctx.url);
    const db = createDb(line.url);
    const retry = { ...RIGHT.retry, maxAttempts: 2, initialInterval: '3s', maxInterval: '3s' };
    const world = await makeDrillWorld(ctx.db, { config: { ...RIGHT, retry } });
    const runId = await askForDrills(world, { drills: [{ drill: 1, fault: 'reset' }], clock: 'real' });
    const worker = start({ times: { leaseMs: 1_500, pulseMs: 200 } }, { db, url: line.url });
    const trials = () => ctx.db.drillTrial.findMany({ where: { runId }, orderBy: { round: 'asc' } });
    await expect.poll(async () => (await trials())[0]?.phase, { timeout: 30_000 }).toBe('wait');
    await line.cut();
    await sleep(2_000);
    await line.mend();
    await expect.poll(() => stateOf(runId), { timeout: 60_000 }).toBe('passed');
    expect((await trials()).map(({ state }) => state)).toEqual(['interrupted', 'passed']);
    await worker.stop();
    await db.$disconnect();
    await line.cut();
  }, 90_000);
});
