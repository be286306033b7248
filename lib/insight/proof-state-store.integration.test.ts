import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { awardCertificate, revokeCertificate } from '@/lib/drills/certificate-store';
import { provableNow } from '@/lib/drills/proof-queries';
import { CERTIFICATE_MS, DRILLS } from '@/lib/drills/vocabulary';
import { DAY_MS } from '@/lib/shared/clock';
import { isJsonObject } from '@/lib/shared/json';
import { testContext } from '@/lib/testing/context';
import type { NodeQuery } from './node-list';
import { listNodePage } from './node-list-queries';
import { WHOLE, writeWorkflow } from './testing/nodes';

const ctx = testContext();
const PLAIN: NodeQuery = { search: '', workflow: null, filters: [], sort: 'failures', order: 'desc', page: 1 };
const { retry } = WHOLE;

beforeAll(async () => {
  for (const slug of ['team', 'others']) {
    const { id: groupId } = await ctx.db.ownerGroup.create({ data: { slug, name: slug } });
    const channel = { groupId, kind: 'mail', settings: { to: [slug] }, updatedAt: ctx.now };
    await ctx.db.channel.createMany({
      data: [
        { ...channel, name: 'Duty' },
        { ...channel, name: 'Boss', fallback: true },
      ],
    });
  }
});

describe('what is kept of certificates', () => {
  let id = '';
  const stateAt = async (now = ctx.now) => {
    const { rows } = await listNodePage(
      { db: ctx.db, actor: ctx.actor, now },
      { ...PLAIN, search: 'proved one' },
      { locale: 'en', timeZone: 'UTC' },
    );
    return rows[0]?.coverage.state;
  };
  const now = async () => {
    const { config, workflow } = await ctx.db.node.findUniqueOrThrow({ where: { id }, include: { workflow: true } });
    const node = { id, config: isJsonObject(config) ? config : {}, workflowOwner: workflow.owner };
    const current = (await provableNow(ctx, [node])).get(id);
    if (!current) throw new Error('the node is there');
    return current;
  };
  const pass = async (db: Parameters<typeof awardCertificate>[0], kind: 'simulated' | 'platform' = 'simulated') => {
    const common = { nodeRowId: id, kind, nodeVersion: 1, target: 'sandbox', passedAt: ctx.now, ...(await now()) };
    for (const drill of DRILLS)
      await awardCertificate(db, { ...common, drill, trialId: randomUUID(), runId: randomUUID() });
  };

  beforeEach(async () => {
    await ctx.db.workflow.deleteMany({ where: { key: 'proved' } });
    await ctx.db.channel.updateMany({ data: { enabled: true } });
    const config = { ...WHOLE, classification: [{ code: '*', class: 'terminal' }] };
    const nodes = [{ nodeId: 'proved', name: 'Proved one', config }];
    const workflow = await writeWorkflow(ctx.db, { key: 'proved', name: 'Proved', owner: 'team', nodes });
    id = workflow.nodes.get('proved') ?? '';
  });

  it('follows a pass, a failure, and the end of the node', async () => {
    expect(await stateAt()).toBe('configured');
    await pass(ctx.db);
    expect(await stateAt()).toBe('simulated');
    await pass(ctx.db, 'platform');
    expect(await stateAt()).toBe('proven');
    await revokeCertificate(ctx.db, { nodeRowId: id, drill: 3, kind: 'platform', nodeVersion: 1, failedAt: ctx.now });
    expect(await stateAt()).toBe('simulated');
    await revokeCertificate(ctx.db, { nodeRowId: id, drill: 3, kind: 'simulated', nodeVersion: 1, failedAt: ctx.now });
    expect(await stateAt()).toBe('configured');
    await ctx.db.node.delete({ where: { id } });
    expect(await stateAt()).toBeUndefined();
  });

  it('follows policy, recipient and channels, there and back', async () => {
    await pass(ctx.db);
    expect(await stateAt()).toBe('simulated');
    const changes: [() => Promise<unknown>, () => Promise<unknown>][] = [
      [
        () => ctx.db.workflow.update({ where: { id: workflowOf }, data: { owner: 'others' } }),
        () => ctx.db.workflow.update({ where: { id: workflowOf }, data: { owner: 'team' } }),
      ],
      [
        () => ctx.db.channel.updateMany({ where: { name: 'Duty' }, data: { enabled: false } }),
        () => ctx.db.channel.updateMany({ where: { name: 'Duty' }, data: { enabled: true } }),
      ],
      [
        () => ctx.db.node.update({ where: { id }, data: { config: slower, version: 2 } }),
        () => ctx.db.node.update({ where: { id }, data: { config, version: 3 } }),
      ],
    ];
    const { workflowId: workflowOf, config } = await configured();
    const slower = { ...config, retry: { ...retry, initialInterval: '6s', maxInterval: '6s' } };
    for (const [there, back] of changes) {
      await there();
      expect(await stateAt()).toBe('stale');
      await back();
      expect(await stateAt()).toBe('simulated');
    }
  });

  it('ages out by itself', async () => {
    await pass(ctx.db);
    const end = ctx.now.getTime() + CERTIFICATE_MS;
    expect(await stateAt(new Date(end - DAY_MS))).toBe('simulated');
    expect(await stateAt(new Date(end))).toBe('stale');
  });

  it('is never what was so before another transaction took a certificate back', async () => {
    await pass(ctx.db);
    for (const known of [true, false]) {
      if (known) await stateAt();
      else await ctx.db.nodeFacts.deleteMany({ where: { nodeRowId: id } });
      const failed = { nodeRowId: id, drill: 1, kind: 'simulated', nodeVersion: 1, failedAt: ctx.now } as const;
      let listed: Promise<unknown> = Promise.resolve();
      await ctx.db.$transaction(async (tx) => {
        await revokeCertificate(tx, failed);
        listed = stateAt();
        await new Promise((resolve) => setTimeout(resolve, 300));
      });
      await listed;
      expect(await stateAt()).toBe('configured');
      await pass(ctx.db);
      expect(await stateAt()).toBe('simulated');
    }
  });

  async function configured() {
    const { workflowId, config } = await ctx.db.node.findUniqueOrThrow({ where: { id } });
    if (!isJsonObject(config)) throw new Error('a config is an object');
    return { workflowId, config: JSON.parse(JSON.stringify(config)) };
  }
});
