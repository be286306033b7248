import { beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '@/lib/accounts/context';
import { STANDARD_PARTS } from '@/lib/policy/vocabulary';
import { testContext } from '@/lib/testing/context';
import type { NodeQuery } from './node-list';
import { listNodePage } from './node-list-queries';
import { STANDARD_STANDINGS } from './standard-choice';
import { bringInLine } from './standard-commands';
import { deviatingNodes, standardOverview } from './standard-overview-queries';
import { WHOLE, writeWorkflow } from './testing/nodes';

const ctx = testContext();
const PLAIN: NodeQuery = { search: '', workflow: null, filters: [], sort: 'name', order: 'asc', page: 1 };
const list = (part: Partial<NodeQuery>) => listNodePage(ctx, { ...PLAIN, ...part }, { locale: 'en', timeZone: 'UTC' });
const RETRY = { maxAttempts: 3, backoff: 'fixed', initialInterval: '5s', maxInterval: '5s' };
const STANDARD = {
  retry: RETRY,
  alert: { silence: '1h' },
  classification: [{ code: 'card_declined', class: 'terminal', reason: 'the bank refused' }],
};
const UNSAFE = { actions: [{ id: 'a', kind: 'http', idempotent: false, repeatable: false }] };
const { retry: _retry, ...stopping } = WHOLE;
const silence = (length: string) => ({ alert: { silence: length } });

let groupId: string;
let emptyId: string;

beforeAll(async () => {
  groupId = (await ctx.db.ownerGroup.create({ data: { slug: 'team', name: 'Team' } })).id;
  emptyId = (await ctx.db.ownerGroup.create({ data: { slug: 'empty', name: 'Empty' } })).id;
  await ctx.db.groupStandard.create({
    data: { groupId, document: STANDARD, updatedBy: 'Ann', updatedAt: ctx.now },
  });
  await writeWorkflow(ctx.db, {
    ...{ key: 'w', name: 'Flow', owner: 'team' },
    nodes: [
      { nodeId: 'as-said', config: { ...WHOLE, ...silence('60m') } },
      { nodeId: 'loud', config: WHOLE },
      { nodeId: 'stops', config: { ...stopping, ...silence('1h') } },
      { nodeId: 'excused', config: { ...stopping, ...UNSAFE, ...silence('1h') } },
      { nodeId: 'excused-loud', config: { ...stopping, ...UNSAFE } },
      { nodeId: 'told', config: { ...WHOLE, owner: 'empty', onExhausted: { action: 'manual', notify: 'team' } } },
      { nodeId: 'idle', config: { actions: [] } },
    ],
  });
});

describe('how nodes stand to a standard', () => {
  it('is counted over those that the group owns, and is what the list holds behind each figure', async () => {
    const overview = await standardOverview(ctx, 'team');
    expect(overview.all).toEqual({ agrees: 1, deviates: 3, excused: 1 });
    expect(overview.parts).toMatchObject({
      retry: { agrees: 2, deviates: 1, excused: 2 },
      silence: { agrees: 3, deviates: 2, excused: 0 },
      classification: { agrees: 5, deviates: 0, excused: 0 },
    });
    for (const part of [null, ...STANDARD_PARTS])
      for (const standing of STANDARD_STANDINGS) {
        const { matches } = await list({ standard: { group: 'team', part, standing } });
        expect(matches, `${part} ${standing}`).toBe((part === null ? overview.all : overview.parts[part])[standing]);
      }
  });

  it('is nothing where there is no standard', async () => {
    expect((await standardOverview(ctx, 'empty')).all).toEqual({ agrees: 0, deviates: 0, excused: 0 });
    expect((await standardOverview(ctx, 'gone')).all).toEqual({ agrees: 0, deviates: 0, excused: 0 });
  });
});

describe('bringing in line', () => {
  const names = async (nodes: readonly { readonly id: string }[]) => {
    const rows = await ctx.db.node.findMany({ where: { id: { in: nodes.map(({ id }) => id) } } });
    return nodes.map(({ id }) => rows.find((row) => row.id === id)?.nodeId);
  };

  it('takes those that deviate in the part; over all of it those that are excused from nothing', async () => {
    expect(await names(await deviatingNodes(ctx, 'team', 'silence'))).toEqual(['excused-loud', 'loud']);
    expect(await names(await deviatingNodes(ctx, 'team', 'retry'))).toEqual(['stops']);
    expect(await names(await deviatingNodes(ctx, 'team', null))).toEqual(['loud', 'stops']);
  });

  it('opens a change of just these nodes at the versions they have, and changes nothing', async () => {
    const opened = await bringInLine(ctx, { groupId, part: 'silence' });
    if (!opened.ok) throw new Error(opened.error.reason);
    const bulk = await ctx.db.bulkChange.findUniqueOrThrow({
      where: { id: opened.value.id },
      include: { items: { orderBy: { position: 'asc' } } },
    });
    expect(bulk.changes).toEqual([{ kind: 'silence', silence: '1h' }]);
    expect(await names(bulk.items.map(({ nodeRowId }) => ({ id: nodeRowId ?? '' })))).toEqual(['excused-loud', 'loud']);
    expect((await list({ filters: ['deviates'] })).matches).toBe(3);
  });

  it('says all that the standard does at once', async () => {
    const opened = await bringInLine(ctx, { groupId, part: null });
    if (!opened.ok) throw new Error(opened.error.reason);
    const { changes } = await ctx.db.bulkChange.findUniqueOrThrow({ where: { id: opened.value.id } });
    expect(changes).toEqual([
      { kind: 'classify', code: 'card_declined', class: 'terminal', reason: 'the bank refused' },
      { kind: 'retry', retry: RETRY },
      { kind: 'silence', silence: '1h' },
    ]);
  });

  it('is refused where nothing deviates, or nobody is there', async () => {
    expect(await bringInLine(ctx, { groupId: emptyId, part: null })).toMatchObject({
      error: { reason: 'nothing_deviates' },
    });
    expect(await bringInLine(ctx, { groupId, part: 'classification' })).toMatchObject({
      error: { reason: 'nothing_deviates' },
    });
    const gone = '00000000-0000-4000-8000-000000000000';
    expect(await bringInLine(ctx, { groupId: gone, part: null })).toMatchObject({ error: { reason: 'not_found' } });
    const viewer: Ctx = { db: ctx.db, now: ctx.now, actor: { ...ctx.actor, role: 'viewer' } };
    await expect(bringInLine(viewer, { groupId, part: null })).rejects.toThrow();
  });
});
