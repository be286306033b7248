import { beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '@/lib/accounts/context';
import { testContext } from '@/lib/testing/context';
import { failureView } from './failure-queries';
import { homeNodes } from './home-queries';
import { MINE } from './node-list';
import { WHOLE, writeExecutions, writeWorkflow } from './testing/nodes';
import { UNCLASSIFIED_SORTS, type UnclassifiedQuery } from './unclassified-list';
import { allUnclassified, listUnclassified } from './unclassified-queries';

const ctx = testContext();
const bo: Ctx = {
  get db() {
    return ctx.db;
  },
  now: ctx.now,
  actor: { id: 'bo', name: 'Bo', role: 'editor', groups: ['pay'], via: 'session' },
};
const PLAIN: UnclassifiedQuery = {
  ...{ search: '', workflow: null, group: null, sort: 'failures', order: 'desc', page: 1 },
};
const reader = { locale: 'en', noCode: 'no code' };
const list = (as: Ctx, part: Partial<UnclassifiedQuery> = {}) => listUnclassified(as, { ...PLAIN, ...part }, reader);
const codesOf = async (as: Ctx, part: Partial<UnclassifiedQuery> = {}) =>
  (await list(as, part)).rows.map(({ errorCode }) => errorCode);

let orders: string;
const day = (number: number) => new Date(`2026-11-${String(number).padStart(2, '0')}T10:00:00Z`);

beforeAll(async () => {
  for (const [slug, name] of [
    ['pay', 'Payments'],
    ['stock', 'Stock'],
  ])
    if (slug && name) await ctx.db.ownerGroup.create({ data: { slug, name } });
  const { classification: _rules, ...bare } = WHOLE;
  const decided = { ...WHOLE, classification: [{ code: 'E_ODD', class: 'transient' }] };
  ({ id: orders } = await writeWorkflow(ctx.db, {
    ...{ key: 'orders', name: 'Order fulfilment', owner: 'pay' },
    nodes: [
      { nodeId: 'charge', name: 'Charge the card', config: WHOLE },
      { nodeId: 'refund', config: bare },
      { nodeId: 'decided', config: decided },
      { nodeId: 'stocked', config: { ...WHOLE, owner: 'stock' } },
    ],
  }));
  await writeWorkflow(ctx.db, {
    ...{ key: 'month-end', name: 'Month end', owner: 'stock' },
    nodes: [
      // The same node_id in another workflow is another node.
      { nodeId: 'charge', config: WHOLE },
      { nodeId: 'ledger', config: bare },
    ],
  });
  await writeExecutions(ctx.db, 'orders', [
    { nodeId: 'charge', times: 4, codes: ['E_ODD', 'E_ODD'], ends: true, at: day(18) },
    { nodeId: 'charge', times: 1, codes: ['e_odd'], ends: false, at: day(2) },
    { nodeId: 'charge', times: 2, codes: ['card_declined', 'timeout'], ends: false, at: day(12) },
    { nodeId: 'refund', times: 3, codes: ['E_ODD'], ends: false, at: day(3) },
    { nodeId: 'decided', times: 50, codes: ['E_ODD'], ends: false, at: day(4) },
    { nodeId: 'stocked', times: 2, codes: ['E_STOCK'], ends: false, at: day(19) },
  ]);
  await writeExecutions(ctx.db, 'month-end', [
    { nodeId: 'ledger', times: 5, codes: [null], ends: false, at: day(18) },
    { nodeId: 'charge', times: 6, codes: ['E_ODD'], ends: false, at: day(1) },
    // Before the window.
    { nodeId: 'ledger', times: 5, codes: ['E_OLD'], ends: false, at: new Date('2026-09-01T00:00:00Z') },
  ]);
});

describe('the list', () => {
  it('has one row per raw code over the nodes where nobody decided it', async () => {
    const { rows, codes, matches } = await list(ctx);
    expect(rows.map(({ errorCode, failures, nodes }) => [errorCode, failures, nodes])).toEqual([
      ['E_ODD', 17, 3],
      [null, 5, 1],
      ['E_STOCK', 2, 1],
      ['e_odd', 1, 1],
    ]);
    expect([codes, matches]).toEqual([4, 4]);
    const [odd] = rows;
    expect(odd?.worst.map(({ name, failures }) => [name, failures])).toEqual([
      ['Charge the card', 8],
      ['charge', 6],
      ['refund', 3],
    ]);
  });

  it('equals the failures page for the same codes and nodes', async () => {
    const view = await failureView(
      ctx,
      {
        ...{ search: '', workflow: null, owner: null, standing: 'unclassified', period: null, day: null },
        ...{ sort: 'failures', order: 'desc', page: 1 },
      },
      { ...reader, timeZone: 'UTC' },
    );
    const parts = view.list.matching.flatMap(({ errorCode, parts: each }) => each.map((part) => ({ errorCode, part })));
    const { rows } = await list(ctx);
    expect(rows).toHaveLength(new Set(parts.map(({ errorCode }) => errorCode)).size);
    for (const row of rows) {
      const same = parts.filter(({ errorCode }) => errorCode === row.errorCode).map(({ part }) => part);
      expect(row.failures, `${row.errorCode}`).toBe(same.reduce((sum, { failures }) => sum + failures, 0));
      expect(row.nodes).toBe(same.length);
      expect(row.firstSeen.getTime()).toBe(Math.min(...same.map(({ firstSeen }) => firstSeen.getTime())));
      expect(row.lastSeen.getTime()).toBe(Math.max(...same.map(({ lastSeen }) => lastSeen.getTime())));
    }
  });

  it('is of the groups of whoever asks, of one, or of all', async () => {
    expect(await codesOf(bo, { group: MINE })).toEqual(['E_ODD', 'e_odd']);
    expect((await list(bo, { group: MINE })).rows[0]).toMatchObject({ failures: 11, nodes: 2 });
    expect(await codesOf(bo, { group: 'stock' })).toEqual(['E_ODD', null, 'E_STOCK']);
    expect(await codesOf(bo)).toHaveLength(4);
    expect((await list(bo, { group: 'gone' })).group).toBeNull();
  });

  it('is what the home counts', async () => {
    expect((await homeNodes(ctx, 'all', 'en')).steps.unclassified_codes).toBe((await list(ctx)).matches);
    expect((await homeNodes(bo, 'mine', 'en')).steps.unclassified_codes).toBe(
      (await list(bo, { group: MINE })).matches,
    );
  });

  it('can be narrowed to a workflow and searched, which takes no node from a row', async () => {
    const narrowed = await list(ctx, { workflow: orders });
    expect(narrowed.rows.map(({ errorCode, failures }) => [errorCode, failures])).toEqual([
      ['E_ODD', 11],
      ['E_STOCK', 2],
      ['e_odd', 1],
    ]);
    expect(narrowed.codes).toBe(4);
    expect(narrowed.workflows.map(({ name, codes }) => [name, codes])).toEqual([
      ['Month end', 2],
      ['Order fulfilment', 3],
    ]);
    expect((await list(ctx, { workflow: 'nonsense' })).workflow).toBeNull();
    expect(await codesOf(ctx, { search: 'refund' })).toEqual(['E_ODD']);
    expect((await list(ctx, { search: 'refund' })).rows[0]?.nodes).toBe(3);
    expect(await codesOf(ctx, { search: 'NO CODE' })).toEqual([null]);
    expect(await codesOf(ctx, { search: 'month e_odd' })).toEqual(['E_ODD']);
    expect(await codesOf(ctx, { search: 'card_declined' })).toEqual([]);
    expect(await codesOf(ctx, { search: '100%' })).toEqual([]);
  });

  it('sorts by each column both ways, and a download has the same', async () => {
    for (const sort of UNCLASSIFIED_SORTS)
      for (const order of ['asc', 'desc'] as const) {
        const shown = await codesOf(ctx, { sort, order });
        const all = await allUnclassified(ctx, { ...PLAIN, sort, order, page: 7 }, reader);
        expect(all.map(({ errorCode }) => errorCode)).toEqual(shown);
        expect(shown).toHaveLength(4);
      }
    expect(await codesOf(ctx, { sort: 'last', order: 'desc' })).toEqual(['E_STOCK', 'E_ODD', null, 'e_odd']);
    expect(await codesOf(ctx, { sort: 'first', order: 'asc' })).toEqual(['E_ODD', 'e_odd', null, 'E_STOCK']);
    expect(await codesOf(ctx, { sort: 'code', order: 'asc' })).toEqual(['e_odd', 'E_ODD', 'E_STOCK', null]);
  });
});
