import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ctx } from '@/lib/accounts/context';
import { claimsOf } from '@/lib/drills/claim';
import { repeatDrills, startDrills } from '@/lib/drills/commands';
import { drillRunVersion, getDrillRun } from '@/lib/drills/queries';
import type { ShownRun } from '@/lib/drills/run';
import { makeDrillWorld, RIGHT } from '@/lib/drills/testing/drill-world';
import { proofOfNodes } from '@/lib/drills/testing/proof-of-nodes';
import { DRILLS, FAULTS_OF } from '@/lib/drills/vocabulary';
import { LOCALES } from '@/lib/i18n/locales';
import { MESSAGES } from '@/lib/i18n/messages';
import { testContext } from '@/lib/testing/context';
import { type Bench, openBench } from '@/lib/worker/testing/drill-bench';
import { toJsonColumn } from '@/lib/workflows/store';
import { runText } from './testing/run-text';

const base = testContext();
let bench: Bench;
beforeAll(async () => {
  bench = await openBench(base);
});
afterAll(() => bench.close());

const now = (): Ctx => ({ db: base.db, actor: base.actor, now: new Date() });
const drills = DRILLS.map((drill) => ({ drill, fault: FAULTS_OF[drill][0] ?? ('http_503' as const) }));

it('what is asked for is done by a worker, shown in both languages, voided by a change, and done again', async () => {
  const world = await makeDrillWorld(base.db);
  const started = await startDrills(now(), {
    ...{ nodeRowId: world.nodeRowId, drills, runner: 'builtin', targetId: null, testNode: null },
    ...{ channels: 'capture', clock: 'shortened', againOf: null },
  });
  if (!started.ok) throw new Error(started.error.reason);
  const { runId } = started.value;
  const waiting = await shown(runId);
  expect(waiting).toMatchObject({ state: 'queued', trials: drills.map(() => ({ state: 'planned', evidence: null })) });
  for (const locale of LOCALES) expect(runText(locale, waiting)).toContain(MESSAGES[locale].drills.trial.planned);
  const version = await drillRunVersion(now(), runId);

  await bench.runAll();
  const run = await shown(runId);
  expect(run.trials.map(({ state }) => state)).toEqual(drills.map(() => 'passed'));
  expect(await drillRunVersion(now(), runId)).toEqual({
    version: expect.not.stringMatching(`^${version?.version}$`),
    ended: true,
  });
  for (const locale of LOCALES) {
    const text = runText(locale, run);
    expect(text).not.toMatch(/drills\.|\bundefined\b/);
    expect(text).not.toMatch(/\/confirm\/[\w-]{43}/);
    for (const { plan } of run.trials) expect(text).toContain(plan.errorCode);
  }
  expect(runText('en', run)).toContain('There were 3 tries, as the rule allows.');
  expect(runText('en', run)).toContain('captured: it was rendered and went nowhere');
  const { proves, provesNot } = claimsOf(run);
  expect(proves.map(({ key }) => key)).toEqual(DRILLS.map((drill) => `drill.${drill}`));
  expect(provesNot.map(({ key }) => key)).toEqual([
    ...['notPlatform', 'notReceiver', 'notSent', 'notClock', 'notLater'],
  ]);
  const proof = async () => (await proofOfNodes(now(), [world.nodeRowId])).get(world.nodeRowId)?.state;
  expect(await proof()).toBe('simulated');

  const retry = { ...RIGHT.retry, initialInterval: '2s' };
  await base.db.node.update({
    where: { id: world.nodeRowId },
    data: { version: 2, config: toJsonColumn({ ...RIGHT, retry }) },
  });
  expect(await proof()).toBe('stale');
  expect(await shown(runId)).toMatchObject({ nodeChanged: true });
  const again = await repeatDrills(now(), { runId });
  if (!again.ok) throw new Error(again.error.reason);
  await bench.runAll();
  expect(await shown(again.value.runId)).toMatchObject({ state: 'passed', nodeChanged: false, againOf: runId });
  expect(await proof()).toBe('simulated');
}, 120_000);

async function shown(runId: string): Promise<ShownRun> {
  const run = await getDrillRun(now(), runId);
  if (!run) throw new Error('there is no such run');
  return run;
}
