import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Ctx, ForbiddenError } from '@/lib/accounts/context';
import type { Actor } from '@/lib/accounts/permissions';
import { testContext } from '@/lib/testing/context';
import { toJsonColumn } from '@/lib/workflows/store';
import { repeatDrills, startDrills, stopAllDrills, stopDrills } from './commands';
import { policyHash } from './proof';
import { routeHashOf } from './route-store';
import { type StartDrills, startDrillsSchema } from './schema';

const base = testContext();
const RETRY = { maxAttempts: 3, backoff: 'exponential', initialInterval: '5s', maxInterval: '1m' };
const CONFIG = {
  ...{ owner: 'payments', actions: [{ id: 'charge', kind: 'http', target: 'POST x' }] },
  ...{ retry: RETRY, platform: { keep: true } },
};
const editor: Actor = { id: 'ed', name: 'Ed', role: 'editor', groups: ['payments'], via: 'session' };
let nodeRowId = '';

beforeEach(async () => {
  await base.db.drillTarget.deleteMany();
  await base.db.workflow.deleteMany();
  await base.db.source.deleteMany({ where: { key: 's' } });
  await base.db.ownerGroup.deleteMany();
  const group = await base.db.ownerGroup.create({ data: { slug: 'payments', name: 'Payments' } });
  await base.db.channel.create({ data: { groupId: group.id, kind: 'webhook', name: 'hook', settings: {} } });
  nodeRowId = await makeNode(CONFIG);
});

async function makeNode(config: object, more: { canCarryPolicy?: boolean; owner?: string } = {}): Promise<string> {
  const source = await base.db.source.upsert({
    where: { key: 's' },
    create: { key: 's', name: 'S', kind: 'failpath' },
    update: {},
  });
  const { owner = null, ...node } = more;
  const { id } = await base.db.workflow
    .create({
      data: {
        ...{
          sourceId: source.id,
          key: randomUUID(),
          name: 'Orders',
          dialect: 'failpath',
          fileName: 'o.yaml',
          text: '',
        },
        ...{ owner, version: 7 },
        nodes: {
          create: {
            nodeId: 'charge',
            name: 'Charge',
            position: 0,
            version: 4,
            config: toJsonColumn({ ...config }),
            ...node,
          },
        },
      },
      include: { nodes: true },
    })
    .then(({ nodes }) => nodes[0] ?? { id: '' });
  return id;
}

const as = (actor: Actor): Ctx => ({ db: base.db, now: base.now, actor });
const input = (more: Partial<StartDrills> = {}): StartDrills => ({
  ...{ nodeRowId, runner: 'builtin', targetId: null, testNode: null, channels: 'capture', clock: 'shortened' },
  drills: [
    { drill: 2, fault: 'http_503' },
    { drill: 1, fault: 'never_answers' },
  ],
  againOf: null,
  ...more,
});
const startedAs = async (actor: Actor, more: Partial<StartDrills> = {}): Promise<string> => {
  const started = await startDrills(as(actor), input(more));
  if (!started.ok) throw new Error(started.error.reason);
  return started.value.runId;
};

describe('starting', () => {
  it('freezes the node as it is published, what it proves, and the plan of each drill', async () => {
    const runId = await startedAs(editor);
    await base.db.node.update({ where: { id: nodeRowId }, data: { version: 5, config: {} } });
    const run = await base.db.drillRun.findUniqueOrThrow({
      where: { id: runId },
      include: { trials: { orderBy: { drill: 'asc' } } },
    });
    expect(run).toMatchObject({
      ...{ nodeVersion: 4, workflowVersion: 7, config: CONFIG, policyHash: policyHash(CONFIG), recipient: 'payments' },
      ...{ routeHash: await routeHashOf(base.db, 'payments'), workflowOwner: null, state: 'queued' },
      ...{ target: 'sandbox', environment: 'sandbox', requestedBy: 'Ed', requestedById: 'ed', createdAt: base.now },
    });
    expect(run.routeHash).not.toBe('');
    expect(run.trials).toMatchObject([
      { drill: 1, round: 1, fault: 'never_answers', state: 'planned', override: {}, plan: { executions: 1 } },
      { drill: 2, round: 1, fault: 'http_503', state: 'planned', override: { maxAttempts: 1 } },
    ]);
  });

  it('drills what is published, not a draft', async () => {
    await base.db.nodeDraft.create({
      data: { nodeRowId, baseVersion: 4, base: {}, document: { owner: 'others' }, updatedBy: 'Ed' },
    });
    const runId = await startedAs(editor);
    expect(await base.db.drillRun.findUniqueOrThrow({ where: { id: runId } })).toMatchObject({ recipient: 'payments' });
  });

  it('is for the group that owns the node, and for administrators', async () => {
    const other = { ...editor, groups: ['others'] };
    expect(await startDrills(as(other), input())).toEqual({
      ok: false,
      error: { reason: 'not_yours', owner: 'payments' },
    });
    await expect(startDrills(as({ ...editor, role: 'viewer' }), input())).rejects.toThrow(ForbiddenError);
    const token = { id: 't', scopes: ['policy' as const] };
    await expect(startDrills(as({ ...editor, token }), input())).rejects.toThrow(ForbiddenError);
    expect(await base.db.drillRun.count()).toBe(0);
    expect((await startDrills(as({ ...other, role: 'administrator' }), input())).ok).toBe(true);
  });

  it('lets every editor drill a node without an owner, since nobody would be told', async () => {
    const { owner: _, ...config } = CONFIG;
    const runId = await startedAs({ ...editor, groups: [] }, { nodeRowId: await makeNode(config), channels: 'real' });
    expect(await base.db.drillRun.findUniqueOrThrow({ where: { id: runId } })).toMatchObject({
      ...{ recipient: null, routeHash: '' },
    });
  });

  it('really sends only where who asks belongs to the group that is told', async () => {
    const id = await makeNode({ ...CONFIG, onExhausted: { action: 'manual', notify: 'night' } });
    await base.db.ownerGroup.create({ data: { slug: 'night', name: 'Night' } });
    const real = { nodeRowId: id, channels: 'real' as const };
    expect(await startDrills(as(editor), input(real))).toEqual({
      ok: false,
      error: { reason: 'recipient_not_yours', recipient: 'night' },
    });
    expect((await startDrills(as({ ...editor, groups: ['payments', 'night'] }), input(real))).ok).toBe(true);
  });

  it.each([
    ['cannot_carry', {}, { canCarryPolicy: false }],
    ['nothing_can_fail', { actions: [] }, {}],
    ['policy_broken', { retry: { maxAttempts: 'many' } }, {}],
  ])('refuses a node with nothing to prove: %s', async (reason, config, more) => {
    const id = await makeNode(config, more);
    expect(await startDrills(base, input({ nodeRowId: id }))).toEqual({ ok: false, error: { reason } });
  });

  it('refuses what is not there, and drills that say nothing', async () => {
    expect(await startDrills(base, input({ nodeRowId: randomUUID() }))).toEqual({
      ok: false,
      error: { reason: 'not_found' },
    });
    const only = input({ drills: [{ drill: 5, fault: 'effect_then_timeout' }] });
    expect(await startDrills(base, only)).toEqual({ ok: false, error: { reason: 'nothing_applies' } });
  });

  it('has one run at a time for a node, also when two ask at once', async () => {
    const both = await Promise.all([startDrills(base, input()), startDrills(as(editor), input())]);
    const refused = both.find(({ ok }) => !ok);
    const started = both.find(({ ok }) => ok);
    expect(refused).toEqual({
      ok: false,
      error: { reason: 'running', runId: started?.ok ? started.value.runId : null },
    });
    expect(await base.db.drillRun.count()).toBe(1);
    await base.db.drillRun.updateMany({ data: { state: 'passed', endedAt: base.now } });
    expect((await startDrills(base, input())).ok).toBe(true);
  });
});

describe('a target', () => {
  const target = (data: { environment?: string; url?: string | null; removedAt?: Date } = {}) =>
    base.db.drillTarget.create({
      data: { name: randomUUID(), environment: 'staging', url: 'https://x.example/run', createdBy: 'Ann', ...data },
    });
  const there = (targetId: string, more: Partial<StartDrills> = {}) =>
    startDrills(base, input({ targetId, runner: 'webhook', clock: 'real', ...more }));

  it('is kept as it was called then', async () => {
    const { id, name } = await target();
    expect((await there(id, { testNode: 'charge-test' })).ok).toBe(true);
    expect(await base.db.drillRun.findFirstOrThrow()).toMatchObject({
      ...{ targetId: id, target: name, environment: 'staging', runner: 'webhook', testNode: 'charge-test' },
    });
  });

  it('declared production is refused, and so is one that is gone or has no address', async () => {
    const refusal = async (id: string, more?: Partial<StartDrills>) => {
      const result = await there(id, more);
      return result.ok ? 'started' : result.error.reason;
    };
    expect(await refusal((await target({ environment: 'production' })).id)).toBe('target_production');
    expect(await refusal((await target({ environment: 'production' })).id, { runner: 'person' })).toBe(
      'target_production',
    );
    expect(await refusal((await target({ removedAt: base.now })).id)).toBe('target_not_found');
    expect(await refusal(randomUUID())).toBe('target_not_found');
    const silent = await target({ url: null });
    expect(await refusal(silent.id)).toBe('target_without_address');
    expect(await base.db.drillRun.count()).toBe(0);
    expect(await refusal(silent.id, { runner: 'person' })).toBe('started');
  });
});

describe('again', () => {
  it('asks for the same drills of the node as it is now', async () => {
    const first = await startedAs(editor, { channels: 'real', clock: 'real' });
    const repeated = repeatDrills(as(editor), { runId: first });
    expect(await repeated).toEqual({ ok: false, error: { reason: 'running', runId: first } });
    await base.db.drillRun.updateMany({ data: { state: 'failed', endedAt: base.now } });
    // What was interrupted is asked for once.
    await base.db.$executeRaw`
      insert into drill_trial (run_id, drill, round, fault, plan)
      select run_id, drill, 2, fault, plan from drill_trial where drill = 1`;
    const now = { ...CONFIG, retry: { ...RETRY, initialInterval: '7s' } };
    await base.db.node.update({ where: { id: nodeRowId }, data: { version: 5, config: now } });
    const again = await repeatDrills(as(editor), { runId: first });
    expect(
      await base.db.drillRun.findFirstOrThrow({ where: { againOf: first }, include: { trials: true } }),
    ).toMatchObject({
      ...{ id: again.ok ? again.value.runId : null, nodeVersion: 5, policyHash: policyHash(now), channels: 'real' },
      ...{ clock: 'real', trials: [{ drill: 1 }, { drill: 2 }] },
    });
    expect(await repeatDrills(base, { runId: randomUUID() })).toEqual({ ok: false, error: { reason: 'not_found' } });
  });

  it('is only said of a run of the same node', async () => {
    expect(await startDrills(as(editor), input({ againOf: randomUUID() }))).toEqual({
      ok: false,
      error: { reason: 'not_found' },
    });
  });
});

describe('stopping', () => {
  it('ends a run that no worker has taken, and asks one that is under way', async () => {
    const waiting = await startedAs(editor);
    expect((await stopDrills(as(editor), { runId: waiting })).ok).toBe(true);
    expect(
      await base.db.drillRun.findUniqueOrThrow({ where: { id: waiting }, include: { trials: true } }),
    ).toMatchObject({
      ...{ state: 'aborted', problem: 'stopped', endedAt: base.now, stopAskedBy: 'Ed' },
      trials: [
        { state: 'aborted', problem: 'stopped' },
        { state: 'aborted', problem: 'stopped' },
      ],
    });
    const running = await startedAs(editor);
    await base.db.drillRun.update({ where: { id: running }, data: { state: 'running' } });
    expect((await stopDrills(base, { runId: running })).ok).toBe(true);
    expect(await base.db.drillRun.findUniqueOrThrow({ where: { id: running } })).toMatchObject({
      ...{ state: 'running', endedAt: null, stopAskedBy: 'Ann', stopAskedAt: base.now },
    });
    const later = { ...as(editor), now: new Date(base.now.getTime() + 1) };
    expect((await stopDrills(later, { runId: running })).ok).toBe(true);
    expect(await base.db.drillRun.findUniqueOrThrow({ where: { id: running } })).toMatchObject({ stopAskedBy: 'Ann' });
  });

  it('is for the same people, and refuses what has ended', async () => {
    const runId = await startedAs(editor);
    const other = { ...editor, id: 'else', groups: [] };
    expect(await stopDrills(as(other), { runId })).toEqual({
      ok: false,
      error: { reason: 'not_yours', owner: 'payments' },
    });
    expect(await stopDrills(base, { runId: randomUUID() })).toEqual({ ok: false, error: { reason: 'not_found' } });
    await base.db.drillRun.updateMany({ data: { state: 'passed', endedAt: base.now } });
    expect(await stopDrills(as(editor), { runId })).toEqual({ ok: false, error: { reason: 'ended' } });
  });

  it('stops all at once, for administrators only', async () => {
    const one = await startedAs(editor);
    const two = await startedAs(editor, { nodeRowId: await makeNode(CONFIG) });
    await base.db.drillRun.update({ where: { id: two }, data: { state: 'running' } });
    expect(await stopAllDrills(as(editor))).toEqual({ ok: false, error: { reason: 'administrators_only' } });
    expect(await stopAllDrills(base)).toEqual({ ok: true, value: { runs: 2 } });
    expect(await base.db.drillRun.findMany({ where: { stopAskedAt: null } })).toEqual([]);
    expect(await base.db.drillRun.findUniqueOrThrow({ where: { id: one } })).toMatchObject({ state: 'aborted' });
    expect(await stopAllDrills(base)).toEqual({ ok: true, value: { runs: 0 } });
    const entries = await base.db.auditEntry.findMany({
      where: { action: 'drill.stop' },
      orderBy: { id: 'desc' },
      take: 2,
    });
    expect(entries.map(({ subjectId }) => subjectId).sort()).toEqual([one, two].sort());
  });
});

describe('what may be asked for', () => {
  const codes = (more: object) => {
    const read = startDrillsSchema.safeParse({ ...input(), ...more });
    return read.success ? [] : read.error.issues.map(({ message }) => message);
  };

  it('is only what makes sense', () => {
    const nodeId = randomUUID();
    expect(codes({ nodeRowId: nodeId })).toEqual([]);
    const ask = (more: object) => codes({ nodeRowId: nodeId, ...more });
    expect(ask({ drills: [] })).toEqual(['drills_none']);
    expect(ask({ drills: [{ drill: 3, fault: 'http_503' }] })).toEqual(['fault_of_other_drill']);
    expect(ask({ drills: [{ drill: 6, fault: 'http_503' }] })).toEqual(['drill_unknown']);
    const twice = { drill: 2, fault: 'http_503' };
    expect(ask({ drills: [twice, twice] })).toEqual(['drills_twice']);
    expect(ask({ targetId: randomUUID() })).toEqual(['target_of_sandbox']);
    expect(ask({ runner: 'webhook' })).toEqual(['target_missing', 'clock_of_platform']);
    expect(ask({ testNode: 'x' })).toEqual(['test_node_of_sandbox']);
  });
});
