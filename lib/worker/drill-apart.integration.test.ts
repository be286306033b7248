import { afterAll, beforeAll, expect, it } from 'vitest';
import { senderOf } from '@/lib/alerts/channels/registry';
import { deliverDue } from '@/lib/alerts/deliver';
import { followWhole, makeWorld, writeSteps } from '@/lib/alerts/testing/alert-world';
import { testKeyring } from '@/lib/alerts/testing/outbox';
import { type Receiver, startReceiver } from '@/lib/alerts/testing/receiver';
import { testSender } from '@/lib/alerts/testing/test-sender';
import { askForDrills, makeDrillWorld, RIGHT } from '@/lib/drills/testing/drill-world';
import { CHANNEL_MODES } from '@/lib/drills/vocabulary';
import { testContext } from '@/lib/testing/context';
import { type Bench, openBench } from './testing/drill-bench';

const ctx = testContext();
const toReceiver = (kind: Parameters<typeof senderOf>[0]) => ({ ...senderOf(kind), send: testSender().send });
let bench: Bench;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  bench = await openBench(ctx, { delivering: { senderOf: toReceiver } });
});
afterAll(async () => {
  await bench.close();
  await receiver.close();
});

/**
 * Every table of `public` by its rows; apart are those of drills, the audit, and what lists keep of certificates, which
 * is worked out anew from those.
 */
async function everything(): Promise<ReadonlyMap<string, string>> {
  const tables = await ctx.db.$queryRaw<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not like 'drill\_%' and table_name not in ('audit_entry', 'node_facts') order by 1`;
  const rows = new Map<string, string>();
  for (const { name } of tables) {
    const [row] = await ctx.db.$queryRawUnsafe<{ content: string }[]>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, e'\n' order by t::text)), '') as content from "${name}" t`,
    );
    rows.set(name, row?.content ?? '');
  }
  return rows;
}

it('touches no table of real failures, whatever a drill does and whoever it tells', async () => {
  const now = new Date();
  const real = await makeWorld(ctx.db);
  await writeSteps(real, [
    { run: 'r1', at: now, code: 'card_declined' },
    { run: 'r2', at: now, code: 'card_declined' },
    { run: 'r3', at: now, attempt: 1, status: 'succeeded' },
  ]);
  await followWhole(ctx.db, now);
  const retry = { maxAttempts: 2, backoff: 'fixed', initialInterval: '200ms', maxInterval: '200ms' };
  const channels = [{ url: receiver.url }, { url: receiver.url }];
  const world = await makeDrillWorld(ctx.db, { config: { ...RIGHT, retry }, channels });
  const before = await everything();
  expect([...before.keys()]).toEqual(expect.arrayContaining(['hand_off', 'delivery', 'workflow_run_step', 'source']));
  expect(before.get('delivery')).toMatch(/^1 /);
  for (const mode of CHANNEL_MODES) {
    const runId = await askForDrills(world, { channels: mode });
    await bench.runAll();
    expect(await ctx.db.drillRun.findUnique({ where: { id: runId } })).toMatchObject({ state: 'passed' });
  }
  expect(bench.said).toEqual([]);
  // Steps of a drill that a platform writes into the real history stand in that of drills.
  const runId = await askForDrills(world, { drills: [{ drill: 2 }], runner: 'person', clock: 'real' });
  const done = bench.runAll(() => ({ times: { quietMs: 300 } }));
  const trial = await ctx.db.drillTrial.findFirstOrThrow({ where: { runId } });
  await expect
    .poll(async () => (await ctx.db.drillTrial.findUniqueOrThrow({ where: { id: trial.id } })).phase)
    .toBe('wait');
  const run = `failpath-drill-${trial.id}`;
  await writeSteps({ ...real, workflowId: world.workflowKey }, [
    { run, at: new Date(), node: 'charge', workflow: world.workflowKey, code: '503' },
  ]);
  await done;
  expect(await ctx.db.drillTrial.findUnique({ where: { id: trial.id } })).toMatchObject({ state: 'passed' });
  expect(await everything()).toEqual(before);
  // What was sent in the real mode came from there alone, and each of it says that it is a drill.
  expect(receiver.received).toHaveLength(8);
  for (const { body } of receiver.received) expect(JSON.parse(body)).toMatchObject({ data: { drill: true } });
  const certificates = await ctx.db.drillCertificate.findMany({ where: { nodeRowId: world.nodeRowId } });
  expect(certificates.map(({ kind, drill }) => `${kind} ${drill}`).sort()).toEqual(
    ['platform 2', ...[1, 2, 3, 4, 5].map((drill) => `simulated ${drill}`)].sort(),
  );
}, 60_000);

it('delivers what really failed, and nothing of a drill, from the real outbox', async () => {
  const sent = receiver.received.length;
  const log = { warn: () => undefined, error: () => undefined };
  await deliverDue({
    ...{ db: ctx.db, now: () => new Date(), random: Math.random, senderOf: () => testSender(), log },
    ...{ keyring: testKeyring, publicUrl: 'https://failpath.example' },
  });
  expect(receiver.received.slice(sent).filter(({ body }) => body.includes('drill'))).toEqual([]);
});
