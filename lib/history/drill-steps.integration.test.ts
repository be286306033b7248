import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { setUpRealm } from '@/lib/drills/realm-store';
import { askForDrills, makeDrillWorld } from '@/lib/drills/testing/drill-world';
import { testContext } from '@/lib/testing/context';
import { partDrills } from './drill-steps-store';
import { ingestSteps } from './ingest';
import { readStep } from './ingest-schema';
import { failureRows } from './queries';

const ctx = testContext();
const NONE = { accepted: 0, updated: 0, duplicates: 0, rejected: 0, errors: [] };
const AT = '2026-11-19T10:00:00.000Z';
let trialId = '';
let workflowKey = '';

beforeEach(async () => {
  await ctx.db.workflowRunStep.deleteMany();
  const world = await makeDrillWorld(ctx.db);
  workflowKey = world.workflowKey;
  const runId = await askForDrills(world, { drills: [{ drill: 1 }], runner: 'person', clock: 'real' });
  await ctx.db.drillRun.update({ where: { id: runId }, data: { testNode: 'charge-test' } });
  trialId = (await ctx.db.drillTrial.findFirstOrThrow({ where: { runId } })).id;
  await setUpRealm(ctx.drillDb, {
    ...{ trialId, nodeRowId: world.nodeRowId, nodeVersion: 1, workflowVersion: 1, workflowOwner: world.owner },
    config: world.config,
  });
});

const step = (change: object = {}) => ({
  ...{ workflowId: 'their-test-workflow', runId: `failpath-drill-${trialId}`, nodeId: 'charge-test', status: 'failed' },
  ...{ errorCode: '503', errorMessage: 'no', payloadHash: 'h', occurredAt: AT, durationMs: 20, ...change },
});
async function ingest(...steps: unknown[]) {
  const result = await ingestSteps(ctx, { steps });
  if (!result.ok) throw new Error('never refused');
  return result.value;
}
const drillSteps = () =>
  ctx.drillDb.workflowRunStep.findMany({ where: { sourceId: trialId }, orderBy: { attempt: 'asc' } });

describe('steps of a drill that are reported', () => {
  it('are accepted into the tables of drills, under the names of the node, and nowhere else', async () => {
    expect(await ingest(step(), step({ attempt: 2 }), step({ nodeId: 'before' }))).toEqual({ ...NONE, accepted: 3 });
    expect((await drillSteps()).map(({ workflowId, nodeId, attempt }) => [workflowId, nodeId, attempt])).toEqual(
      expect.arrayContaining([
        [workflowKey, 'charge', 1],
        [workflowKey, 'charge', 2],
        [workflowKey, 'before', 1],
      ]),
    );
    expect(await ctx.db.workflowRunStep.count()).toBe(0);
  });

  it('are duplicates when they come again, updated when a running one ends, and contradictions are named', async () => {
    const running = step({ status: 'running', errorCode: null, errorMessage: null, durationMs: null });
    expect(await ingest(running)).toEqual({ ...NONE, accepted: 1 });
    expect(await ingest(running)).toEqual({ ...NONE, duplicates: 1 });
    expect(await ingest(step())).toEqual({ ...NONE, updated: 1 });
    expect(await ingest(step(), running)).toEqual({ ...NONE, duplicates: 2 });
    expect(await ingest(step({ attempt: 2 }), step({ errorCode: '500' }))).toEqual({
      ...{ ...NONE, accepted: 1, rejected: 1 },
      errors: [{ index: 1, path: '', code: 'differs' }],
    });
    expect(await drillSteps()).toMatchObject([{ status: 'failed', errorCode: '503', durationMs: 20 }, { attempt: 2 }]);
  });

  it('are one step by whichever of its names, within a batch too', async () => {
    expect(await ingest(step(), step({ nodeId: 'charge' }), step({ workflowId: 'another' }))).toEqual({
      ...{ ...NONE, accepted: 1, duplicates: 2 },
    });
    expect(await ingest(step({ attempt: 2 }), step({ attempt: 2, nodeId: 'charge', errorCode: '1' }))).toEqual({
      ...{ ...NONE, accepted: 1, rejected: 1, errors: [{ index: 1, path: '', code: 'differs' }] },
    });
  });

  it('stand beside real ones of the same batch, which are taken as ever and alone count', async () => {
    const real = step({ runId: 'r1', workflowId: workflowKey, nodeId: 'charge' });
    expect(await ingest(real, step(), step({ runId: `failpath-drill-${trialId}-2` }))).toEqual({
      ...NONE,
      accepted: 3,
    });
    expect(await ingest(real, step())).toEqual({ ...NONE, duplicates: 2 });
    expect(await ctx.db.workflowRunStep.findMany({ select: { runId: true } })).toEqual([{ runId: 'r1' }]);
    expect(await failureRows(ctx)).toMatchObject([{ failures: 1 }]);
    const { after } = await ctx.db.auditEntry.findFirstOrThrow({
      where: { action: 'history.ingest' },
      orderBy: { id: 'desc' },
    });
    expect(after).toMatchObject({ steps: 3, accepted: 3 });
  });

  it('are taken nowhere once their trial has ended, or where the built-in runner alone writes the log', async () => {
    await ingest(step());
    const refused = [0, 1].map((index) => ({ index, path: 'runId', code: 'drill_ended' }));
    const late = async () => ingest(step({ attempt: 2 }), step({ runId: `failpath-drill-${trialId}-forged` }));
    await ctx.db.drillTrial.update({ where: { id: trialId }, data: { state: 'passed' } });
    expect(await late()).toEqual({ ...NONE, rejected: 2, errors: refused });
    await ctx.db.drillTrial.update({ where: { id: trialId }, data: { state: 'running' } });
    await ctx.db.drillRun.updateMany({ where: { trials: { some: { id: trialId } } }, data: { runner: 'builtin' } });
    expect(await late()).toEqual({ ...NONE, rejected: 2, errors: refused });
    expect(await drillSteps()).toHaveLength(1);
    expect(await ctx.db.workflowRunStep.count()).toBe(0);
  });

  it('are known however a platform spells the run id', async () => {
    expect(await ingest(step({ runId: `failpath-drill-${trialId}`.toUpperCase() }))).toEqual({ ...NONE, accepted: 1 });
    expect(await drillSteps()).toHaveLength(1);
    expect(await ctx.db.workflowRunStep.count()).toBe(0);
  });

  it('of no known trial are steps like any other', async () => {
    const unknown = [randomUUID(), 'x', `${trialId}x`].map((id) => step({ runId: `failpath-drill-${id}` }));
    expect(await ingest(...unknown)).toEqual({ ...NONE, accepted: 3 });
    expect(await ctx.db.workflowRunStep.count()).toBe(3);
    expect(await drillSteps()).toEqual([]);
  });

  it('ask nothing more of the database where a batch has none', async () => {
    const refuse = () => Promise.reject(new Error('nobody is to be asked'));
    const db = new Proxy(ctx.db, {
      get: (client, key) => (key === '$queryRaw' ? refuse : Reflect.get(client, key)),
    });
    const read = readStep(step({ runId: 'failpath-drilling' }), 0);
    if ('errors' in read) throw new Error('the step holds');
    const item = { index: 0, sourceId: randomUUID(), at: new Date(), step: read.step };
    expect(await partDrills(db, [item])).toMatchObject({ real: [item], drills: { items: [] } });
    const named = { ...item, step: { ...item.step, runId: step().runId } };
    await expect(partDrills(db, [named])).rejects.toThrow('nobody is to be asked');
  });
});

describe('steps of a drill that are written by SQL', () => {
  const insert = (runId: string, change: { status?: string; nodeId?: string; at?: string } = {}) => ctx.db.$executeRaw`
    insert into workflow_run_step (source_id, workflow_id, run_id, node_id, attempt, status, occurred_at, payload_hash)
    select id, 'theirs', ${runId}, ${change.nodeId ?? 'charge-test'}, 1, ${change.status ?? 'failed'},
           ${change.at ?? AT}::timestamptz, 'h' from source where key = 'own'`;

  it('are moved, keep their first end, and end a running one', async () => {
    const runId = `failpath-drill-${trialId}`;
    expect(await insert(runId, { status: 'running' })).toBe(0);
    await insert(runId, { status: 'failed' });
    await insert(runId, { status: 'succeeded' });
    expect(await drillSteps()).toMatchObject([{ status: 'failed', nodeId: 'charge', workflowId: workflowKey }]);
    expect(await ctx.db.workflowRunStep.count()).toBe(0);
  });

  it('of a trial that has ended, was not prepared, or is spelt otherwise, never reach the real history', async () => {
    expect(await insert(`Failpath-Drill-${trialId.toUpperCase()}`)).toBe(0);
    expect(await drillSteps()).toHaveLength(1);
    await ctx.db.drillTrial.update({ where: { id: trialId }, data: { state: 'failed' } });
    await insert(`failpath-drill-${trialId}-2`);
    expect(await drillSteps()).toHaveLength(1);
    await ctx.drillDb.source.deleteMany({ where: { id: trialId } });
    await ctx.db.drillTrial.update({ where: { id: trialId }, data: { state: 'planned' } });
    await insert(`failpath-drill-${trialId}`);
    expect(await drillSteps()).toEqual([]);
    expect(await ctx.db.workflowRunStep.count()).toBe(0);
  });

  it('of an unknown trial, or with another id behind the prefix, stay where they are', async () => {
    for (const runId of [`failpath-drill-${randomUUID()}`, `failpath-drill-${trialId}9`, 'failpath-drill-', 'r1'])
      expect(await insert(runId)).toBe(1);
    expect(await drillSteps()).toEqual([]);
  });
});
