import { beforeEach, describe, expect, test } from 'vitest';
import { nodeRowIdSchema } from '@/lib/model/ids';
import { policyPart } from '@/lib/policy/document';
import { putSkeleton } from '@/lib/policy/edit';
import type { RawDefinition, RawNode } from '@/lib/sources/attempt';
import { testContext } from '@/lib/testing/context';
import { saveDraft } from './drafts';
import { publishPolicy } from './publish';
import { getNode } from './queries';
import { fromJsonColumn } from './store';
import { markGone, syncDefinitions } from './sync';

const ctx = testContext();
const LATER = new Date('2026-11-20T09:00:00Z');
let sourceId: string;

beforeEach(async () => {
  await ctx.db.workflow.deleteMany();
  await ctx.db.source.deleteMany();
  const source = await ctx.db.source.create({ data: { key: 'n8n', name: 'Our n8n', kind: 'n8n' } });
  sourceId = source.id;
});

const node = (id: string, more: Partial<RawNode> = {}): RawNode => {
  return { id, name: null, type: null, parent: null, retry: null, ...more };
};
const definition = (nodes: readonly RawNode[], more: Partial<RawDefinition> = {}): RawDefinition => {
  const none = { version_id: null, tenant_id: null, document: null, origin: null };
  return { workflow_id: 'orders', name: 'Orders', ...none, nodes, ...more };
};
const NODES = [
  node('charge', { name: 'Charge the card', type: 'http', retry: { maxAttempts: 3, delayMs: 1500 } }),
  node('ship', { parent: 'charge' }),
];
const sync = (definitions: readonly RawDefinition[], complete = true, now = ctx.now) =>
  syncDefinitions(ctx.db, sourceId, definitions, { now, complete });
const stored = () => ctx.db.workflow.findFirstOrThrow({ include: { nodes: { orderBy: { position: 'asc' } } } });
const rowOf = async (nodeId: string) => ctx.db.node.findFirstOrThrow({ where: { nodeId }, include: { draft: true } });

async function publishOn(nodeId: string): Promise<void> {
  const { id, version, config } = await rowOf(nodeId);
  const document = { ...putSkeleton(policyPart(fromJsonColumn(config))), actions: [] };
  const input = { nodeRowId: nodeRowIdSchema.parse(id), document, baseVersion: version, replaceEngineRetry: false };
  expect(await publishPolicy(ctx, input)).toMatchObject({ ok: true });
}

describe('workflows of a platform whose document is not written', () => {
  test('are texts of ours', async () => {
    expect(await sync([definition(NODES, { origin: { id: 7 }, version_id: 'v1' })])).toEqual({
      ...{ added: ['orders'], changed: [], gone: [], same: 0, later: [], unreadable: [] },
    });
    const { text, dialect, fileName, version, nodes } = await stored();
    expect(text).toBe(`format: failpath/v1
workflow: orders
name: Orders
nodes:
  - id: charge
    name: Charge the card
    type: http
    platformRetry: { maxAttempts: 3, delay: 1s500ms }
  - id: ship
    parent: charge
`);
    expect({ dialect, fileName, version }).toEqual({ dialect: 'failpath', fileName: 'orders.yaml', version: 1 });
    expect(nodes.map(({ nodeId, parentId, name }) => [nodeId, parentId, name])).toEqual([
      ['charge', null, 'Charge the card'],
      ['ship', 'charge', 'ship'],
    ]);
    expect(nodes[0]?.engineRetry).toEqual([{ maxAttempts: 3, delay: '1s500ms' }]);
    expect(await ctx.db.sourceDefinition.findFirst()).toMatchObject({ origin: { id: 7 }, version: 'v1' });
    expect(await ctx.db.workflowVersion.findMany()).toMatchObject([{ version: 1, publishedBy: 'Our n8n' }]);
  });

  test('the same again is nothing, but that it was seen', async () => {
    await sync([definition(NODES)]);
    expect(await sync([definition(NODES)], true, LATER)).toMatchObject({ same: 1, added: [], changed: [] });
    expect((await stored()).version).toBe(1);
    expect((await ctx.db.sourceDefinition.findFirstOrThrow()).seenAt).toEqual(LATER);
  });

  test('policies stay with their nodes, and lines with their comments', async () => {
    await sync([definition(NODES)]);
    await publishOn('ship');
    const { id, text } = await stored();
    await ctx.db.workflow.update({ where: { id }, data: { text: text.replace('id: ship', 'id: ship # by hand') } });
    const next = [node('check', { type: 'code' }), NODES[0], node('ship', { type: 'http' }), node('tell')];
    expect(await sync([definition(next.flatMap((each) => each ?? []))])).toMatchObject({ changed: ['orders'] });
    const after = await stored();
    expect(after.text).toContain('id: ship # by hand\n    actions: []\n    retry:\n');
    expect(after.nodes.map(({ nodeId, version }) => [nodeId, version])).toEqual([
      ['check', 1],
      ['charge', 1],
      ['ship', 3],
      ['tell', 1],
    ]);
    expect(after.version).toBe(3);
    expect((await ctx.db.workflowVersion.findFirst({ where: { version: 3 } }))?.changed).toEqual([
      ...['check', 'ship', 'tell'],
    ]);
  });

  test('in another order, policies stay too', async () => {
    await sync([definition(NODES)]);
    await publishOn('charge');
    await sync([definition([node('ship'), ...NODES.slice(0, 1)])]);
    const { nodes } = await stored();
    expect(nodes.map(({ nodeId }) => nodeId)).toEqual(['ship', 'charge']);
    expect(fromJsonColumn(nodes[1]?.config ?? null).retry).toMatchObject({ maxAttempts: 3 });
  });

  test('a draft outlives its node, and goes with it once it is gone', async () => {
    await sync([definition(NODES)]);
    const { id, version } = await rowOf('ship');
    const draft = { document: { owner: 'x' }, base: {}, baseVersion: version, revision: 0, replaceEngineRetry: false };
    await saveDraft(ctx, { nodeRowId: nodeRowIdSchema.parse(id), ...draft });
    await sync([definition(NODES.slice(0, 1))]);
    expect((await rowOf('ship')).draft?.document).toEqual({ owner: 'x' });
    await publishOn('charge');
    expect((await rowOf('ship')).draft?.document).toEqual({ owner: 'x' });
    expect(await getNode(ctx, nodeRowIdSchema.parse(id))).toMatchObject({ draft: { document: { owner: 'x' } } });
    await ctx.db.nodeDraft.deleteMany();
    await sync([definition(NODES.slice(0, 1))]);
    expect((await stored()).nodes.map(({ nodeId }) => nodeId)).toEqual(['charge']);
  });

  test('what is gone stays, marked; and comes back', async () => {
    await sync([definition(NODES), definition(NODES, { workflow_id: 'bills', name: null })]);
    expect(await sync([definition(NODES)])).toMatchObject({ gone: ['bills'], same: 1 });
    expect(await ctx.db.workflow.count()).toBe(2);
    expect(await sync([definition(NODES)])).toMatchObject({ gone: [] });
    expect(await sync([definition(NODES, { workflow_id: 'bills', name: null })], false)).toMatchObject({ same: 1 });
    expect(await ctx.db.sourceDefinition.count({ where: { seenAt: null } })).toBe(0);
    expect(await markGone(ctx.db, sourceId, { seenBefore: LATER })).toHaveLength(2);
  });

  test('nodes that attempts name add up', async () => {
    const seen = { now: ctx.now, complete: false, nodesSeen: true };
    await syncDefinitions(ctx.db, sourceId, [definition([node('a')])], seen);
    await publishOn('a');
    await syncDefinitions(ctx.db, sourceId, [definition([node('b')])], seen);
    const { nodes } = await stored();
    expect(nodes.map(({ nodeId }) => nodeId)).toEqual(['a', 'b']);
    expect(fromJsonColumn(nodes[0]?.config ?? null).retry).toBeDefined();
  });

  test('a reading that began before a publication was set there does not take that back', async () => {
    const read = [definition(NODES)];
    await sync(read);
    await publishOn('ship');
    const { text } = await stored();
    await ctx.db.sourceDefinition.updateMany({ data: { setAt: ctx.now } });
    const later = [definition([node('other')])];
    const at = (readAt: Date) => syncDefinitions(ctx.db, sourceId, later, { now: LATER, complete: true, readAt });
    expect(await at(ctx.now)).toMatchObject({ later: ['orders'], changed: [], gone: [] });
    expect((await stored()).text).toBe(text);
    expect(await at(LATER)).toMatchObject({ later: [], changed: ['orders'] });
  });

  test('two readers at once make it once', async () => {
    const reports = await Promise.all([sync([definition(NODES)]), sync([definition(NODES)])]);
    expect(reports.flatMap(({ added }) => added)).toEqual(['orders']);
    expect(await ctx.db.node.count()).toBe(2);
  });

  test.each([
    ['ids that cannot be told apart', [node('a'), node('a'), node('', { name: 'x' }), node('b'.repeat(300))], ['a']],
    ['what YAML would read as something else', [node('no'), node('1e3', { name: '# x: [' }), node('a\nb')], 3],
    ['nodes that enclose each other', [node('a', { parent: 'b' }), node('b', { parent: 'a' })], ['a', 'b']],
  ])('%s', async (_, nodes, expected) => {
    await sync([definition(nodes, { workflow_id: 'f/orders: "no"', name: '\0' })]);
    const ids = (await stored()).nodes.map(({ nodeId }) => nodeId);
    if (typeof expected === 'number') expect(ids).toEqual(nodes.map(({ id }) => id));
    else expect(ids).toEqual(expected);
    expect((await stored()).fileName).toBe('f-orders- -no-.yaml');
    expect(await sync([definition(nodes, { workflow_id: 'f/orders: "no"', name: '\0' })])).toMatchObject({ same: 1 });
  });

  test('one without nodes is not taken', async () => {
    expect(await sync([definition([])])).toMatchObject({ unreadable: [{ workflowId: 'orders' }] });
    expect(await ctx.db.workflow.count()).toBe(0);
  });
});
