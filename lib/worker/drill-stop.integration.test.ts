import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectionConfig } from '@/lib/db/connection';
import type { Proving } from '@/lib/drills/proving-context';
import { claimDrills, runClaimed } from '@/lib/drills/runner';
import { ALL_FIVE, askForDrills, makeDrillWorld, RIGHT, type RunInput } from '@/lib/drills/testing/drill-world';
import { MOST_ROUNDS, type Phase } from '@/lib/drills/vocabulary';
import { testContext } from '@/lib/testing/context';
import { type Bench, openBench } from './testing/drill-bench';

const ctx = testContext();
let bench: Bench;
beforeAll(async () => {
  bench = await openBench(ctx);
});
afterAll(() => bench.close());

const trialsOf = (runId: string) =>
  ctx.db.drillTrial.findMany({ where: { runId }, orderBy: [{ drill: 'asc' }, { round: 'asc' }] });
const phaseOf = async (runId: string) => (await trialsOf(runId)).find(({ state }) => state === 'running')?.phase;
const stop = (id: string) =>
  ctx.db.drillRun.update({ where: { id }, data: { stopAskedAt: new Date(), stopAskedBy: 'Ann' } });
const unsentOf = (runId: string) => ctx.drillDb.$queryRaw<object[]>`
  select d.id from drill.delivery d join drill.hand_off h on h.id = d.hand_off_id
  join public.drill_trial t on t.id = h.source_id
  where t.run_id = ${runId}::uuid and d.state in ('pending', 'retry', 'sending')`;

/** How each phase is made to last. */
const HELD: readonly (readonly [Phase, RunInput, Partial<Proving>])[] = [
  [
    'attempt',
    { drills: [{ drill: 1, fault: 'lock_wait' }, { drill: 2 }] },
    {
      tryOnce: async ({ signal }) => {
        await sleep(60_000, undefined, { signal });
        return { status: 'succeeded' };
      },
    },
  ],
  ['wait', { clock: 'real' }, {}],
  ['look', { drills: ALL_FIVE.slice(1) }, { follow: () => Promise.resolve({ whole: false }) }],
  ['deliver', { drills: ALL_FIVE.slice(1), channels: 'real' }, { deliver: () => undefined }],
];

describe('a run that is to stop', () => {
  it.each(HELD)('stops in the phase "%s", and leaves nothing behind that is sent', async (phase, input, parts) => {
    const runId = await askForDrills(await makeDrillWorld(ctx.db), input);
    const done = bench.runAll(() => parts);
    await expect.poll(() => phaseOf(runId), { timeout: 30_000 }).toBe(phase);
    await stop(runId);
    const asked = performance.now();
    await done;
    expect(performance.now() - asked).toBeLessThan(20_000);
    expect(await ctx.db.drillRun.findUnique({ where: { id: runId } })).toMatchObject({
      state: 'aborted',
      problem: 'stopped',
    });
    expect((await trialsOf(runId)).map(({ state, problem }) => `${state} ${problem}`)).toEqual(
      (input.drills ?? ALL_FIVE).map(() => 'aborted stopped'),
    );
    expect(await unsentOf(runId)).toEqual([]);
    expect(await ctx.db.drillCertificate.count({ where: { runId } })).toBe(0);
    expect(bench.said).toEqual([]);
  });

  it('stops while it is being prepared', async () => {
    const runId = await askForDrills(await makeDrillWorld(ctx.db));
    const release = await lockTable('drill.source');
    const done = bench.runAll();
    await expect.poll(() => phaseOf(runId), { timeout: 30_000 }).toBe('prepare');
    await stop(runId);
    await sleep(500);
    await release();
    await done;
    expect((await trialsOf(runId)).every(({ state }) => state === 'aborted')).toBe(true);
  });

  it('stops while it is being judged', async () => {
    const runId = await askForDrills(await makeDrillWorld(ctx.db), { drills: [{ drill: 2 }] });
    const done = bench.runAll(() => ({ deliver: () => undefined }));
    await expect.poll(() => phaseOf(runId), { timeout: 30_000 }).toBe('deliver');
    const release = await lockTable('drill.effect');
    bench.proving.deliver();
    await expect.poll(() => phaseOf(runId), { timeout: 30_000 }).toBe('judge');
    await stop(runId);
    await sleep(500);
    await release();
    await done;
    expect((await trialsOf(runId)).map(({ state, observations }) => [state, observations])).toEqual([['aborted', []]]);
  });

  it('ends without beginning when it was asked before', async () => {
    const runId = await askForDrills(await makeDrillWorld(ctx.db));
    await stop(runId);
    await bench.runAll();
    expect((await trialsOf(runId)).map(({ startedAt }) => startedAt)).toEqual(ALL_FIVE.map(() => null));
    expect(await ctx.db.drillRun.findUnique({ where: { id: runId } })).toMatchObject({ state: 'aborted' });
  });
});

describe('a run whose log cannot be followed', () => {
  it('is not judged', async () => {
    const runId = await askForDrills(await makeDrillWorld(ctx.db), { drills: [{ drill: 2 }, { drill: 3 }] });
    await bench.runAll(() => ({ follow: () => Promise.resolve({ whole: false }), times: { followMs: 300 } }));
    expect(await ctx.db.drillRun.findUnique({ where: { id: runId } })).toMatchObject({
      ...{ state: 'aborted', problem: 'nothing_followed' },
    });
    expect((await trialsOf(runId)).map(({ observations }) => observations)).toEqual([[], []]);
  });

  it('waits for a transaction that is open elsewhere on the server', async () => {
    const runId = await askForDrills(await makeDrillWorld(ctx.db), { drills: [{ drill: 2 }] });
    const release = await lockTable('public.business_cycle');
    const done = bench.runAll();
    await expect.poll(() => phaseOf(runId), { timeout: 30_000 }).toBe('look');
    await sleep(700);
    expect(await phaseOf(runId)).toBe('look');
    await release();
    await done;
    expect((await trialsOf(runId)).map(({ state }) => state)).toEqual(['passed']);
  });
});

describe('a run that its worker has left', () => {
  it('is taken up at once by another one when its worker is to stop, and what was begun is done again', async () => {
    const retry = { maxAttempts: 2, backoff: 'fixed', initialInterval: '1500ms', maxInterval: '1500ms' };
    const world = await makeDrillWorld(ctx.db, { config: { ...RIGHT, retry } });
    const runId = await askForDrills(world, { drills: [{ drill: 1, fault: 'reset' }, { drill: 2 }], clock: 'real' });
    const leaving = new AbortController();
    const run = await claimDrills(bench.proving);
    if (run === null) throw new Error('there is a run');
    const left = runClaimed({ ...bench.proving, stopping: leaving.signal }, run);
    await expect.poll(() => phaseOf(runId), { timeout: 30_000 }).toBe('wait');
    leaving.abort();
    await left;
    await bench.runAll();
    expect((await trialsOf(runId)).map(({ drill, round, state }) => [drill, round, state])).toEqual([
      ...[
        [1, 1, 'interrupted'],
        [1, 2, 'passed'],
        [2, 1, 'passed'],
      ],
    ]);
  });

  it('is given up when it was done so often', async () => {
    const runId = await askForDrills(await makeDrillWorld(ctx.db), { drills: [{ drill: 2 }, { drill: 3 }] });
    const [first] = await trialsOf(runId);
    await ctx.db.drillRun.update({ where: { id: runId }, data: { state: 'running', leaseUntil: new Date(0) } });
    await ctx.db.drillTrial.update({
      where: { id: first?.id ?? '' },
      data: { state: 'running', round: MOST_ROUNDS, phase: 'attempt', startedAt: new Date(0) },
    });
    await bench.runAll();
    expect((await trialsOf(runId)).map(({ state }) => state)).toEqual(['interrupted', 'aborted']);
    expect(await ctx.db.drillRun.findUnique({ where: { id: runId } })).toMatchObject({
      ...{ state: 'aborted', problem: 'interrupted' },
    });
  });

  it('is done again as another round, with steps, records and messages of its own', async () => {
    const runId = await askForDrills(await makeDrillWorld(ctx.db), { drills: [{ drill: 4 }] });
    const { promise: stuck, resolve: release } = deferred();
    const died: Proving = {
      ...bench.proving,
      times: { leaseMs: 300, pulseMs: 1_000, longestWaitMs: 100 },
      follow: () => stuck.then(() => ({ whole: true })),
    };
    const run = await claimDrills(died);
    if (run === null) throw new Error('there is a run');
    const late = runClaimed(died, run);
    await expect.poll(() => phaseOf(runId), { timeout: 30_000 }).toBe('look');
    await sleep(400);
    await bench.runAll();
    const [first, second] = await trialsOf(runId);
    expect([first?.state, first?.round, second?.state, second?.round]).toEqual(['interrupted', 1, 'passed', 2]);
    expect(first?.observations).toEqual([]);
    const handOffs = await ctx.drillDb.handOff.findMany({
      where: { sourceId: { in: [first?.id ?? '', second?.id ?? ''] } },
    });
    expect(handOffs.map(({ sourceId }) => sourceId)).toEqual([second?.id, second?.id]);
    release();
    await late;
  });

  it('is written about by nobody who has lost it', async () => {
    const runId = await askForDrills(await makeDrillWorld(ctx.db, { owner: null }), { drills: [{ drill: 2 }] });
    const { promise: held, resolve: release } = deferred();
    const slow: Proving = {
      ...bench.proving,
      times: { leaseMs: 300, pulseMs: 1_000 },
      follow: async (trialId, at) => {
        await held;
        return bench.proving.follow(trialId, at);
      },
    };
    const run = await claimDrills(slow);
    if (run === null) throw new Error('there is a run');
    const late = runClaimed(slow, run);
    await expect.poll(() => phaseOf(runId), { timeout: 30_000 }).toBe('look');
    await sleep(400);
    await bench.runAll();
    const before = await trialsOf(runId);
    release();
    await late;
    expect(await trialsOf(runId)).toEqual(before);
    expect(before.map(({ state }) => state)).toEqual(['interrupted', 'failed']);
  });
});

describe('several workers', () => {
  it('never do one run at once', async () => {
    const other = await openBench(ctx);
    const runs: string[] = [];
    for (let index = 0; index < 10; index++)
      runs.push(await askForDrills(await makeDrillWorld(ctx.db), { drills: [{ drill: 2 }, { drill: 3 }] }));
    const seen = new Map<string, Set<number>>();
    const seenBy =
      (which: number, { proving }: Bench) =>
      (): Partial<Proving> => ({
        follow: (trialId, at) => {
          seen.set(trialId, (seen.get(trialId) ?? new Set()).add(which));
          return proving.follow(trialId, at);
        },
      });
    await Promise.all([bench.runAll(seenBy(1, bench)), other.runAll(seenBy(2, other))]);
    await other.close();
    const trials = await ctx.db.drillTrial.findMany({ where: { runId: { in: runs } } });
    expect(trials.map(({ state, round }) => `${state} ${round}`)).toEqual(trials.map(() => 'passed 1'));
    expect([...seen.values()].map(({ size }) => size)).toEqual(trials.map(() => 1));
  });

  it('do runs that really send to one group one after the other', async () => {
    const world = await makeDrillWorld(ctx.db, { config: { ...RIGHT, owner: 'shared-ops' }, channels: [] });
    const again = await makeDrillWorld(ctx.db, { config: { ...RIGHT, owner: 'shared-ops' }, channels: [] });
    await askForDrills(world, { drills: [{ drill: 3 }], channels: 'real' });
    await askForDrills(again, { drills: [{ drill: 3 }], channels: 'real' });
    const first = await claimDrills(bench.proving);
    expect(first).not.toBeNull();
    expect(await claimDrills(bench.proving)).toBeNull();
    if (first !== null) await runClaimed(bench.proving, first);
    const second = await claimDrills(bench.proving);
    expect(second).not.toBeNull();
    if (second !== null) await runClaimed(bench.proving, second);
  });
});

/** Locks a table as somebody else's transaction does, which everything that follows has to wait for. */
async function lockTable(table: string): Promise<() => Promise<void>> {
  const client = new pg.Client(connectionConfig(ctx.url));
  await client.connect();
  await client.query(`begin; lock table ${table} in access exclusive mode`);
  return () => client.end();
}

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
