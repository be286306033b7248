import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEvidence } from '@/lib/drills/evidence-store';
import { askForDrills, makeDrillWorld, RIGHT } from '@/lib/drills/testing/drill-world';
import { DRILLS, FAULTS_OF } from '@/lib/drills/vocabulary';
import { testContext } from '@/lib/testing/context';
import { type Bench, openBench } from './testing/drill-bench';

const ctx = testContext();
let bench: Bench;
beforeAll(async () => {
  bench = await openBench(ctx);
});
afterAll(() => bench.close());

describe('a right configuration', () => {
  it('passes every drill on every fault', async () => {
    const all = DRILLS.flatMap((drill) => FAULTS_OF[drill].map((fault) => ({ drill, fault })));
    const runs: string[] = [];
    for (const each of all)
      runs.push(await askForDrills(await makeDrillWorld(ctx.db, { config: RIGHT }), { drills: [each] }));
    const begun = performance.now();
    await bench.runAll();
    console.log('ms', performance.now() - begun, all.length);
    const trials = await ctx.db.drillTrial.findMany({
      where: { runId: { in: runs } },
      orderBy: [{ drill: 'asc' }, { fault: 'asc' }],
    });
    for (const t of trials)
      if (t.state !== 'passed') {
        const run = await ctx.db.drillRun.findUniqueOrThrow({ where: { id: t.runId } });
        console.log(
          t.drill,
          t.fault,
          t.state,
          run.problem,
          JSON.stringify(t.observations, null, 1),
          JSON.stringify(await readEvidence(ctx.db, t.id), null, 1),
        );
      }
    expect(trials.map(({ state }) => state)).toEqual(all.map(() => 'passed'));
  });
});
