import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '@/lib/shared/clock';
import { testContext } from '@/lib/testing/context';
import { rollAll } from '@/lib/worker/rollup';
import { nodeTotals } from './queries';
import { pauseRollup, recountHistory } from './rollup-commands';
import { rollupProgress } from './rollup-progress-queries';
import { rollBatch } from './rollup-store';

const ctx = testContext();
let sourceId: string;
beforeEach(async () => {
  await ctx.db.$executeRaw`truncate workflow_run_step`;
  await ctx.db.source.deleteMany();
  ({ id: sourceId } = await ctx.db.source.create({ data: { key: 'own', name: 'Own', kind: 'failpath' } }));
});

const roll = () => rollAll({ db: ctx.db, now: () => ctx.now, all: true });

/** Until so many steps were passed: transactions of other databases of the server hold a step up, too. */
async function rollSteps(steps: number, work: () => Promise<number> = roll): Promise<void> {
  let passed = 0;
  const go = async () => {
    passed += await work();
    return passed;
  };
  await expect.poll(go, { timeout: 20_000, interval: 20 }).toBe(steps);
}
const watermark = () => ctx.db.rolledSource.findUniqueOrThrow({ where: { sourceId } });
const executions = async () => (await nodeTotals(ctx)).reduce((sum, each) => sum + each.executions, 0);

/** Runs of two nodes over some days; every third failed at first, and was tried again a quarter of an hour later. */
async function write(count: number, from = 0): Promise<void> {
  const data = Array.from({ length: count }, (_, index) => index + from).flatMap((n) => {
    const at = ctx.now.getTime() - 5 * DAY_MS + n * 1_800_000;
    const key = { sourceId, workflowId: 'orders', nodeId: n % 2 === 0 ? 'charge' : 'ship', runId: `run-${n}` };
    const again = n % 3 === 0;
    const first = { ...key, attempt: 1, status: again ? 'failed' : 'succeeded', errorCode: again ? 'timeout' : null };
    return [
      { ...first, occurredAt: new Date(at) },
      ...(again ? [{ ...key, attempt: 2, status: 'succeeded', occurredAt: new Date(at + 1_000_000) }] : []),
    ];
  });
  await ctx.db.workflowRunStep.createMany({ data });
}

describe('rolling up', () => {
  it('goes on after each batch where it was, and says how far it is', async () => {
    await write(30);
    await ctx.db.$executeRaw`analyze workflow_run_step`;
    expect(await rollupProgress(ctx)).toMatchObject([{ sourceId, state: 'counting', done: 0, about: 40 }]);
    await rollSteps(25, async () => (await rollBatch(ctx.db, sourceId, ctx.now, 25)).steps);
    expect(await rollupProgress(ctx)).toMatchObject([{ state: 'counting', done: 25, about: 40 }]);
    expect(await executions()).toBe(30);
    await rollSteps(15);
    expect(await rollupProgress(ctx)).toMatchObject([{ state: 'kept', done: 40, about: 40, rolledAt: ctx.now }]);
    expect(await executions()).toBe(30);
  });

  it('rests while somebody has told it to, and nothing is lost', async () => {
    await write(10);
    await rollSteps(14);
    await pauseRollup(ctx, { sourceId, paused: true });
    await write(10, 10);
    expect([await roll(), (await rollupProgress(ctx))[0]?.state, await executions()]).toEqual([0, 'paused', 20]);
    await pauseRollup(ctx, { sourceId, paused: false });
    await rollSteps(13);
    expect(await rollupProgress(ctx)).toMatchObject([{ state: 'kept', done: 27 }]);
  });

  it('waits for more where there is little, and no longer than some seconds', async () => {
    await write(3);
    await rollSteps(4);
    await write(3, 3);
    const at = (ms: number) => rollAll({ db: ctx.db, now: () => new Date(ctx.now.getTime() + ms) });
    expect([await at(1_000), await executions()]).toEqual([0, 6]);
    await rollSteps(4, () => at(20_000));
  });

  it('waits for a transaction that is still open, however many came after it', async () => {
    await ctx.db.$transaction(async (tx) => {
      await tx.workflowRunStep.create({
        data: {
          sourceId,
          workflowId: 'orders',
          nodeId: 'charge',
          runId: 'slow',
          status: 'succeeded',
          occurredAt: ctx.now,
        },
      });
      await write(5);
      expect([await roll(), await executions()]).toEqual([0, 5]);
    });
    expect(await executions()).toBe(6);
    await rollSteps(8);
    expect(await executions()).toBe(6);
  });

  it('begins again when the database was restored into a server that has given fewer numbers', async () => {
    await write(9);
    await rollSteps(12);
    await ctx.db.$executeRaw`alter table workflow_run_step disable trigger user`;
    await ctx.db.$executeRaw`update workflow_run_step set change_id = change_id + 4000000000`;
    await ctx.db.$executeRaw`alter table workflow_run_step enable trigger user`;
    await ctx.db.$executeRaw`update rolled_source set after_change = after_change + 4000000000`;
    await write(3, 9);
    expect(await executions()).toBe(12);
    const settled = async () => {
      await roll();
      const { afterChange, steps } = await watermark();
      return afterChange < 4_000_000_000n && steps >= 12n + 16n;
    };
    await expect.poll(settled, { timeout: 20_000 }).toBe(true);
    expect(await executions()).toBe(12);
    expect(await recountHistory(ctx, { sourceId, after: null })).toMatchObject({ value: { differences: [] } });
  });

  it('forgets everything with a history that is emptied', async () => {
    await write(5);
    await rollSteps(7);
    await ctx.db.$executeRaw`truncate workflow_run_step`;
    expect([await executions(), await ctx.db.historyDay.count(), await ctx.db.historySeries.count()]).toEqual([
      0, 0, 0,
    ]);
  });
});

describe('counting again', () => {
  it('finds nothing where all is as it should be', async () => {
    await write(20);
    await rollSteps(27);
    await ctx.db.workflowRunStep.deleteMany({ where: { runId: 'run-3' } });
    expect(await recountHistory(ctx, { sourceId, after: null })).toEqual({
      ok: true,
      value: { differences: [], nodes: 2, next: null },
    });
  });

  it('reports each difference and mends it', async () => {
    await write(20);
    await rollSteps(27);
    // As if steps had been removed behind the back of the trigger.
    await ctx.db.$executeRaw`alter table workflow_run_step disable trigger user`;
    await ctx.db.workflowRunStep.deleteMany({ where: { runId: 'run-3' } });
    await ctx.db.$executeRaw`alter table workflow_run_step enable trigger user`;
    expect(await executions()).toBe(20);
    const found = await recountHistory(ctx, { sourceId, after: null });
    const differences = found.ok ? found.value.differences : [];
    const first = new Date(ctx.now.getTime() - 5 * DAY_MS + 3 * 1_800_000);
    expect(differences).toContainEqual({
      ...{ workflowKey: 'orders', nodeId: 'ship', kind: 'code', code: '=timeout', measure: 1, kept: 1, counted: 0 },
      at: first,
    });
    expect(differences.every(({ nodeId }) => nodeId === 'ship')).toBe(true);
    expect([await executions(), await recountHistory(ctx, { sourceId, after: null })]).toMatchObject([
      19,
      { value: { differences: [] } },
    ]);
  });

  it('goes on after the node where it ended, and knows its source', async () => {
    await write(4);
    await rollSteps(6);
    const after = { workflowKey: 'orders', nodeId: 'charge' };
    expect(await recountHistory(ctx, { sourceId, after })).toMatchObject({ value: { nodes: 1, next: null } });
    const unknown = { sourceId: '00000000-0000-4000-8000-00000000dead', after: null };
    expect(await recountHistory(ctx, unknown)).toEqual({ ok: false, error: { reason: 'not_found' } });
  });
});
