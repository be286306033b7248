import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { readObservations } from '@/lib/drills/kept';
import { requestingPlatform } from '@/lib/drills/platform-request';
import { addTarget } from '@/lib/drills/target-commands';
import { askForDrills, makeDrillWorld, RIGHT } from '@/lib/drills/testing/drill-world';
import { currentKeyring } from '@/lib/secrets/keyring-store';
import { testContext } from '@/lib/testing/context';
import { type Bench, openBench } from './testing/drill-bench';
import { type ExampleReceiver, freePort, startExampleReceiver } from './testing/example-receiver';

const ctx = testContext();
const QUICK = { ...RIGHT, retry: { ...RIGHT.retry, initialInterval: '100ms', maxInterval: '200ms' } };
const RULE = { maxAttempts: 3, initialInterval: 100, maxInterval: 200 };
let bench: Bench;
const receivers: ExampleReceiver[] = [];

beforeAll(async () => {
  bench = await openBench(ctx);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const receiver of receivers.splice(0)) await receiver.close();
});
afterAll(() => bench.close());

/** The drills of a node on the example's platform, whose test node has this rule; the outcome by drill. */
async function drillThere(rule: object, drills: readonly (1 | 2 | 3 | 4 | 5)[], env: Record<string, string> = {}) {
  const port = await freePort();
  vi.stubEnv('FAILPATH_CHANNEL_HOSTS', `127.0.0.1:${port}`);
  vi.stubEnv('FAILPATH_SECRET_KEYS', `k1:${Buffer.alloc(32, 7).toString('base64')}`);
  const world = await makeDrillWorld(ctx.db, { config: QUICK });
  const target = await addTarget(ctx, {
    ...{ name: world.group, environment: 'staging', url: `http://127.0.0.1:${port}/drills` },
  });
  if (!target.ok || target.value.secret === null) throw new Error('the target holds');
  const started = { DRILL_SECRET: target.value.secret, TEST_NODES: JSON.stringify({ charge: rule }), ...env };
  receivers.push(await startExampleReceiver(ctx, port, started));
  const runId = await askForDrills(world, {
    ...{ drills: drills.map((drill) => ({ drill })), runner: 'webhook', targetId: target.value.id, clock: 'real' },
  });
  const platform = requestingPlatform({ db: ctx.db, keyring: currentKeyring, pausesMs: [] });
  await bench.runAll(() => ({ platform, times: { quietMs: 300, webhookGraceMs: 5_000 } }));
  const trials = await ctx.db.drillTrial.findMany({ where: { runId }, orderBy: { drill: 'asc' } });
  return { runId, trials, nodeRowId: world.nodeRowId };
}

it('passes all five on a platform that does as the rule says, by its own log', async () => {
  const { runId, trials, nodeRowId } = await drillThere(RULE, [1, 2, 3, 4, 5]);
  expect(
    trials.map(({ drill, state, problem, observations }) => ({ drill, state, problem, observations })),
  ).toMatchObject([1, 2, 3, 4, 5].map((drill) => ({ drill, state: 'passed', problem: null })));
  expect(await ctx.db.drillRun.findUnique({ where: { id: runId } })).toMatchObject({ state: 'passed' });
  const certificates = await ctx.db.drillCertificate.findMany({ where: { nodeRowId }, orderBy: { drill: 'asc' } });
  expect(certificates.map(({ drill, kind }) => [drill, kind])).toEqual(
    [1, 2, 3, 4, 5].map((each) => [each, 'platform']),
  );
  expect(await ctx.db.workflowRunStep.count()).toBe(0);
}, 90_000);

it('catches a platform that tries once too often, and a receiver that does again what it had', async () => {
  const { trials } = await drillThere({ ...RULE, maxAttempts: 4 }, [1, 5], { DOUBLES: '1' });
  const failures = trials.map(({ observations }) =>
    readObservations(observations)
      .filter(({ verdict }) => verdict === 'failed')
      .map(({ key, reason, mend }) => `${key} ${reason} ${mend}`),
  );
  expect(failures).toEqual([['attempts too_many platform'], ['effect_once twice actions']]);
  expect(trials.map(({ state }) => state)).toEqual(['failed', 'failed']);
}, 60_000);

it('says that a platform refuses: with another secret, or where the test node is not declared', async () => {
  const secret = await drillThere(RULE, [2], { DRILL_SECRET: 'whsec_AAAA' });
  const node = await drillThere(RULE, [2], { TEST_NODES: '{}' });
  for (const { runId } of [secret, node])
    expect(await ctx.db.drillRun.findUnique({ where: { id: runId } })).toMatchObject({
      ...{ state: 'aborted', problem: 'target_refused' },
    });
}, 60_000);
