import { beforeEach, expect, it } from 'vitest';
import { createDb } from '@/lib/db/client';
import { saveStandard } from '@/lib/owners/standard-commands';
import { getStandard } from '@/lib/owners/standard-queries';
import { STANDARD_RULES } from '@/lib/policy/standard';
import type { JsonObject } from '@/lib/shared/json';
import { testContext } from '@/lib/testing/context';
import type { NodeQuery } from './node-list';
import { listNodePage } from './node-list-queries';
import { refreshStandards } from './standard-state-store';
import { WHOLE, writeWorkflow } from './testing/nodes';

const ctx = testContext();
const PLAIN: NodeQuery = { search: '', workflow: null, filters: [], sort: 'name', order: 'asc', page: 1 };
const list = (part: Partial<NodeQuery> = {}) =>
  listNodePage(ctx, { ...PLAIN, ...part }, { locale: 'en', timeZone: 'UTC' });
const deviating = async () => (await list({ filters: ['deviates'] })).rows.map(({ nodeId }) => nodeId);
const kept = () => ctx.db.nodeStandard.findMany({ orderBy: { nodeRowId: 'asc' } });

let groupId: string;
let nodes: ReadonlyMap<string, string>;

beforeEach(async () => {
  await ctx.db.workflow.deleteMany();
  await ctx.db.ownerGroup.deleteMany();
  groupId = (await ctx.db.ownerGroup.create({ data: { slug: 'team', name: 'Team' } })).id;
  await ctx.db.ownerGroup.create({ data: { slug: 'other', name: 'Other' } });
  const silent = { ...WHOLE, alert: { silence: '1h' } };
  ({ nodes } = await writeWorkflow(ctx.db, {
    ...{ key: 'w', name: 'Flow', owner: 'team' },
    nodes: [
      { nodeId: 'a', config: silent },
      { nodeId: 'b', config: WHOLE },
      { nodeId: 'c', config: { ...WHOLE, owner: 'other' } },
      { nodeId: 'd', config: {}, canCarryPolicy: false },
      { nodeId: 'e', config: { actions: [] } },
      { nodeId: 'f', config: { ...WHOLE, owner: 'nobody-made-it' } },
    ],
  }));
});

const save = async (document: JsonObject, id = groupId) => {
  const { version } = await getStandard(ctx, id);
  const saved = await saveStandard(ctx, { groupId: id, document, version });
  if (!saved.ok) throw new Error(saved.error.reason);
};

it('only nodes that the group owns, that may carry a policy and in which something can fail are asked', async () => {
  expect((await list()).standards).toBe(false);
  await save({ alert: { silence: '60m' } });
  const page = await list();
  expect(page.standards).toBe(true);
  expect(Object.fromEntries(page.rows.map(({ nodeId, standard }) => [nodeId, standard]))).toEqual({
    a: { deviates: [], excused: [] },
    b: { deviates: ['silence'], excused: [] },
    ...{ c: null, d: null, e: null, f: null },
  });
});

it('follows the standard, the node, and whose the node is', async () => {
  await save({ alert: { silence: '60m' } });
  expect(await deviating()).toEqual(['b']);
  await save({ alert: { silence: '2h' } });
  expect(await deviating()).toEqual(['a', 'b']);
  const b = nodes.get('b') ?? '';
  const config = { ...WHOLE, alert: { silence: '2h' } };
  await ctx.db.node.update({ where: { id: b }, data: { config, version: { increment: 1 } } });
  expect(await deviating()).toEqual(['a']);
  // Whose it is may change by the workflow alone: then another standard holds, or none.
  await ctx.db.workflow.updateMany({ data: { owner: 'other' } });
  expect(await deviating()).toEqual([]);
  const other = await ctx.db.ownerGroup.findUniqueOrThrow({ where: { slug: 'other' } });
  await save({ alert: { silence: '3h' } }, other.id);
  expect(await deviating()).toEqual(['a', 'b', 'c']);
});

it('a standard that was taken back, and written again, is not taken for the one before', async () => {
  await save({ alert: { silence: '60m' } });
  await list();
  await save({});
  expect(await list()).toMatchObject({ standards: false, counts: { deviates: 0 } });
  await save({ alert: { silence: '2h' } });
  expect(await deviating()).toEqual(['a', 'b']);
});

it('works out only what changed', async () => {
  await save({ alert: { silence: '60m' } });
  await list();
  const mark = async () => ctx.db.nodeStandard.updateMany({ data: { deviates: ['notify'] } });
  await mark();
  // Nothing changed: what is kept is taken as it is.
  expect(await deviating()).toEqual(['a', 'b']);
  const b = nodes.get('b') ?? '';
  await ctx.db.node.update({ where: { id: b }, data: { version: { increment: 1 } } });
  const rows = Object.fromEntries((await list()).rows.map(({ nodeId, standard }) => [nodeId, standard?.deviates]));
  expect(rows).toMatchObject({ a: ['notify'], b: ['silence'] });
});

it('what older rules found is made again, what newer ones found is left', async () => {
  await save({ alert: { silence: '60m' } });
  await list();
  const a = nodes.get('a') ?? '';
  const set = (rulesVersion: number) =>
    ctx.db.nodeStandard.update({ where: { nodeRowId: a }, data: { rulesVersion, deviates: ['retry'] } });
  await set(STANDARD_RULES - 1);
  expect(await deviating()).toEqual(['b']);
  await set(STANDARD_RULES + 1);
  expect(await deviating()).toEqual(['a', 'b']);
});

it('two processes at once come to the same, while the standard changes under them', async () => {
  const second = createDb(ctx.url);
  try {
    for (let round = 1; round <= 8; round++) {
      const change = save({ alert: { silence: `${round}h` } });
      await Promise.all([change, refreshStandards(ctx.db), refreshStandards(second), list(), list()]);
    }
    expect(await deviating()).toEqual(['a', 'b']);
    await Promise.all([refreshStandards(ctx.db), refreshStandards(second)]);
    const { version } = await getStandard(ctx, groupId);
    expect((await kept()).map((row) => row.standardVersion)).toEqual([version, version, version]);
  } finally {
    await second.$disconnect();
  }
});

it('a node that goes takes with it what was kept, and so does a group', async () => {
  await save({ alert: { silence: '60m' } });
  await list();
  await ctx.db.node.delete({ where: { id: nodes.get('a') ?? '' } });
  expect(await kept()).toHaveLength(2);
  await ctx.db.ownerGroup.delete({ where: { id: groupId } });
  expect(await list()).toMatchObject({ standards: false, counts: { deviates: 0 } });
});
