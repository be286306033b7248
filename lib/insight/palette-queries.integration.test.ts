import { beforeAll, describe, expect, it } from 'vitest';
import { testContext } from '@/lib/testing/context';
import { PALETTE_LIMIT, searchEverything } from './palette-queries';
import { writeExecutions, writeWorkflow } from './testing/nodes';

const ctx = testContext();
const search = (text: string) => searchEverything(ctx, text, 'en');

beforeAll(async () => {
  await ctx.db.ownerGroup.create({ data: { slug: 'payments-ops', name: '支付值班' } });
  const named = (name: string, index: number) => ({ nodeId: `n${index}`, name, config: {} });
  await writeWorkflow(ctx.db, {
    ...{ key: 'order-fulfilment', name: 'Order fulfilment' },
    nodes: [
      ...['Discharge the battery', 'Charge the card', 'Charge', '100%_done'].map(named),
      ...Array.from({ length: 2 * PALETTE_LIMIT }, (_, index) => named(`Crowd ${index}`, 100 + index)),
    ],
  });
  const at = new Date('2026-11-10T00:00:00Z');
  const old = new Date('2026-09-10T00:00:00Z');
  await writeExecutions(ctx.db, 'order-fulfilment', [
    { nodeId: 'n1', times: 2, codes: ['card_declined'], ends: false, at },
    { nodeId: 'n1', times: 1, codes: ['CARD_EXPIRED', 'CARD_EXPIRED', 'CARD_EXPIRED'], ends: false, at },
    { nodeId: 'n1', times: 1, codes: ['card_of_old'], ends: false, at: old },
    { nodeId: 'unknown', times: 1, codes: [null], ends: false, at },
  ]);
});

describe('searchEverything', () => {
  it('finds nodes, those that begin with it first', async () => {
    const { nodes } = await search('charge');
    expect(nodes.map(({ name }) => name)).toEqual(['Charge', 'Charge the card', 'Discharge the battery']);
    expect(nodes[0]).toMatchObject({ workflowName: 'Order fulfilment' });
  });

  it('finds workflows by name or key, and a node by its workflow', async () => {
    expect(await search('ORDER-fulfil')).toMatchObject({
      workflows: [{ name: 'Order fulfilment', nodes: 16 }],
      nodes: [],
    });
    expect((await search('fulfilment battery')).nodes).toHaveLength(1);
  });

  it('finds codes of the window, most failures first', async () => {
    const codes = [
      { code: 'CARD_EXPIRED', failures: 3 },
      { code: 'card_declined', failures: 2 },
    ];
    expect(await search('card_')).toEqual({ nodes: [], workflows: [], groups: [], codes });
  });

  it('finds groups, whatever the width of the letters', async () => {
    expect((await search('支付')).groups).toMatchObject([{ slug: 'payments-ops', name: '支付值班' }]);
    expect((await search('ｐａｙｍｅｎｔｓ')).groups).toHaveLength(1);
  });

  it('shows a few of each', async () => {
    expect((await search('crowd')).nodes).toHaveLength(PALETTE_LIMIT);
  });

  it.each(['', '   ', '\0', 'no such thing', '%%'])('finds nothing for %j', async (text) => {
    expect(await search(text)).toEqual({ nodes: [], workflows: [], codes: [], groups: [] });
  });

  it('takes signs as they are', async () => {
    expect((await search('100%_')).nodes).toHaveLength(1);
    expect((await search('1_0%')).nodes).toHaveLength(0);
  });
});
