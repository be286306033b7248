import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askForDrills, makeDrillWorld, RIGHT } from '@/lib/drills/testing/drill-world';
import { DRILLS, FAULTS_OF } from '@/lib/drills/vocabulary';
import type { JsonObject } from '@/lib/shared/json';
import { testContext } from '@/lib/testing/context';
import { type Bench, openBench } from './testing/drill-bench';

const ctx = testContext();
let bench: Bench;
beforeAll(async () => {
  bench = await openBench(ctx);
});
afterAll(() => bench.close());

const trialsOf = (runIds: readonly string[]) =>
  ctx.db.drillTrial.findMany({
    where: { runId: { in: [...runIds] } },
    orderBy: [{ drill: 'asc' }, { fault: 'asc' }, { id: 'asc' }],
  });

describe('a right configuration', () => {
  it('passes every drill on every fault, on real sockets, several runs at once', async () => {
    const all = DRILLS.flatMap((drill) => FAULTS_OF[drill].map((fault) => ({ drill, fault })));
    const runs: string[] = [];
    for (const each of all) runs.push(await askForDrills(await makeDrillWorld(ctx.db), { drills: [each] }));
    await bench.runAll();
    const trials = await trialsOf(runs);
    expect(trials.map(({ drill, fault, state }) => `${drill} ${fault} ${state}`)).toEqual(
      all.map(({ drill, fault }) => `${drill} ${fault} passed`).sort(),
    );
    expect(bench.said).toEqual([]);
    for (const runId of runs)
      expect(await ctx.db.drillCertificate.count({ where: { runId, kind: 'simulated' } })).toBe(1);
  }, 120_000);

  it.each<[string, JsonObject]>([
    ['one attempt written', { retry: { maxAttempts: 1 } }],
    [
      'linear, with a Retry-After that is longer than the first interval',
      {
        retry: { maxAttempts: 4, backoff: 'linear', initialInterval: '200ms', maxInterval: '10s' },
      },
    ],
    [
      'fixed, full jitter',
      {
        retry: { maxAttempts: 4, backoff: 'fixed', initialInterval: '1m', maxInterval: '1m', jitter: 'full' },
      },
    ],
    ['hours', { retry: { maxAttempts: 3, backoff: 'exponential', initialInterval: '6h', maxInterval: '2d' } }],
    [
      'a limit on all of it',
      {
        retry: { maxAttempts: 9, backoff: 'fixed', initialInterval: '10s', maxInterval: '10s', maxElapsed: '25s' },
      },
    ],
  ])('passes all five whatever the schedule: %s', async (_, part) => {
    const world = await makeDrillWorld(ctx.db, { config: { ...RIGHT, ...part }, language: 'zh-CN' });
    const drills = DRILLS.map((drill) => (drill === 1 ? { drill, fault: 'http_429' as const } : { drill }));
    const runId = await askForDrills(world, { drills });
    await bench.runAll();
    expect((await trialsOf([runId])).map(({ drill, state }) => [drill, state])).toEqual(
      DRILLS.map((d) => [d, 'passed']),
    );
    expect(await ctx.db.drillRun.findUniqueOrThrow({ where: { id: runId } })).toMatchObject({
      ...{ state: 'passed', problem: null, leaseId: null, leaseUntil: null },
    });
  });

  it('leaves out the drill that says nothing about a node, and proves no more than what it did', async () => {
    const world = await makeDrillWorld(ctx.db, { config: { ...RIGHT, actions: [{ id: 'a', kind: 'http' }] } });
    const runId = await askForDrills(world);
    await bench.runAll();
    const [last] = (await trialsOf([runId])).slice(-1);
    expect(last).toMatchObject({ drill: 5, state: 'not_applicable', observations: [{ reason: 'no_claim' }] });
    const certificates = await ctx.db.drillCertificate.findMany({ where: { runId }, orderBy: { drill: 'asc' } });
    expect(certificates.map(({ drill }) => drill)).toEqual([1, 2, 3, 4]);
  });
});
