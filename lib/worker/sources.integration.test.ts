import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { followWhole } from '@/lib/alerts/testing/alert-world';
import { TEST_KEYS } from '@/lib/alerts/testing/outbox';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@/lib/shared/clock';
import { claimReading } from '@/lib/sources/reading-store';
import {
  cancelCount,
  changeSource,
  pauseSource,
  removeSource,
  resumeCount,
  resumeSource,
} from '@/lib/sources/source-commands';
import { sourceDetail } from '@/lib/sources/source-queries';
import { testContext } from '@/lib/testing/context';
import { runOn } from '@/lib/testing/server';
import { syncDefinitions } from '@/lib/workflows/sync';
import { readTurn } from './source-turn';
import { readAll } from './sources';
import {
  addRun,
  addRuns,
  bare,
  connectVm0,
  heldRows,
  loadPlatform,
  type Pace,
  startReader,
  testShop,
  viewRows,
  vm0Mapping,
} from './testing/source-world';

const ctx = testContext();
vi.stubEnv('FAILPATH_SECRET_KEYS', TEST_KEYS);
const NOW = ctx.now;
let clock = NOW;
const LATE_NODE = { id: 'n', name: null, type: null, parent: null, retry: null };
const SMALL = { sliceRows: 200, batch: 50, firstSliceMs: HOUR_MS };

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
const shopOf = (limits = {}) => testShop(ctx.db, () => clock, { ...SMALL, ...limits }).shop;
const reading = (sourceId: string) => ctx.db.sourceReading.findUniqueOrThrow({ where: { sourceId } });
const later = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
};

/** One turn of the source that is due. */
async function oneTurn(limits = {}): Promise<void> {
  const shop = shopOf({ turnMs: 0, ...limits });
  const hold = await claimReading(ctx.db, clock, shop.limits.leaseMs);
  if (hold === null) throw new Error('nothing is due');
  await readTurn(shop, hold);
}

describe('the first count', () => {
  it('is whole over many slices, though it was killed and cancelled in between', async () => {
    await addRuns(ctx.url, 2_500, ago(29 * DAY_MS), ago(DAY_MS));
    const id = await connectVm0(ctx);
    const child = startReader(ctx.url, NOW, { ...SMALL, leaseMs: 2_000, turnMs: 20 });
    await expect
      .poll(async () => Number((await reading(id)).rows), { timeout: 90_000, interval: 5 })
      .toBeGreaterThan(0);
    child.kill();
    expect(await child.end).toMatch(/^SIGKILL/);
    const killed = await reading(id);
    expect(killed).toMatchObject({ phase: 'first_count', asOf: null });
    expect(Number(killed.rows)).toBeLessThan(2_500);
    // Whoever died holds it until the lease ends.
    await expect.poll(async () => (await claimReading(ctx.db, NOW, 1)) !== null, { timeout: 30_000 }).toBe(true);
    await expect
      .poll(async () =>
        oneTurn().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    expect(await cancelCount(ctx, { id })).toEqual({ ok: true, value: null });
    const cancelled = await reading(id);
    await readAll(shopOf());
    expect(await reading(id)).toEqual(cancelled);
    expect(cancelled.readTo?.getTime()).toBeGreaterThan(killed.readTo?.getTime() ?? 0);
    expect((await sourceDetail(ctx, id))?.progress?.share).toBeGreaterThan(0);
    expect(await resumeCount(ctx, { id })).toEqual({ ok: true, value: null });
    await readAll(shopOf());
    expect(await reading(id)).toMatchObject({ phase: 'following', asOf: NOW, rows: 2_500n, failures: 0 });
    expect(await heldRows(ctx.db, id)).toEqual(await viewRows(ctx.url));
    const workflows = (await sourceDetail(ctx, id))?.firstWorkflows.map(({ name, nodes }) => [name, nodes]);
    expect(workflows).toEqual([
      ['Daily report', 1],
      ['Inbox triage', 1],
    ]);
  }, 240_000);

  it('by two workers at once, beside each other and each in a process, has each row once', async () => {
    await addRuns(ctx.url, 1_500, ago(20 * DAY_MS), ago(HOUR_MS));
    const ids = [await connectVm0(ctx), await connectVm0(ctx), await connectVm0(ctx)];
    const workers = [
      startReader(ctx.url, NOW, { ...SMALL, turnMs: 10 }),
      startReader(ctx.url, NOW, { ...SMALL, turnMs: 10 }),
    ];
    await Promise.all([readAll(shopOf({ turnMs: 10 })), readAll(shopOf({ turnMs: 10 }))]);
    expect(await Promise.all(workers.map(({ end }) => end))).toEqual(['done', 'done']);
    const view = await viewRows(ctx.url);
    expect(view).toHaveLength(1_500);
    for (const id of ids) {
      expect(await heldRows(ctx.db, id)).toEqual(view);
      expect(await reading(id)).toMatchObject({ phase: 'following', rows: 1_500n });
    }
  }, 240_000);

  it('begins with the first attempt there, and ends at once where there is none', async () => {
    const id = await connectVm0(ctx, { firstDays: 3_650 });
    await readAll(shopOf());
    expect(await reading(id)).toMatchObject({ phase: 'following', asOf: NOW, rows: 0n });
  });

  it('leaves what is older than it goes back, until it goes back further', async () => {
    await addRuns(ctx.url, 100, ago(50 * DAY_MS), ago(0));
    const id = await connectVm0(ctx, { firstDays: 10 });
    await readAll(shopOf());
    const held = (await heldRows(ctx.db, id)).length;
    expect(held).toBeGreaterThan(15);
    expect(held).toBeLessThan(25);
    await change(id, { firstDays: 60 });
    await readAll(shopOf());
    expect(await heldRows(ctx.db, id)).toEqual(await viewRows(ctx.url));
  });
});

async function change(id: string, pace: Pace): Promise<void> {
  const detail = await sourceDetail(ctx, id);
  if (detail === null) throw new Error('no such source');
  const { name, revision } = detail;
  const changed = await changeSource(
    { ...ctx, now: clock },
    { id, name, revision, place: { kind: 'own' }, mapping: vm0Mapping(pace) },
  );
  expect(changed.ok).toBe(true);
}

describe('following', () => {
  const RUN = randomUUID();

  it('takes in late rows within the look-back, and what changes or ends later', async () => {
    await addRuns(ctx.url, 50, ago(5 * DAY_MS), ago(HOUR_MS));
    const id = await connectVm0(ctx, { lookBackMinutes: 60 });
    await addRun(ctx.url, { id: RUN, status: 'running', startedAt: ago(10 * MINUTE_MS), endedAt: null });
    const timedOut = randomUUID();
    await addRun(ctx.url, {
      id: timedOut,
      status: 'timeout',
      startedAt: ago(6 * MINUTE_MS),
      endedAt: ago(5 * MINUTE_MS),
    });
    await readAll(shopOf());
    expect(await heldRows(ctx.db, id)).toEqual(await viewRows(ctx.url));
    expect((await heldRows(ctx.db, id)).find((row) => row.includes(RUN))).toContain('"running"');
    const before = await ctx.db.workflowRunStep.findMany({ where: { runId: { notIn: [RUN, timedOut] } } });

    later(30 * MINUTE_MS);
    await addRun(ctx.url, {
      id: randomUUID(),
      status: 'failed',
      startedAt: ago(20 * MINUTE_MS),
      endedAt: ago(19 * MINUTE_MS),
    });
    await runOn(
      ctx.url,
      `update vm0.agent_runs set status = 'failed', failure_reason = 'provider_overloaded' where id = '${timedOut}';
       update vm0.agent_runs set status = 'completed', completed_at = '${bare(clock)}'::timestamp - interval '1 s' where id = '${RUN}'`,
    );
    await readAll(shopOf());
    const held = await heldRows(ctx.db, id);
    expect(held).toEqual(await viewRows(ctx.url));
    expect(held.find((row) => row.includes(timedOut))).toContain('"provider_overloaded"');
    expect(held.find((row) => row.includes(RUN))).toContain('"succeeded"');
    expect(await reading(id)).toMatchObject({ asOf: clock, readTo: clock });
    // What was the same was not touched: nobody has to follow it again.
    expect(
      await ctx.db.workflowRunStep.findMany({ where: { runId: { in: before.map(({ runId }) => runId) } } }),
    ).toEqual(before);
  });

  it('catches up in many turns after a long pause, and reads nothing while it lasts', async () => {
    const id = await connectVm0(ctx, { lookBackMinutes: 10_080 });
    await readAll(shopOf());
    expect((await pauseSource(ctx, { id })).ok).toBe(true);
    later(20 * DAY_MS);
    await addRuns(ctx.url, 1_000, ago(HOUR_MS), new Date(clock.getTime() - HOUR_MS));
    await readAll(shopOf());
    expect(await heldRows(ctx.db, id)).toEqual([]);
    expect((await resumeSource({ ...ctx, now: clock }, { id })).ok).toBe(true);
    await oneTurn();
    expect((await reading(id)).asOf).toEqual(NOW);
    await readAll(shopOf({ turnMs: 0 }));
    expect(await heldRows(ctx.db, id)).toEqual(await viewRows(ctx.url));
    expect(await reading(id)).toMatchObject({ asOf: clock });
  }, 120_000);

  it('stops at the next batch when somebody pauses it in the middle', async () => {
    await addRuns(ctx.url, 500, ago(5 * DAY_MS), ago(HOUR_MS));
    const id = await connectVm0(ctx);
    const { shop } = testShop(ctx.db, () => clock, { ...SMALL, firstSliceMs: 10 * DAY_MS });
    let batches = 0;
    await readAll({ ...shop, onSteps: () => void (batches++ === 1 && pauseSource(ctx, { id })) });
    await expect.poll(async () => (await sourceDetail(ctx, id))?.state).toBe('paused');
    const held = (await heldRows(ctx.db, id)).length;
    expect(held).toBeGreaterThan(0);
    expect(held).toBeLessThan(500);
    await resumeSource(ctx, { id });
    await readAll(shopOf());
    expect(await heldRows(ctx.db, id)).toEqual(await viewRows(ctx.url));
  });
});

describe('old history and new failures', () => {
  it('old history wakes nobody, a new failure makes a hand-off', async () => {
    await addRuns(ctx.url, 200, ago(20 * DAY_MS), ago(2 * MINUTE_MS));
    const id = await connectVm0(ctx);
    await readAll(shopOf());
    await followWhole(ctx.db, clock);
    expect(await ctx.db.handOff.count()).toBe(0);
    later(MINUTE_MS);
    const run = randomUUID();
    await addRun(ctx.url, {
      id: run,
      status: 'failed',
      startedAt: NOW,
      endedAt: new Date(NOW.getTime() + 30 * SECOND_MS),
    });
    await readAll(shopOf());
    await followWhole(ctx.db, clock);
    expect(await ctx.db.handOff.findMany()).toMatchObject([{ sourceId: id, runId: run, errorCode: 'unclassified' }]);
  });
});

describe('what is not understood', () => {
  it('is listed and not kept, and taken in from where it was seen once it has a meaning', async () => {
    await addRuns(ctx.url, 100, ago(10 * DAY_MS), ago(HOUR_MS));
    await runOn(ctx.url, `update vm0.agent_runs set status = 'melted' where status = 'timeout'`);
    const id = await connectVm0(ctx);
    await readAll(shopOf());
    expect(await heldRows(ctx.db, id)).toHaveLength(90);
    const [unknown, ...others] = (await sourceDetail(ctx, id))?.unknowns ?? [];
    expect(unknown).toMatchObject({ kind: 'status', value: 'melted', rows: 10 });
    expect(others).toEqual([]);
    // Read again within the look-back, they are no more than they were.
    later(MINUTE_MS);
    await readAll(shopOf());
    expect((await sourceDetail(ctx, id))?.unknownRows).toBe(10);
    await change(id, { statuses: { melted: 'failed' } });
    expect((await reading(id)).readTo).toEqual(unknown?.firstSeen);
    await readAll(shopOf());
    expect(await heldRows(ctx.db, id)).toHaveLength(100);
    expect(await sourceDetail(ctx, id)).toMatchObject({ unknowns: [], unknownRows: 0, state: 'following' });
    expect((await heldRows(ctx.db, id)).filter((row) => row.includes('"failed"'))).toHaveLength(30);
  });
});

describe('a source that was taken away', () => {
  it('is deleted with all that was read from it; its name is free, and its hand-offs stay', async () => {
    await addRuns(ctx.url, 100, ago(10 * DAY_MS), ago(HOUR_MS));
    const [id, other] = [await connectVm0(ctx), await connectVm0(ctx)];
    await readAll(shopOf());
    expect((await removeSource(ctx, { id })).ok).toBe(true);
    expect(await sourceDetail(ctx, id)).toBeNull();
    expect(await ctx.db.workflow.count({ where: { sourceId: id } })).toBe(0);
    // Who was just reading its definitions ends with the one that was begun.
    const late = { version_id: null, tenant_id: null, document: null, origin: null, nodes: [LATE_NODE] };
    const definitions = [{ workflow_id: 'late', name: 'Late', ...late }];
    const report = await syncDefinitions(ctx.db, id, definitions, { now: NOW, complete: false });
    expect(report.added).toEqual(['late']);
    await readAll(shopOf());
    expect(await ctx.db.source.findMany({ select: { id: true } })).toEqual([{ id: other }]);
    expect(await heldRows(ctx.db, id)).toEqual([]);
    expect(await heldRows(ctx.db, other)).toHaveLength(100);
  });
});
