import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { ForbiddenError } from '@/lib/accounts/context';
import type { Prisma } from '@/lib/db/generated/client';
import { cutPage } from '@/lib/shared/keyset';
import { testContext } from '@/lib/testing/context';
import { planTrial } from './plan';
import {
  countUnendedRuns,
  drillRunExists,
  drillRunIdOf,
  drillRunsOfNode,
  drillRunVersion,
  drillTargetChoices,
  endedDrillRuns,
  getDrillRun,
  unendedDrillRuns,
} from './queries';
import type { DrillRunFilter } from './run';

const ctx = testContext();
const ALL: DrillRunFilter = { state: null, workflowId: null, group: null, nodeRowId: null };
const nodes: { id: string; workflowId: string }[] = [];
const ids: Record<string, string> = {};

const TRIAL = (drill: 1 | 2 | 5, state: string, more: object = {}) => ({
  ...{ drill, fault: 'http_503', state, startedAt: null },
  plan: JSON.parse(JSON.stringify(planTrial({ drill, fault: 'http_503', policy: {} }))),
  ...more,
});

beforeAll(async () => {
  const source = await ctx.db.source.create({ data: { key: 's', name: 'S', kind: 'failpath' } });
  await ctx.db.ownerGroup.create({ data: { slug: 'payments', name: 'Payments' } });
  for (const key of ['a', 'b']) {
    const { id, nodes: made } = await ctx.db.workflow.create({
      data: {
        ...{ sourceId: source.id, key, name: `Workflow ${key}`, dialect: 'failpath', fileName: key, text: '' },
        nodes: { create: { nodeId: 'charge', name: `Charge ${key}`, position: 0, version: 4, config: {} } },
      },
      include: { nodes: true },
    });
    nodes.push({ id: made[0]?.id ?? '', workflowId: id });
  }
  const minute = (number: number) => new Date(ctx.now.getTime() - number * 60_000);
  await run('old', 0, minute(40), { state: 'passed', recipient: 'payments' }, [
    TRIAL(1, 'interrupted', { phase: 'wait', problem: 'interrupted' }),
    TRIAL(1, 'passed', { round: 2, clock: [{ from: 1, until: 2, factor: 4.5 }] }),
    TRIAL(2, 'failed'),
    TRIAL(5, 'not_applicable'),
  ]);
  await run('aborted', 0, minute(30), { state: 'aborted', problem: 'stopped' });
  await run('other', 1, minute(20), { state: 'failed', recipient: 'gone' });
  await run('queued', 1, minute(10), { state: 'queued', endedAt: null });
  await run('running', 0, minute(5), { state: 'running', endedAt: null, startedAt: minute(4) }, [
    TRIAL(2, 'running', { startedAt: minute(4), phase: 'attempt' }),
  ]);
});

async function run(
  name: string,
  node: number,
  createdAt: Date,
  more: Partial<Prisma.DrillRunUncheckedCreateInput>,
  trials: Prisma.DrillTrialCreateWithoutRunInput[] = [],
): Promise<void> {
  const { id } = await ctx.db.drillRun.create({
    data: {
      ...{ nodeRowId: nodes[node]?.id ?? '', nodeVersion: 3, workflowVersion: 7, config: { retry: 'x' } },
      ...{ policyHash: 'h', routeHash: '', runner: 'builtin', target: 'sandbox', environment: 'sandbox' },
      ...{ channels: 'capture', clock: 'shortened', requestedBy: 'Ann', createdAt, endedAt: createdAt },
      ...more,
      trials: { create: trials },
    },
  });
  ids[name] = id;
}

const namesOf = (rows: readonly { id: string }[]) =>
  rows.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id));

describe('the list', () => {
  it('has what has not ended apart, what runs first, and of each drill its last round', async () => {
    expect(namesOf(await unendedDrillRuns(ctx, ALL))).toEqual(['running', 'queued']);
    const ended = await endedDrillRuns(ctx, ALL, null, 10);
    expect(namesOf(ended)).toEqual(['other', 'aborted', 'old']);
    expect(ended.at(-1)).toMatchObject({
      ...{ state: 'passed', problem: null, node: { name: 'Charge a', nodeId: 'charge' } },
      workflow: { name: 'Workflow a' },
      drills: [
        { drill: 1, state: 'passed' },
        { drill: 2, state: 'failed' },
        { drill: 5, state: 'not_applicable' },
      ],
    });
  });

  it('is narrowed by state, workflow, group and node', async () => {
    const narrowed = async (filter: Partial<DrillRunFilter>) => [
      ...namesOf(await unendedDrillRuns(ctx, { ...ALL, ...filter })),
      ...namesOf(await endedDrillRuns(ctx, { ...ALL, ...filter }, null, 10)),
    ];
    expect(await narrowed({ state: 'aborted' })).toEqual(['aborted']);
    expect(await narrowed({ state: 'queued' })).toEqual(['queued']);
    expect(await narrowed({ group: 'payments' })).toEqual(['old']);
    expect(await narrowed({ workflowId: nodes[1]?.workflowId ?? '' })).toEqual(['queued', 'other']);
    expect(await narrowed({ nodeRowId: nodes[0]?.id ?? '', state: 'passed' })).toEqual(['old']);
    expect(await countUnendedRuns(ctx)).toBe(2);
  });

  it('goes on from any run, in both directions', async () => {
    const page = async (cursor: Parameters<typeof endedDrillRuns>[2]) => {
      const cut = cutPage(await endedDrillRuns(ctx, ALL, cursor, 2), cursor, 1);
      return { names: namesOf(cut.rows), newer: cut.newer, older: cut.older, row: cut.rows[0] };
    };
    const first = await page(null);
    expect(first).toMatchObject({ names: ['other'], newer: false, older: true });
    const at = (row: typeof first.row) => ({ at: row?.createdAt ?? ctx.now, id: row?.id ?? '' });
    const second = await page({ side: 'before', ...at(first.row) });
    expect(second).toMatchObject({ names: ['aborted'], newer: true, older: true });
    const third = await page({ side: 'before', ...at(second.row) });
    expect(third).toMatchObject({ names: ['old'], newer: true, older: false });
    expect(await page({ side: 'after', ...at(third.row) })).toMatchObject({ names: ['aborted'], newer: true });
  });

  it('knows what a node has under way, and what it had last', async () => {
    const { unended, last } = await drillRunsOfNode(ctx, nodes[0]?.id ?? '');
    expect([unended?.id, last?.id]).toEqual([ids.running, ids.aborted]);
  });
});

describe('one run', () => {
  it('has all rounds, the group by name, and whether the node has changed', async () => {
    const old = await getDrillRun(ctx, ids.old ?? '');
    expect(old).toMatchObject({
      ...{
        nodeVersion: 3,
        nodeChanged: true,
        config: { retry: 'x' },
        recipient: { slug: 'payments', name: 'Payments' },
      },
      trials: [
        { drill: 1, round: 1, state: 'interrupted', phase: 'wait', fastest: 1, evidence: null },
        { drill: 1, round: 2, state: 'passed', fastest: 4.5 },
        { drill: 2, state: 'failed', plan: { override: {}, errorCode: '503' } },
        { drill: 5, state: 'not_applicable' },
      ],
    });
    expect((await getDrillRun(ctx, ids.other ?? ''))?.recipient).toEqual({ slug: 'gone', name: null, id: null });
    expect(await getDrillRun(ctx, randomUUID())).toBeNull();
    expect(await getDrillRun(ctx, 'nonsense')).toBeNull();
  });

  it('is found under the id of a trial too', async () => {
    const trial = await ctx.db.drillTrial.findFirstOrThrow({ where: { runId: ids.old ?? '', drill: 2 } });
    expect(await drillRunIdOf(ctx, trial.id)).toBe(ids.old);
    expect(await drillRunIdOf(ctx, ids.old ?? '')).toBe(ids.old);
    expect(await drillRunExists(ctx, randomUUID())).toBe(false);
    expect(await drillRunExists(ctx, 'x')).toBe(false);
  });

  it('shows what a trial left behind, and a new version with each of it', async () => {
    const runId = ids.running ?? '';
    const seen = [await drillRunVersion(ctx, runId)];
    const look = async () => seen.push(await drillRunVersion(ctx, runId));
    const trial = await ctx.db.drillTrial.findFirstOrThrow({ where: { runId } });
    const { drillDb } = ctx;
    await drillDb.source.create({ data: { id: trial.id, key: trial.id, name: 'S', kind: 'failpath' } });
    await drillDb.workflow.create({
      data: {
        ...{ sourceId: trial.id, key: 'a', name: 'A', dialect: 'failpath', fileName: 'a', text: '' },
        nodes: { create: { nodeId: 'charge', name: 'Charge', position: 0, config: {} } },
      },
    });
    const group = await ctx.db.ownerGroup.findFirstOrThrow();
    const channel = await ctx.db.channel.create({
      data: { groupId: group.id, kind: 'webhook', name: 'hook', settings: {} },
    });
    const at = ctx.now;
    await drillDb.workflowRunStep.create({
      data: {
        ...{ sourceId: trial.id, workflowId: 'a', runId: `failpath-drill-${trial.id}`, nodeId: 'charge', attempt: 1 },
        ...{ status: 'failed', errorCode: '503', occurredAt: at, durationMs: 10 },
      },
    });
    await look();
    const record = await drillDb.handOff.create({
      data: {
        ...{ sourceId: trial.id, workflowId: 'a', runId: `failpath-drill-${trial.id}`, nodeId: 'charge' },
        ...{ fingerprint: 'f', trigger: 'exhausted', because: {}, decidedAt: at, attempt: 1, recipient: 'payments' },
        ...{ firstFailedAt: at, lastFailedAt: at, nodeVersion: 3, workflowVersion: 7, silenceMs: 1 },
      },
    });
    await look();
    const delivery = await drillDb.delivery.create({
      data: {
        ...{ channelId: channel.id, kind: 'notification', fingerprint: 'f', seq: 1, handOffId: record.id },
        ...{ state: 'sent', message: { body: 'Drill: charge failed' } },
      },
    });
    await look();
    await drillDb.delivery.update({ where: { id: delivery.id }, data: { confirmedAt: at } });
    await look();
    await ctx.db.drillTrial.update({ where: { id: trial.id }, data: { phase: 'judge' } });
    await look();
    expect(new Set(seen.map((each) => each?.version)).size).toBe(seen.length);
    expect(await drillRunVersion(ctx, runId)).toEqual({ ...seen.at(-1), ended: false });
    expect(await drillRunVersion(ctx, ids.old ?? '')).toMatchObject({ ended: true });
    expect(await drillRunVersion(ctx, randomUUID())).toBeNull();
    expect((await getDrillRun(ctx, runId))?.trials[0]).toMatchObject({
      evidence: {
        executions: [{ attempts: [{ attempt: 1, errorCode: '503' }] }],
        handOffs: [{ recipient: 'payments' }],
      },
      messages: [
        {
          ...{
            state: 'sent',
            body: 'Drill: charge failed',
            confirmed: true,
            channel: { name: 'hook', kind: 'webhook' },
          },
        },
      ],
    });
  });
});

it('offers the targets that are there, and none of production', async () => {
  const data = { environment: 'test', createdBy: 'Ann' };
  await ctx.db.drillTarget.createMany({
    data: [
      { ...data, name: 'b', url: 'https://b.example' },
      { ...data, name: 'a' },
      { ...data, name: 'c', environment: 'production' },
      { ...data, name: 'd', removedAt: ctx.now },
    ],
  });
  expect(await drillTargetChoices(ctx)).toMatchObject([
    { name: 'a', asked: false },
    { name: 'b', asked: true },
  ]);
});

it('is read by whoever may read', async () => {
  const stranger = { ...ctx, actor: { ...ctx.actor, token: { id: 't', scopes: ['history' as const] } } };
  await expect(unendedDrillRuns(stranger, ALL)).rejects.toThrow(ForbiddenError);
  await expect(endedDrillRuns(stranger, ALL, null, 1)).rejects.toThrow(ForbiddenError);
  await expect(getDrillRun(stranger, randomUUID())).rejects.toThrow(ForbiddenError);
  await expect(drillRunVersion(stranger, randomUUID())).rejects.toThrow(ForbiddenError);
  await expect(drillTargetChoices(stranger)).rejects.toThrow(ForbiddenError);
});
