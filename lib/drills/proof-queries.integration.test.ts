import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { testContext } from '@/lib/testing/context';
import { awardCertificate } from './certificate-store';
import { provableNow } from './proof-queries';
import { proofOfNodes } from './testing/proof-of-nodes';

const ctx = testContext();
const RETRY = { maxAttempts: 2, backoff: 'fixed', initialInterval: '1s', maxInterval: '1s' };
const CONFIGS = {
  plain: { retry: RETRY },
  claims: { retry: RETRY, actions: [{ id: 'a', kind: 'http', idempotent: true }] },
  nothing: { actions: [] },
  invalid: { retry: 'often' },
} as const;
const ids = new Map<string, string>();

beforeAll(async () => {
  await ctx.db.ownerGroup.create({ data: { slug: 'team', name: 'Team' } });
  const source = await ctx.db.source.create({ data: { key: 'own', name: 'Failpath', kind: 'failpath' } });
  const { nodes } = await ctx.db.workflow.create({
    data: {
      ...{ sourceId: source.id, key: 'orders', name: 'Orders', owner: 'team' },
      ...{ dialect: 'failpath', fileName: 'orders.yaml', text: '' },
      nodes: {
        create: Object.entries(CONFIGS).map(([nodeId, config], position) => {
          return { nodeId, name: nodeId, position, config: JSON.parse(JSON.stringify(config)) };
        }),
      },
    },
    include: { nodes: true },
  });
  for (const { nodeId, id } of nodes) ids.set(nodeId, id);
});

const idOf = (node: keyof typeof CONFIGS): string => ids.get(node) ?? '';

it('says how each node is proved, for the drills that its policy needs', async () => {
  const config = CONFIGS.claims;
  const node = { id: idOf('claims'), config: JSON.parse(JSON.stringify(config)), workflowOwner: 'team' };
  const current = (await provableNow(ctx, [node])).get(node.id);
  expect(current).toMatchObject({ recipient: 'team', routeHash: '' });
  if (!current) throw new Error('asked is answered');
  const award = { nodeRowId: node.id, kind: 'platform', nodeVersion: 1, target: 'staging', passedAt: ctx.now } as const;
  for (const drill of [1, 2, 3, 4] as const)
    await awardCertificate(ctx.db, { ...award, ...current, drill, trialId: randomUUID(), runId: randomUUID() });
  const proofs = await proofOfNodes(ctx, [...ids.values(), randomUUID()]);
  const shown = (each: keyof typeof CONFIGS) => {
    const { state, drills } = proofs.get(idOf(each)) ?? { state: null, drills: [] };
    return [state, drills.map((drill) => drill.state)];
  };
  expect(proofs.size).toBe(4);
  expect(shown('claims')).toEqual(['none', ['platform', 'platform', 'platform', 'platform', 'missing']]);
  expect(shown('plain')).toEqual(['none', ['missing', 'missing', 'missing', 'missing']]);
  expect(shown('invalid')).toEqual(['none', ['missing', 'missing', 'missing', 'missing']]);
  expect(shown('nothing')).toEqual(['none', []]);
});
