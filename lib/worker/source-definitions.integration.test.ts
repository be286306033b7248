import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { TEST_KEYS, testKeyring } from '@/lib/alerts/testing/outbox';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/shared/clock';
import { sourceMappingSchema } from '@/lib/sources/schema';
import { connectSource } from '@/lib/sources/source-commands';
import { sourceDetail } from '@/lib/sources/source-queries';
import { testContext } from '@/lib/testing/context';
import { runOn } from '@/lib/testing/server';
import { readAll } from './sources';
import { addRuns, connectVm0, heldRows, loadPlatform, testShop, viewRows } from './testing/source-world';
import { startWorker, type Worker } from './worker';

const ctx = testContext();
vi.stubEnv('FAILPATH_SECRET_KEYS', TEST_KEYS);
const NOW = ctx.now;
let clock = NOW;
let worker: Worker | undefined;

beforeAll(() => loadPlatform(ctx.url));
beforeEach(async () => {
  clock = NOW;
  await runOn(ctx.url, 'delete from vm0.agent_runs');
  await ctx.db.workflow.deleteMany();
  await ctx.db.source.deleteMany();
});
afterAll(() => worker?.stop());

const names = async (id: string) =>
  ((await sourceDetail(ctx, id))?.firstWorkflows ?? []).map(({ name, seenAt }) => [name, seenAt?.getTime() ?? null]);

it('takes in what is new, changed and gone there, and only marks the rest as seen', async () => {
  const id = await connectVm0(ctx);
  const { shop } = testShop(ctx.db, () => clock);
  await readAll(shop);
  expect(await names(id)).toEqual([
    ['Daily report', NOW.getTime()],
    ['Inbox triage', NOW.getTime()],
  ]);
  expect((await sourceDetail(ctx, id))?.role).toBe('superuser');
  const before = await ctx.db.workflow.findFirstOrThrow({ where: { name: 'Daily report' } });
  await runOn(
    ctx.url,
    `update vm0.workflows set display_name = 'Triage' where name = 'inbox-triage';
     insert into vm0.workflows values ('10000000-0000-0000-0000-00000000000a', 'late', 'Late', null, 'u')`,
  );
  // Not before it is due.
  clock = new Date(clock.getTime() + MINUTE_MS);
  await readAll(shop);
  expect((await names(id)).map(([name]) => name)).toEqual(['Daily report', 'Inbox triage']);
  clock = new Date(clock.getTime() + 5 * MINUTE_MS);
  await readAll(shop);
  expect((await names(id)).map(([name]) => name)).toEqual(['Daily report', 'Late', 'Triage']);
  expect((await names(id)).every(([, seenAt]) => seenAt === clock.getTime())).toBe(true);
  expect(await ctx.db.workflow.findUnique({ where: { id: before.id } })).toEqual(before);
  await runOn(ctx.url, `delete from vm0.workflows where name = 'late'`);
  const seen = clock.getTime();
  clock = new Date(clock.getTime() + HOUR_MS);
  await readAll(shop);
  expect(seen).toBeLessThan(clock.getTime());
  expect(await names(id)).toEqual([
    ['Daily report', clock.getTime()],
    ['Late', null],
    ['Triage', clock.getTime()],
  ]);
});

it('where workflows are code, nodes are those that attempts have named', async () => {
  await addRuns(ctx.url, 50, new Date(NOW.getTime() - DAY_MS), NOW);
  const column = (name: string) => ({ column: name });
  const mapping = sourceMappingSchema.parse({
    kind: 'tables',
    definitions: null,
    attempts: {
      from: { schema: 'vm0', table: 'agent_runs' },
      nodeId: column('workflow_automation_id'),
      workflowId: column('org_id'),
      runId: column('id'),
      status: column('status'),
      occurredAt: { column: column('completed_at'), kind: 'naive', zone: 'UTC' },
    },
    statuses: { completed: 'succeeded', failed: 'failed', timeout: 'failed' },
    recountHours: null,
  });
  const connected = await connectSource(ctx, { name: 'Code', place: { kind: 'own' }, mapping });
  if (!connected.ok) throw new Error(connected.error.reason);
  const { id } = connected.value;
  const { shop } = testShop(ctx.db, () => clock);
  await readAll(shop);
  expect(await heldRows(ctx.db, id)).toHaveLength(50);
  const nodes = async () =>
    (await ctx.db.node.findMany({ where: { workflow: { sourceId: id } }, orderBy: { nodeId: 'asc' } })).map((node) =>
      node.nodeId.slice(-1),
    );
  expect(await nodes()).toEqual(['1']);
  clock = new Date(clock.getTime() + MINUTE_MS);
  await runOn(
    ctx.url,
    `update vm0.agent_runs set workflow_automation_id = '20000000-0000-0000-0000-000000000002'
     where id in (select id from vm0.agent_runs order by completed_at desc limit 3)`,
  );
  await readAll(shop);
  expect(await nodes()).toEqual(['1', '2']);
});

it('a whole worker reads what somebody connects, and gives back what it holds when it is stopped', async () => {
  const said: string[] = [];
  const log = {
    warn: (_: object, message: string) => said.push(message),
    error: (_: object, message: string) => said.push(message),
  };
  const now = new Date();
  await addRuns(ctx.url, 300, new Date(now.getTime() - 3 * DAY_MS), new Date(now.getTime() - HOUR_MS));
  worker = startWorker({ db: ctx.db, url: ctx.url, log, keyring: testKeyring, publicUrl: 'http://localhost' });
  const id = await connectVm0({ ...ctx, now });
  await expect.poll(async () => (await sourceDetail(ctx, id))?.state, { timeout: 30_000 }).toBe('following');
  expect(await heldRows(ctx.db, id)).toEqual(await viewRows(ctx.url));
  await worker.stop();
  expect(await ctx.db.sourceReading.findUnique({ where: { sourceId: id } })).toMatchObject({ leaseId: null });
  expect(said).toEqual([]);
}, 60_000);
