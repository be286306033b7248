import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { followWhole } from '@/lib/alerts/testing/alert-world';
import { TEST_KEYS } from '@/lib/alerts/testing/outbox';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/shared/clock';
import { claimReading } from '@/lib/sources/reading-store';
import { askRecount, cancelRecount, changeSource } from '@/lib/sources/source-commands';
import { sourceDetail, sourceRecount } from '@/lib/sources/source-queries';
import { testContext } from '@/lib/testing/context';
import { runOn } from '@/lib/testing/server';
import { readTurn } from './source-turn';
import { readAll } from './sources';
import {
  addRun,
  addRuns,
  connectVm0,
  heldRows,
  loadPlatform,
  testShop,
  viewRows,
  vm0Mapping,
} from './testing/source-world';

const ctx = testContext();
vi.stubEnv('FAILPATH_SECRET_KEYS', TEST_KEYS);
const NOW = ctx.now;
let clock = NOW;

beforeAll(() => loadPlatform(ctx.url));
beforeEach(async () => {
  clock = NOW;
  await runOn(ctx.url, 'delete from vm0.agent_runs');
  await ctx.db.workflow.deleteMany();
  await ctx.db.source.deleteMany();
  await ctx.db.workflowRunStep.deleteMany();
  await ctx.db.handOff.deleteMany();
});

const ago = (ms: number) => new Date(NOW.getTime() - ms);
const shopOf = (limits = {}) =>
  testShop(ctx.db, () => clock, { sliceRows: 60, batch: 25, firstSliceMs: HOUR_MS, ...limits }).shop;

async function ask(id: string): Promise<string> {
  const asked = await askRecount({ ...ctx, now: clock }, { id });
  if (!asked.ok) throw new Error(asked.error.reason);
  return asked.value.recountId;
}

async function oneTurn(): Promise<void> {
  const shop = shopOf({ turnMs: 0 });
  const hold = await claimReading(ctx.db, clock, shop.limits.leaseMs);
  if (hold === null) throw new Error('nothing is due');
  await readTurn(shop, hold);
}

const step = (sourceId: string, nodeId: string, occurredAt: Date) => ({
  ...{ sourceId, workflowId: nodeId, nodeId, runId: randomUUID(), status: 'failed', errorCode: 'planted', occurredAt },
});

it('finds planted differences exactly, mends them, and says so', async () => {
  await addRuns(ctx.url, 300, ago(20 * DAY_MS), ago(HOUR_MS));
  const id = await connectVm0(ctx, { lookBackMinutes: 1 });
  await readAll(shopOf());
  const view = await viewRows(ctx.url);
  expect(await heldRows(ctx.db, id)).toEqual(view);
  const held = await ctx.db.workflowRunStep.findMany({ where: { sourceId: id }, orderBy: { occurredAt: 'asc' } });
  const [lost, other, moved, late] = [held[50], held[100], held[150], held[200]];
  if (!lost || !other || !moved || !late) throw new Error('too few');
  await ctx.db.workflowRunStep.delete({ where: { id: lost.id } });
  await ctx.db.workflowRunStep.update({ where: { id: other.id }, data: { status: 'failed', errorCode: 'wrong' } });
  // As if they had been written with another time: one that moved forward in time, and one back.
  await ctx.db.workflowRunStep.update({ where: { id: moved.id }, data: { occurredAt: ago(15 * DAY_MS) } });
  await ctx.db.workflowRunStep.update({ where: { id: late.id }, data: { occurredAt: ago(2 * HOUR_MS) } });
  const planted = [4 * DAY_MS, 3 * DAY_MS].map((ms) => step(id, lost.nodeId, ago(ms)));
  await ctx.db.workflowRunStep.createMany({ data: planted });

  const recountId = await ask(id);
  expect(await sourceRecount(ctx, id, recountId)).toMatchObject({ state: 'asked', askedBy: 'Ann', progress: null });
  await readAll(shopOf());
  expect(await heldRows(ctx.db, id)).toEqual(view);
  const recount = await sourceRecount(ctx, id, recountId);
  expect(recount).toMatchObject({ state: 'done', added: 1, changed: 3, gone: 2, kept: 0, endedAt: NOW });
  expect(recount?.progress).toMatchObject({ rows: 300, share: 1 });
  const told = recount?.differences.map(({ kind, runId, before, after }) => [
    kind,
    runId,
    before?.errorCode,
    after?.status,
  ]);
  expect(told?.sort()).toEqual(
    [
      ['added', lost.runId, undefined, lost.status],
      ['changed', other.runId, 'wrong', other.status],
      ['changed', moved.runId, moved.errorCode, moved.status],
      ['changed', late.runId, late.errorCode, late.status],
      ...planted.map(({ runId }) => ['gone', runId, 'planted', undefined]),
    ].sort(),
  );
  // The same again finds nothing.
  const again = await ask(id);
  await readAll(shopOf());
  expect(await sourceRecount(ctx, id, again)).toMatchObject({
    state: 'done',
    added: 0,
    changed: 0,
    gone: 0,
    differences: [],
  });
}, 60_000);

it('keeps what is older than the platform keeps, and takes away what is younger and gone', async () => {
  await addRuns(ctx.url, 200, ago(20 * DAY_MS), ago(HOUR_MS));
  const id = await connectVm0(ctx, { retentionDays: 5 });
  await readAll(shopOf());
  await runOn(ctx.url, `delete from vm0.agent_runs where completed_at < '${ago(10 * DAY_MS).toISOString()}'`);
  const young = await runOn(
    ctx.url,
    `delete from vm0.agent_runs where id in (select id from vm0.agent_runs order by completed_at desc limit 3)`,
  );
  expect(young.rowCount).toBe(3);
  const before = (await heldRows(ctx.db, id)).length;
  const missing = before - (await viewRows(ctx.url)).length;
  const recountId = await ask(id);
  await readAll(shopOf());
  expect(await sourceRecount(ctx, id, recountId)).toMatchObject({ gone: 3, kept: missing - 3, added: 0, changed: 0 });
  expect(await heldRows(ctx.db, id)).toHaveLength(before - 3);
  expect(missing).toBeGreaterThan(90);
}, 60_000);

it('an emptied platform takes no history away', async () => {
  await addRuns(ctx.url, 50, ago(20 * DAY_MS), ago(HOUR_MS));
  const id = await connectVm0(ctx);
  await readAll(shopOf());
  await runOn(ctx.url, 'delete from vm0.agent_runs');
  const recountId = await ask(id);
  await readAll(shopOf());
  expect(await sourceRecount(ctx, id, recountId)).toMatchObject({ state: 'done', gone: 0, kept: 50 });
  expect(await heldRows(ctx.db, id)).toHaveLength(50);
});

it('goes on after an interruption, follows meanwhile, and does not take a step for gone that ended meanwhile', async () => {
  await addRuns(ctx.url, 300, ago(20 * DAY_MS), ago(HOUR_MS));
  const id = await connectVm0(ctx, { lookBackMinutes: 1 });
  const run = randomUUID();
  await addRun(ctx.url, { id: run, status: 'running', startedAt: ago(2 * HOUR_MS), endedAt: null });
  await readAll(shopOf());
  const recountId = await ask(id);
  await oneTurn();
  await oneTurn();
  const half = await sourceRecount(ctx, id, recountId);
  expect(half).toMatchObject({ state: 'running' });
  // Ends while the recount has not come to the time when it began.
  clock = new Date(clock.getTime() + MINUTE_MS);
  await runOn(
    ctx.url,
    `update vm0.agent_runs set status = 'failed', error = 'late', completed_at = '${NOW.toISOString()}' where id = '${run}'`,
  );
  await readAll(shopOf({ turnMs: 0 }));
  expect(await sourceRecount(ctx, id, recountId)).toMatchObject({ state: 'done', added: 0, changed: 0, gone: 0 });
  expect(await heldRows(ctx.db, id)).toEqual(await viewRows(ctx.url));
}, 60_000);

it('is stopped by who asked for it, and comes on schedule', async () => {
  await addRuns(ctx.url, 300, ago(20 * DAY_MS), ago(HOUR_MS));
  const id = await connectVm0(ctx, { recountHours: 24 });
  await readAll(shopOf());
  expect((await sourceDetail(ctx, id))?.recounts).toEqual([]);
  const recountId = await ask(id);
  expect(await askRecount(ctx, { id })).toEqual({ ok: false, error: { reason: 'recount_open', recountId } });
  await oneTurn();
  await oneTurn();
  expect((await cancelRecount(ctx, { id, recountId })).ok).toBe(true);
  expect(await cancelRecount(ctx, { id, recountId })).toEqual({ ok: false, error: { reason: 'recount_ended' } });
  await readAll(shopOf());
  expect(await sourceRecount(ctx, id, recountId)).toMatchObject({ state: 'cancelled' });
  clock = new Date(NOW.getTime() + 25 * HOUR_MS);
  await readAll(shopOf());
  const [scheduled] = (await sourceDetail(ctx, id))?.recounts ?? [];
  expect(scheduled).toMatchObject({ state: 'done', askedBy: null, added: 0, changed: 0, gone: 0 });
}, 60_000);

it('mends late rows, which then make the hand-offs that were missed, and counts anew what is not understood', async () => {
  await addRuns(ctx.url, 50, ago(20 * DAY_MS), ago(HOUR_MS));
  await runOn(ctx.url, `update vm0.agent_runs set status = 'melted' where status = 'timeout'`);
  const id = await connectVm0(ctx, { lookBackMinutes: 1 });
  await readAll(shopOf());
  expect((await sourceDetail(ctx, id))?.unknownRows).toBe(5);
  clock = new Date(NOW.getTime() + HOUR_MS);
  await readAll(shopOf());
  // Written an hour after its time; and of the odd ones, the platform now says something else of all but one.
  const run = randomUUID();
  const endedAt = new Date(NOW.getTime() + MINUTE_MS);
  await addRun(ctx.url, { id: run, status: 'failed', startedAt: NOW, endedAt });
  await runOn(
    ctx.url,
    `update vm0.agent_runs set status = 'timeout' where status = 'melted'
       and id <> (select id from vm0.agent_runs where status = 'melted' limit 1)`,
  );
  await readAll(shopOf());
  await followWhole(ctx.db, clock);
  expect(await ctx.db.handOff.count()).toBe(0);
  const recountId = await ask(id);
  await readAll(shopOf());
  await followWhole(ctx.db, clock);
  expect(await sourceRecount(ctx, id, recountId)).toMatchObject({ added: 5, changed: 0, gone: 0 });
  expect(await ctx.db.handOff.findMany()).toMatchObject([{ runId: run }]);
  expect((await sourceDetail(ctx, id))?.unknowns).toMatchObject([{ value: 'melted', rows: 1 }]);
}, 60_000);

it('a change of what rows mean is followed by one, which takes away what is none any more', async () => {
  await addRuns(ctx.url, 100, ago(10 * DAY_MS), ago(HOUR_MS));
  const id = await connectVm0(ctx);
  await readAll(shopOf());
  expect(await heldRows(ctx.db, id)).toHaveLength(100);
  const detail = await sourceDetail(ctx, id);
  const changed = await changeSource(ctx, {
    ...{ id, name: 'Renamed', revision: detail?.revision ?? 0, place: { kind: 'own' } },
    mapping: vm0Mapping({ statuses: { completed: 'left_out' } }),
  });
  expect(changed.ok).toBe(true);
  await readAll(shopOf());
  const [recount] = (await sourceDetail(ctx, id))?.recounts ?? [];
  expect(recount).toMatchObject({ state: 'done', gone: 70, added: 0, changed: 0 });
  expect(await heldRows(ctx.db, id)).toHaveLength(30);
}, 60_000);
