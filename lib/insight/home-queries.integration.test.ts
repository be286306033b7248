import { beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '@/lib/accounts/context';
import { addHandOffs } from '@/lib/alerts/testing/hand-offs';
import { dailyFailures, failuresByDay } from '@/lib/history/queries';
import { testContext } from '@/lib/testing/context';
import { failureView } from './failure-queries';
import { type FailureQuery, MY_GROUPS } from './failure-query';
import { type HomeScope, isNobodys, NODE_STEPS } from './home';
import { homeNodes } from './home-queries';
import { type InboxQuery, MINE as MY_HAND_OFFS, NO_OWNER } from './inbox-list';
import { countOpenKeys, listInbox } from './inbox-queries';
import { MINE, type NodeFilter, type NodeQuery } from './node-list';
import { listNodePage } from './node-list-queries';
import { WHOLE, writeExecutions, writeWorkflow } from './testing/nodes';
import type { UnclassifiedQuery } from './unclassified-list';
import { listUnclassified } from './unclassified-queries';

const ctx = testContext();
const of = (groups: readonly string[]): Ctx => ({
  get db() {
    return ctx.db;
  },
  now: ctx.now,
  actor: { id: 'bo', name: 'Bo', role: 'viewer', groups, via: 'session' },
});
const bo = of(['pay']);
const both = of(['pay', 'stock']);
const { classification: _rules, retry: _retry, ...bare } = WHOLE;
const { retry: _none, ...undecided } = WHOLE;
const PLAIN: NodeQuery = { search: '', workflow: null, filters: [], sort: 'failures', order: 'desc', page: 1 };
const CODES: UnclassifiedQuery = {
  ...{ search: '', workflow: null, group: null, sort: 'failures', order: 'desc', page: 1 },
};
const list = (as: Ctx, part: Partial<NodeQuery>) =>
  listNodePage(as, { ...PLAIN, ...part }, { locale: 'en', timeZone: 'UTC' });

let workflows: readonly string[];

beforeAll(async () => {
  for (const [slug, name] of [
    ['pay', 'Payments'],
    ['stock', 'Stock'],
    ['idle', 'Nobody asks them'],
  ])
    if (slug && name) await ctx.db.ownerGroup.create({ data: { slug, name } });
  const { id: groupId } = await ctx.db.ownerGroup.findUniqueOrThrow({ where: { slug: 'pay' } });
  const standard = { document: { retry: { maxAttempts: 1 } }, updatedBy: 'Ann', updatedAt: ctx.now };
  await ctx.db.groupStandard.create({ data: { groupId, ...standard } });
  const orders = await writeWorkflow(ctx.db, {
    ...{ key: 'orders', name: 'Order fulfilment', owner: 'pay' },
    nodes: [
      { nodeId: 'charge', config: bare },
      { nodeId: 'refund', config: WHOLE },
      { nodeId: 'reserve', config: { ...undecided, owner: 'stock' } },
      { nodeId: 'told', config: { ...WHOLE, owner: 'stock', onExhausted: { ...WHOLE.onExhausted, notify: 'pay' } } },
      { nodeId: 'start', config: { actions: [] } },
    ],
  });
  const monthEnd = await writeWorkflow(ctx.db, {
    ...{ key: 'month-end', name: 'Month end' },
    nodes: [
      { nodeId: 'ledger', config: bare },
      { nodeId: 'unknown-owner', config: { ...WHOLE, owner: 'gone' } },
      { nodeId: 'archive', config: { ...WHOLE, owner: 'stock' } },
    ],
  });
  workflows = [orders.id, monthEnd.id];
  const day = (number: number) => new Date(`2026-11-${String(number).padStart(2, '0')}T10:00:00Z`);
  await writeExecutions(ctx.db, 'orders', [
    { nodeId: 'charge', times: 4, codes: ['timeout', 'timeout'], ends: true, at: day(18) },
    { nodeId: 'refund', times: 3, codes: ['E_ODD'], ends: false, at: day(3) },
    { nodeId: 'told', times: 2, codes: ['card_declined'], ends: false, at: day(19) },
  ]);
  await writeExecutions(ctx.db, 'month-end', [
    { nodeId: 'ledger', times: 5, codes: [null], ends: false, at: day(18) },
    // Before the window.
    { nodeId: 'archive', times: 5, codes: ['timeout'], ends: false, at: new Date('2026-09-01T00:00:00Z') },
  ]);
});

describe('steps', () => {
  it.each<[string, () => Ctx, HomeScope]>([
    ['of everything', () => ctx, 'all'],
    ['of one group', () => bo, 'mine'],
    ['of two', () => both, 'mine'],
    ['of a group that is no more', () => of(['gone']), 'mine'],
  ])('%s are as many as the list holds that they lead to', async (_, who, scope) => {
    const as = who();
    const { steps, total } = await homeNodes(as, scope, 'en');
    expect(total).toBe(8);
    const group = scope === 'mine' ? MINE : null;
    const codes = await listUnclassified(as, { ...CODES, group }, { locale: 'en', noCode: 'no code' });
    expect(steps.unclassified_codes).toBe(codes.matches);
    for (const [step, filters] of Object.entries(NODE_STEPS)) {
      const name = Object.keys(steps).find((each): each is keyof typeof steps => each === step);
      if (!name) throw new Error(`${step} is not counted`);
      const shown: readonly NodeFilter[] = filters;
      const whose = isNobodys(name) ? null : group;
      expect(steps[name], step).toBe((await list(as, { filters: shown, group: whose })).matches);
    }
  });

  it('say whether any group has a standard at all', async () => {
    expect((await homeNodes(bo, 'mine', 'en')).standards).toBe(true);
  });

  it('are of the groups of whoever asks; what nobody owns is everybody’s', async () => {
    expect((await homeNodes(ctx, 'all', 'en')).steps).toEqual({
      ...{
        failing_undecided: 2,
        no_owner: 2,
        unclassified_codes: 2,
        deviating: 2,
        stale: 0,
        configured: 2,
        incomplete: 5,
      },
    });
    expect(await homeNodes(bo, 'mine', 'en')).toMatchObject({
      mine: ['Payments'],
      steps: { failing_undecided: 1, no_owner: 2, unclassified_codes: 1, stale: 0, configured: 1, incomplete: 2 },
      coverage: { nodes: 4, idle: 1 },
    });
  });
});

describe('coverage', () => {
  it.each<[string, () => Ctx, HomeScope, number]>([
    ['of everything', () => ctx, 'all', 2],
    ['of one group', () => bo, 'mine', 1],
  ])('%s, by group and by workflow, is what the lists say', async (_, who, scope, groups) => {
    const as = who();
    const home = await homeNodes(as, scope, 'en');
    const group = scope === 'mine' ? MINE : null;
    expect(home.coverage).toEqual((await list(as, { group })).coverage);
    expect(home.groups).toHaveLength(groups);
    for (const { key, counts } of home.groups) expect(counts, key).toEqual((await list(as, { group: key })).coverage);
    for (const { key, counts } of home.workflows)
      expect(counts, key).toEqual((await list(as, { group, workflow: key })).coverage);
  });

  it('has what is furthest from done first', async () => {
    const { groups, workflows: found } = await homeNodes(ctx, 'all', 'en');
    expect(groups.map(({ name }) => name)).toEqual(['Payments', 'Stock']);
    expect(found.map(({ key }) => key)).toEqual(workflows);
    expect((await homeNodes(bo, 'mine', 'en')).workflows.map(({ name }) => name)).toEqual(['Order fulfilment']);
  });
});

it('hand-offs are as many as the inbox holds', async () => {
  const at = new Date('2026-11-20T07:00:00Z');
  await addHandOffs(ctx.db, [
    { key: 'a', at },
    { key: 'a', at, state: 'acknowledged' },
    { key: 'b', at, state: 'acknowledged' },
    { key: 'c', at, recipient: null },
    { key: 'd', at, recipient: 'stock' },
    { key: 'e', at, state: 'resolved' },
  ]);
  const inbox: Omit<InboxQuery, 'owner'> = {
    ...{ search: '', workflow: null, sort: 'last', order: 'desc', page: 1 },
    ...{ state: 'open', trigger: null, period: null, nodeId: null },
  };
  const held = async (as: Ctx, owner: string | null) => (await listInbox(as, { ...inbox, owner }, 'en')).matches;
  for (const as of [ctx, bo, both])
    expect(await countOpenKeys(as)).toEqual({
      all: await held(as, null),
      mine: await held(as, MY_HAND_OFFS),
      nobodys: await held(as, NO_OWNER),
    });
  expect(await countOpenKeys(bo)).toEqual({ all: 3, mine: 1, nobodys: 1 });
});

it('failures by day are those of the chart', async () => {
  const expected = async () => {
    const { days, rows } = await dailyFailures(ctx, 'Asia/Shanghai');
    return days.map(({ day }, index) => [
      day,
      rows.filter(({ dayIndex }) => dayIndex === index).reduce((sum, { failures }) => sum + failures, 0),
    ]);
  };
  const found = async () => {
    const { days, failures } = await failuresByDay(ctx, 'Asia/Shanghai');
    return days.map(({ day }, index) => [day, failures[index]]);
  };
  expect(await found()).toEqual(await expected());
  expect(Object.fromEntries(await found())).toMatchObject({ '2026-11-18': 13, '2026-11-03': 3, '2026-11-04': 0 });
});

it.each<[string, () => Ctx]>([
  ['one group', () => bo],
  ['two', () => both],
  ['a group that is no more, which is everything', () => of(['gone'])],
])('failures by day of %s are those of the failures page', async (_, who) => {
  const as = who();
  const made = as.actor.groups.filter((slug) => slug !== 'gone');
  const { days, failures } = await failuresByDay(as, 'UTC', made.length > 0 ? made : null);
  const reader = { timeZone: 'UTC', locale: 'en', noCode: 'none' };
  const asked: FailureQuery = {
    ...{ search: '', workflow: null, owner: MY_GROUPS, standing: null, period: null, day: null },
    ...{ sort: 'failures', order: 'desc', page: 1 },
  };
  for (const [index, { day }] of days.entries()) {
    const { list: found } = await failureView(as, { ...asked, day }, reader);
    expect(
      found.matching.reduce((sum, entry) => sum + entry.failures, 0),
      day,
    ).toBe(failures[index]);
  }
  const sum = failures.reduce((total, each) => total + each, 0);
  const one = made.map((owner) => failureView(as, { ...asked, owner }, reader));
  const apart = (await Promise.all(one)).map(({ totals }) => totals.failures);
  if (made.length > 0) expect(apart.reduce((total, each) => total + each, 0)).toBe(sum);
  expect(sum).toBeGreaterThan(0);
});
