import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '@/lib/shared/clock';
import { testContext } from '@/lib/testing/context';
import { type Award, awardCertificate, revokeCertificate } from './certificate-store';

const ctx = testContext();
let nodeRowId = '';

beforeEach(async () => {
  await ctx.db.workflow.deleteMany();
  const source = await ctx.db.source.upsert({
    where: { key: 'own' },
    create: { key: 'own', name: 'Failpath', kind: 'failpath' },
    update: {},
  });
  const node = { nodeId: 'a', name: 'A', position: 0, config: {} };
  const { nodes } = await ctx.db.workflow.create({
    data: {
      ...{ sourceId: source.id, key: 'orders', name: 'Orders', dialect: 'failpath', fileName: 'orders.yaml', text: '' },
      nodes: { create: [node] },
    },
    include: { nodes: true },
  });
  nodeRowId = nodes[0]?.id ?? '';
});

function award(change: Partial<Award> = {}): Award {
  return {
    ...{ nodeRowId, drill: 1, kind: 'simulated', trialId: randomUUID(), runId: randomUUID(), nodeVersion: 1 },
    ...{ policyHash: 'p', recipient: 'ops', routeHash: 'r', target: 'sandbox', passedAt: ctx.now, ...change },
  };
}

const held = () => ctx.db.drillCertificate.findMany({ orderBy: [{ drill: 'asc' }, { kind: 'asc' }] });
const later = new Date(ctx.now.getTime() + DAY_MS);

describe('awardCertificate', () => {
  it('writes each drill and kind once, the last pass', async () => {
    const second = award({ passedAt: later, recipient: null, routeHash: '' });
    for (const each of [award(), second, award({ kind: 'platform' }), award({ drill: 2 })]) {
      await awardCertificate(ctx.db, each);
    }
    const rows = await held();
    expect(rows.map(({ drill, kind }) => [drill, kind])).toEqual([
      ...[[1, 'platform'] as const, [1, 'simulated'] as const, [2, 'simulated'] as const],
    ]);
    expect(rows[1]).toEqual(second);
  });

  it('never puts an older version, or an earlier pass, before a newer one', async () => {
    const newest = award({ nodeVersion: 3 });
    await awardCertificate(ctx.db, newest);
    await awardCertificate(ctx.db, award({ nodeVersion: 2, passedAt: later }));
    await awardCertificate(ctx.db, award({ nodeVersion: 3, passedAt: new Date(ctx.now.getTime() - 1) }));
    expect(await held()).toEqual([newest]);
  });

  it('gives a node that is gone none', async () => {
    await awardCertificate(ctx.db, award({ nodeRowId: randomUUID() }));
    expect(await held()).toEqual([]);
  });
});

describe('revokeCertificate', () => {
  const failed = { drill: 1, kind: 'simulated', nodeVersion: 1, failedAt: later } as const;

  it('takes back that drill of that kind alone', async () => {
    for (const each of [award(), award({ kind: 'platform' }), award({ drill: 2 })])
      await awardCertificate(ctx.db, each);
    await revokeCertificate(ctx.db, { nodeRowId, ...failed });
    expect((await held()).map(({ drill, kind }) => [drill, kind])).toEqual([
      [1, 'platform'],
      [2, 'simulated'],
    ]);
  });

  it('leaves what was passed later, or by a newer version', async () => {
    await awardCertificate(ctx.db, award({ passedAt: later }));
    await awardCertificate(ctx.db, award({ drill: 2, nodeVersion: 2 }));
    await revokeCertificate(ctx.db, { nodeRowId, ...failed, failedAt: ctx.now });
    await revokeCertificate(ctx.db, { nodeRowId, ...failed, drill: 2 });
    expect(await held()).toHaveLength(2);
  });
});
