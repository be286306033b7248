import { beforeAll, describe, expect, it } from 'vitest';
import { testContext } from '@/lib/testing/context';
import { forgetCollations } from './collation-queries';
import { ROWS_PER_PAGE } from './list';
import {
  MINE,
  NODE_FILTERS,
  NODE_SORTS,
  type NodeFilter,
  type NodeQuery,
  type NodeSort,
  toggleFilter,
} from './node-list';
import { listMatchingNodes, listNodePage } from './node-list-queries';
import { WHOLE, writeExecutions, writeWorkflow } from './testing/nodes';

const ctx = testContext();
const LAST = new Date('2026-11-01T00:00:00Z');
const LATER = new Date('2026-11-02T00:00:00Z');
const { classification: _rules, retry: _retry, ...bare } = WHOLE;
const { retry: _none, ...undecided } = WHOLE;

const OWN_NAMES = ['Step 10', 'Step 9', '阿里', '电子', 'Éclair', 'zoo'];

const PLAIN: NodeQuery = { search: '', workflow: null, filters: [], sort: 'failures', order: 'desc', page: 1 };
const list = (part: Partial<NodeQuery> = {}, locale = 'en') =>
  listNodePage(ctx, { ...PLAIN, ...part }, { locale, timeZone: 'UTC' });
const ids = async (part: Partial<NodeQuery>) => (await list(part)).rows.map((row) => row.nodeId);

let monthEnd: string;

beforeAll(async () => {
  await ctx.db.ownerGroup.create({ data: { slug: 'order-ops', name: 'Order desk' } });
  const target = 'POST payments.example/v1/charges';
  await writeWorkflow(ctx.db, {
    ...{ key: 'order-fulfilment', name: 'Order fulfilment', owner: 'order-ops' },
    nodes: [
      { nodeId: 'quiet', name: '发送短信', config: WHOLE },
      {
        ...{ nodeId: 'charge', name: 'Charge the card' },
        config: { ...WHOLE, actions: [{ id: 'a', kind: 'third_party', target, idempotent: true }] },
      },
    ],
  });
  const workflow = await writeWorkflow(ctx.db, {
    ...{ key: 'month-end', name: 'Month end' },
    nodes: [
      { nodeId: 'ledger', name: 'Book in the ledger', config: bare },
      { nodeId: 'never-ran', name: 'archive', config: { ...undecided, owner: 'order-ops' } },
    ],
  });
  monthEnd = workflow.id;
  await writeExecutions(ctx.db, 'order-fulfilment', [
    { nodeId: 'quiet', times: 10, codes: [], ends: true, at: LAST },
    { nodeId: 'charge', times: 150, codes: [], ends: true, at: LAST },
    { nodeId: 'charge', times: 40, codes: ['card_declined', 'card_declined'], ends: true, at: LAST },
    { nodeId: 'charge', times: 10, codes: [null], ends: false, at: LAST },
  ]);
  await writeExecutions(ctx.db, 'month-end', [
    { nodeId: 'ledger', times: 10, codes: [], ends: true, at: LATER },
    { nodeId: 'ledger', times: 10, codes: ['timeout'], ends: true, at: LATER },
  ]);
});

describe('search', () => {
  it.each([
    ['charge', ['charge']],
    ['NEVER-RAN', ['never-ran']],
    ['month end', ['ledger', 'never-ran']],
    ['order-fulfilment', ['charge', 'quiet']],
    ['desk card', ['charge']],
    ['card_declined', ['charge']],
    ['payments.example', ['charge']],
    ['短信', ['quiet']],
    ['ｃｈａｒｇｅ', ['charge']],
    ['null', []],
    ['.*', []],
    ['%', []],
    ['charge_the', []],
    ['\\', []],
    ["'", []],
    ['\0', []],
    ['card book', []],
  ])('%j', async (search, expected) => {
    expect(await ids({ search })).toEqual(expected);
  });
});

describe('filters', () => {
  it.each<[NodeFilter[], string[]]>([
    [['failing'], ['charge', 'ledger']],
    [['no_owner'], ['ledger']],
    [['nothing_classified'], ['ledger']],
    [['unclassified_codes'], ['charge']],
    [['no_retry'], ['ledger', 'never-ran']],
    [['incomplete'], ['charge', 'ledger', 'never-ran']],
    [['configured'], ['quiet']],
    [['stale'], []],
    [['proved'], []],
    [['failing', 'no_retry'], ['ledger']],
    [['failing', 'configured'], []],
  ])('%j', async (filters, expected) => {
    expect(await ids({ filters })).toEqual(expected);
  });

  it('narrows to one workflow, and takes an unknown one for all', async () => {
    expect(await ids({ workflow: monthEnd })).toEqual(['ledger', 'never-ran']);
    for (const workflow of ['gone', '\0', "'", '00000000-0000-0000-0000-000000000000'])
      expect(await list({ workflow })).toMatchObject({ workflow: null, matches: 4 });
  });
});

describe('a group', () => {
  it('narrows to what it owns and what it is told of, counts included', async () => {
    const owned = await list({ group: 'order-ops' });
    expect(owned).toMatchObject({ group: { slug: 'order-ops', name: 'Order desk' }, matches: 3, total: 4 });
    expect(owned.coverage.nodes).toBe(3);
    const ledger = { nodeId: 'ledger', workflowId: monthEnd };
    const onExhausted = { ...WHOLE.onExhausted, notify: 'order-ops' };
    await ctx.db.node.updateMany({ where: ledger, data: { config: { ...bare, onExhausted }, version: 2 } });
    expect((await ids({ group: 'order-ops' })).toSorted()).toEqual(['charge', 'ledger', 'never-ran', 'quiet']);
    await ctx.db.node.updateMany({ where: ledger, data: { config: bare, version: 3 } });
  });

  it('may be all of whoever asks; who has none sees all nodes', async () => {
    const as = (groups: readonly string[]) => ({ db: ctx.db, now: ctx.now, actor: { ...ctx.actor, groups } });
    const mine = (groups: readonly string[]) =>
      listNodePage(as(groups), { ...PLAIN, group: MINE }, { locale: 'en', timeZone: 'UTC' });
    await ctx.db.ownerGroup.create({ data: { slug: 'alarm-desk', name: 'Alarm desk' } });
    expect(await mine(['order-ops', 'alarm-desk'])).toMatchObject({
      ...{ group: { slug: MINE, name: 'Alarm desk, Order desk' }, matches: 3 },
    });
    expect(await mine(['alarm-desk'])).toMatchObject({ group: { slug: MINE, name: 'Alarm desk' }, matches: 0 });
    expect(await mine([])).toMatchObject({ group: null, matches: 4 });
    await ctx.db.ownerGroup.delete({ where: { slug: 'alarm-desk' } });
  });

  it('that is none is as good as absent', async () => {
    for (const group of ['gone', '\0', "'", null])
      expect(await list({ group })).toMatchObject({ group: null, matches: 4 });
  });
});

describe('counts', () => {
  it('say what the list would hold with the chip on', async () => {
    for (const filters of [[], ['configured'], ['no_retry', 'failing']] satisfies NodeFilter[][])
      for (const search of ['', 'month'])
        for (const chip of NODE_FILTERS) {
          const on = filters.some((each) => each === chip) ? filters : toggleFilter(filters, chip);
          const { counts } = await list({ filters, search });
          expect(counts[chip]).toBe((await list({ filters: on, search })).matches);
        }
  });

  it('keep the header line to the workflow, whatever else narrows the list', async () => {
    const { coverage, total } = await list({ search: 'ledger', filters: ['failing'] });
    const none = { stale: 0, simulated: 0, proven: 0, idle: 0 };
    expect({ coverage, total }).toEqual({ coverage: { ...none, nodes: 4, configured: 1, incomplete: 3 }, total: 4 });
    const narrowed = await list({ workflow: monthEnd });
    expect(narrowed).toMatchObject({ coverage: { ...none, nodes: 2, configured: 0, incomplete: 2 }, total: 4 });
  });

  it('count the nodes of each workflow, by name', async () => {
    expect((await list({ search: 'nothing like it' })).workflows).toMatchObject([
      { id: monthEnd, name: 'Month end', nodes: 2 },
      { name: 'Order fulfilment', nodes: 2 },
    ]);
  });
});

describe('rows', () => {
  it('carry the figures of the statistics, and their days', async () => {
    const { rows } = await list({ search: 'charge' });
    expect(rows).toMatchObject([
      {
        ...{ failures: 90, failedExecutions: 50, finalFailures: 10, executions: 200 },
        lastFailedAt: new Date(LAST.getTime() + 1_000),
        owner: { slug: 'order-ops', from: 'workflow' },
        ownerName: 'Order desk',
        coverage: { state: 'incomplete', lacks: ['unclassified_codes'], idle: false },
        trend: { trend: 'quiet', peak: { day: '2026-11-01', failures: 90 } },
      },
    ]);
    expect(rows[0]?.trend.counts.reduce((sum, count) => sum + count, 0)).toBe(90);
  });
});

describe('order', () => {
  it.each<[NodeSort, string[], string[]]>([
    ['failures', ['charge', 'ledger', 'never-ran', 'quiet'], ['never-ran', 'quiet', 'ledger', 'charge']],
    ['rate', ['ledger', 'charge', 'quiet', 'never-ran'], ['quiet', 'charge', 'ledger', 'never-ran']],
    ['last', ['ledger', 'charge', 'never-ran', 'quiet'], ['charge', 'ledger', 'never-ran', 'quiet']],
    ['name', ['quiet', 'charge', 'ledger', 'never-ran'], ['never-ran', 'ledger', 'charge', 'quiet']],
    ['workflow', ['charge', 'quiet', 'ledger', 'never-ran'], ['ledger', 'never-ran', 'charge', 'quiet']],
    ['coverage', ['ledger', 'charge', 'never-ran', 'quiet'], ['quiet', 'charge', 'never-ran', 'ledger']],
  ])('by %s', async (sort, desc, asc) => {
    expect(await ids({ sort, order: 'desc' })).toEqual(desc);
    expect(await ids({ sort, order: 'asc' })).toEqual(asc);
  });
});

describe('many nodes', () => {
  const many = 2 * ROWS_PER_PAGE + 1;
  let crowd: string;
  beforeAll(async () => {
    const names = [...OWN_NAMES, ...Array.from({ length: many - OWN_NAMES.length }, () => 'Same')];
    const nodes = names.map((name, index) => ({ nodeId: `n${index}`, name, config: {} }));
    crowd = (await writeWorkflow(ctx.db, { key: 'crowd', name: 'Crowd', nodes })).id;
  });
  const inCrowd = (part: Partial<NodeQuery>, locale = 'en') => list({ workflow: crowd, ...part }, locale);
  const named = async (locale: string) => {
    const pages = await Promise.all([1, 2, 3].map((page) => inCrowd({ sort: 'name', order: 'asc', page }, locale)));
    return pages.flatMap(({ rows }) => rows.map(({ name }) => name)).filter((name) => name !== 'Same');
  };

  it('stand in the reader’s order, numbers in names as numbers', async () => {
    for (const locale of ['en', 'zh-CN']) {
      const { compare } = new Intl.Collator(locale, { numeric: true });
      expect(await named(locale)).toEqual(OWN_NAMES.toSorted(compare));
    }
  });

  it('are cut into pages without gap or overlap, whatever they are sorted by', async () => {
    for (const sort of NODE_SORTS) {
      const pages = await Promise.all([1, 2, 3].map((page) => inCrowd({ sort, page })));
      const shown = pages.flatMap(({ rows }) => rows.map(({ id }) => id));
      expect(pages[1]?.rows).toHaveLength(ROWS_PER_PAGE);
      expect(new Set(shown).size).toBe(many);
    }
  });

  it('show the last page where there is no such page', async () => {
    const beyond = await inCrowd({ page: 99 });
    expect(beyond).toMatchObject({ page: 3, pages: 3, matches: many });
    expect(beyond.rows).toHaveLength(1);
    expect(await list({ page: 99, search: 'nothing' })).toMatchObject({ page: 1, pages: 1, matches: 0, rows: [] });
  });

  it('are sorted too where the server has no such collation', async () => {
    await ctx.db.$executeRaw`drop collation names_en`;
    forgetCollations(ctx.db);
    expect(await named('en')).toEqual(OWN_NAMES.toSorted(new Intl.Collator('en').compare));
  });
});

describe('all nodes that match', () => {
  it.each<Partial<NodeQuery>>([
    {},
    { sort: 'name', order: 'asc' },
    { filters: ['failing'] },
    { search: 'step' },
    { search: 'no such node' },
  ])('are those of all pages of the list, in its order: %o', async (part) => {
    const query = { ...PLAIN, ...part };
    const all = await listMatchingNodes(ctx, query, { locale: 'en', limit: 1_000 });
    const first = await list(part);
    const others = await Promise.all(
      Array.from({ length: first.pages - 1 }, (_, at) => list({ ...part, page: at + 2 })),
    );
    const rows = [first, ...others].flatMap((page) => page.rows);
    expect(all.nodes).toEqual(rows.map(({ id, version }) => ({ id, version })));
    expect(all.matches).toBe(first.matches);
  });

  it('are no more than asked for, and counted all the same', async () => {
    const all = await listMatchingNodes(ctx, PLAIN, { locale: 'en', limit: 2 });
    expect(all.nodes).toHaveLength(2);
    expect(all.matches).toBe((await list()).matches);
  });
});
