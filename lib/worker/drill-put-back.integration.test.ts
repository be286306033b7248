import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Platform } from '@/lib/drills/proving-context';
import { askForDrills, makeDrillWorld } from '@/lib/drills/testing/drill-world';
import { ok } from '@/lib/shared/result';
import { testContext } from '@/lib/testing/context';
import { type Bench, openBench } from './testing/drill-bench';

const ctx = testContext();

let bench: Bench;
beforeAll(async () => {
  bench = await openBench(ctx);
});
afterAll(() => bench.close());

it.each([
  ['asks a platform to put back what a worker that died had set', 'running', ['restore 2']],
  ['asks for nothing where nothing was begun', 'planned', []],
])('stopped while nobody had it, a run %s', async (_, state, asked) => {
  const world = await makeDrillWorld(ctx.db);
  const runId = await askForDrills(world, { drills: [{ drill: 2 }], runner: 'webhook', clock: 'real' });
  await ctx.db.drillRun.update({
    where: { id: runId },
    data: { state: 'running', leaseUntil: new Date(0), stopAskedAt: new Date(), stopAskedBy: 'Ann' },
  });
  const begun = state === 'running' ? { state, phase: 'wait', startedAt: new Date() } : {};
  await ctx.db.drillTrial.updateMany({ where: { runId }, data: begun });
  const said: string[] = [];
  const platform: Platform = {
    start: ({ trial }) => {
      said.push(`start ${trial.drill}`);
      return Promise.resolve(ok(null));
    },
    restore: ({ trial }) => {
      said.push(`restore ${trial.drill}`);
      return Promise.resolve(ok(null));
    },
  };
  await bench.runAll(() => ({ platform }));
  expect(said).toEqual(asked);
  const run = await ctx.db.drillRun.findUniqueOrThrow({ where: { id: runId }, include: { trials: true } });
  expect(run).toMatchObject({ state: 'aborted', problem: 'stopped', trials: [{ state: 'aborted' }] });
});
