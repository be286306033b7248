import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Ctx } from '@/lib/accounts/context';
import type { Actor } from '@/lib/accounts/permissions';
import { addHandOffs, type HandOffInput, keyName } from '@/lib/alerts/testing/hand-offs';
import { testContext } from '@/lib/testing/context';
import { collations } from './collation-queries';
import { type InboxQuery, MINE, NO_OWNER } from './inbox-list';
import { inboxStanding, listInbox, listSql } from './inbox-queries';
import { countMyOpenKeys, inboxVersion } from './inbox-version-queries';

const ctx = testContext();
const AT = new Date('2026-11-20T07:00:00Z');
const later = (minutes: number) => new Date(AT.getTime() + minutes * 60_000);
const ALL: InboxQuery = {
  ...{ search: '', workflow: null, sort: 'last', order: 'desc', page: 1, state: 'open' },
  ...{ owner: null, trigger: null, period: null, nodeId: null },
};
const list = (change: Partial<InboxQuery> = {}, as: Ctx = ctx) => listInbox(as, { ...ALL, ...change }, 'en');
const codes = async (change: Partial<InboxQuery> = {}, as: Ctx = ctx) =>
  (await list(change, as)).rows.map(({ code }) => code);
const BO: Actor = { id: 'bo', name: 'Bo', role: 'editor', groups: ['pay'], via: 'session' };
const bo: Ctx = {
  get db() {
    return ctx.db;
  },
  now: ctx.now,
  actor: BO,
};

let workflowId: string;
let channelId: string;

beforeAll(async () => {
  await addHandOffs(ctx.db, []);
  const { id: sourceId } = await ctx.db.source.findFirstOrThrow();
  const workflow = { key: 'orders', name: 'Order fulfilment', dialect: 'failpath', fileName: 'o.yaml', text: '' };
  const nodes = { create: [{ nodeId: 'charge', position: 0, name: 'Charge the card', config: {} }] };
  workflowId = (await ctx.db.workflow.create({ data: { ...workflow, sourceId, nodes } })).id;
  const group = await ctx.db.ownerGroup.create({ data: { slug: 'pay', name: 'Payments' } });
  const channel = { groupId: group.id, kind: 'webhook', name: 'hook', settings: { kind: 'webhook' } };
  channelId = (await ctx.db.channel.create({ data: channel })).id;
});
beforeEach(() => ctx.db.handOff.deleteMany());

const some = (handOffs: readonly HandOffInput[]) => addHandOffs(ctx.db, handOffs);

describe('a row', () => {
  it('is a key: those that wait are counted, the newest is told', async () => {
    const ids = await some([
      { key: 'a', at: later(0), state: 'acknowledged' },
      { key: 'a', at: later(5) },
      { key: 'a', at: later(9), createdAt: later(10), trigger: 'exhausted' },
      { key: 'a', at: later(-60), state: 'resolved', changedAt: later(-30) },
    ]);
    const { rows, matches, counts } = await list();
    expect({ matches, counts }).toEqual({ matches: 1, counts: { open: 1, acknowledged: 0 } });
    expect(rows).toMatchObject([
      {
        ...{ id: ids[2], fingerprint: keyName('a'), state: 'open', workflow: 'Order fulfilment' },
        ...{ node: 'Charge the card', nodeId: 'charge', code: 'a', failureClass: 'terminal', unclassified: true },
        ...{ trigger: 'exhausted', waiting: 3, acknowledged: 1, total: 4, message: 'failed with a' },
        ...{ firstAt: later(0).getTime(), lastAt: later(9).getTime(), seenUntil: later(10).toISOString() },
        ...{ owner: { slug: 'pay', name: 'Payments' }, assignee: null, told: 'forgotten', mayWork: true },
      },
    ]);
  });

  it('says whose it is, and whether the reader may work on it', async () => {
    await some([
      { key: 'a', at: later(0) },
      { key: 'b', at: later(1), recipient: null },
      { key: 'c', at: later(2), recipient: 'gone', silentBecause: 'group_missing' },
    ]);
    expect((await list({}, bo)).rows).toMatchObject([
      { owner: { slug: 'gone', name: 'gone' }, told: 'group_missing', mayWork: false },
      { owner: null, told: 'no_owner', mayWork: true },
      { owner: { slug: 'pay' }, mayWork: true },
    ]);
  });

  it('says what became of the notification of its window', async () => {
    const [first = '', second = ''] = await some([
      { key: 'a', at: later(0) },
      { key: 'a', at: later(5) },
    ]);
    const window = { channelId, seq: 1, windowEndsAt: later(30) };
    await ctx.db.alertDecision.createMany({
      data: [
        { ...window, handOffId: first, outcome: 'notified' },
        { ...window, handOffId: second, outcome: 'muted' },
      ],
    });
    expect((await list()).rows).toMatchObject([{ told: 'forgotten' }]);
    const notification = { channelId, kind: 'notification', fingerprint: keyName('a'), seq: 1, handOffId: first };
    const { id } = await ctx.db.delivery.create({ data: notification });
    expect((await list()).rows).toMatchObject([{ told: 'waiting' }]);
    await ctx.db.delivery.update({ where: { id }, data: { state: 'dead' } });
    expect((await list()).rows).toMatchObject([{ told: 'failed' }]);
    await ctx.db.delivery.create({ data: { ...notification, seq: -1, state: 'sent', fallbackFor: id } });
    expect((await list()).rows).toMatchObject([{ told: 'muted' }]);
    await ctx.db.handOff.update({ where: { id: second }, data: { state: 'resolved' } });
    expect((await list()).rows).toMatchObject([{ id: first, told: 'sent' }]);
  });
});

describe('the state of a key', () => {
  it('is open as long as one record is; settled ones are told by the newest', async () => {
    await some([
      { key: 'open', at: later(0), state: 'acknowledged' },
      { key: 'open', at: later(1) },
      { key: 'seen', at: later(2), state: 'acknowledged' },
      { key: 'seen', at: later(3), state: 'closed_by_success' },
      { key: 'done', at: later(4), state: 'resolved' },
      { key: 'well', at: later(5), state: 'resolved' },
      { key: 'well', at: later(6), state: 'closed_by_success' },
    ]);
    expect(await codes()).toEqual(['open']);
    expect(await codes({ state: 'acknowledged' })).toEqual(['seen']);
    expect(await codes({ state: 'resolved' })).toEqual(['done']);
    expect(await codes({ state: 'closed_by_success' })).toEqual(['well']);
    expect(await codes({ state: null })).toEqual(['well', 'done', 'seen', 'open']);
    for (const state of ['open', 'resolved', null] as const)
      expect((await list({ state })).counts).toEqual({ open: 1, acknowledged: 1 });
  });
});

describe('filters', () => {
  beforeEach(() =>
    some([
      { key: 'a', at: later(0), trigger: 'exhausted' },
      { key: 'b', at: later(-3 * 24 * 60), recipient: null, nodeId: 'ship', errorMessage: '余额不足' },
      { key: 'c', at: later(1), recipient: 'stock', workflowId: 'refunds', errorCode: null },
    ]),
  );

  it.each<[string, Partial<InboxQuery>, (string | null)[]]>([
    ['owner', { owner: 'stock' }, [null]],
    ['no owner', { owner: NO_OWNER }, ['b']],
    ['trigger', { trigger: 'exhausted' }, ['a']],
    ['period', { period: '1d' }, [null, 'a']],
    ['node', { nodeId: 'ship' }, ['b']],
    ['code', { code: 'a' }, ['a']],
    ['no code', { code: null }, [null]],
    ['node name', { search: 'CHARGE card' }, ['a']],
    ['group name', { search: 'payments' }, ['a']],
    ['message', { search: '余额' }, ['b']],
    ['nothing', { search: 'nowhere' }, []],
    ['a text that cannot be kept', { search: '\0' }, []],
  ])('by %s', async (_, change, found) => {
    expect(await codes(change)).toEqual(found);
  });

  it('by workflow; the choice names those that are there', async () => {
    expect(await codes({ workflow: workflowId })).toEqual(['a', 'b']);
    expect((await list({ workflow: workflowId, owner: NO_OWNER })).workflows).toEqual([
      { id: workflowId, name: 'Order fulfilment' },
    ]);
  });

  it('by what is mine: of my groups, or assigned to me', async () => {
    expect(await codes({ owner: MINE }, bo)).toEqual(['a']);
    expect(await codes({ owner: MINE })).toEqual([]);
    const { id } = await ctx.db.user.create({ data: { name: 'Cy', email: 'cy@example.com', role: 'editor' } });
    await ctx.db.handOff.updateMany({ where: { errorCode: 'b' }, data: { assigneeId: id } });
    const cy = { db: ctx.db, now: ctx.now, actor: { ...BO, id, groups: [] } };
    expect((await list({ owner: MINE }, cy)).rows).toMatchObject([{ code: 'b', assignee: 'Cy' }]);
    expect([await countMyOpenKeys(bo), await countMyOpenKeys(cy), await countMyOpenKeys(ctx)]).toEqual([1, 1, 0]);
  });

  it('by order', async () => {
    await some([{ key: 'a', at: later(2), workflowId: 'more' }]);
    expect(await codes({ sort: 'first', order: 'asc' })).toEqual(['b', 'a', null]);
    expect(await codes({ sort: 'count' })).toEqual(['a', null, 'b']);
  });
});

describe('pages', () => {
  it('are cut by the server; one that is too far is the last', async () => {
    await some(Array.from({ length: 120 }, (_, minute) => ({ key: `k${minute}`, at: later(minute) })));
    const second = await list({ page: 2 });
    expect(second).toMatchObject({ page: 2, pages: 3, matches: 120 });
    expect(second.rows.map(({ code }) => code).slice(0, 2)).toEqual(['k69', 'k68']);
    expect((await list({ page: 9 })).rows.map(({ code }) => code)).toHaveLength(20);
  });

  it('of 100,000 records read the index of those that wait alone', async () => {
    await ctx.db.$executeRaw`
      insert into hand_off (source_id, workflow_id, run_id, node_id, fingerprint, trigger, because, decided_at, attempt,
                            first_failed_at, last_failed_at, node_version, workflow_version, silence_ms, state)
      select s.id, 'orders', n::text, 'charge', md5((n % 500)::text), 'terminal', '{}',
             ${AT}::timestamptz + n * interval '1 second', 1, ${AT}, ${AT}, 1, 1, 0,
             case when n % 10 = 0 then 'open' else 'resolved' end
      from generate_series(1, 100000) n, source s`;
    await ctx.db.$executeRaw`analyze hand_off`;
    const orders = await collations(ctx.db, 'en');
    const plan = await ctx.db.$queryRaw<object[]>`explain (analyze, format json) ${listSql(ctx, ALL, orders)}`;
    const text = JSON.stringify(plan);
    expect(text).toContain('"Index Name":"hand_off_unsettled"');
    expect(text).not.toMatch(/"Seq Scan"[^}]*"Relation Name":"hand_off"/);
    expect((await list()).matches).toBe(50);
    expect((await list({ state: null })).matches).toBe(500);
  });
});

describe('an empty inbox', () => {
  it('knows whether any source alerts, and whether it was ever used', async () => {
    expect(await inboxStanding(ctx)).toEqual({ connected: false, used: false });
    await ctx.db.source.updateMany({ data: { alertsFrom: AT } });
    await some([{ key: 'a', at: later(0), state: 'resolved' }]);
    expect(await inboxStanding(ctx)).toEqual({ connected: true, used: true });
    expect(await list()).toMatchObject({ rows: [], matches: 0, page: 1, pages: 1 });
  });
});

describe('the version', () => {
  const version = async (fingerprint: string | null = null, since: Date | null = null) =>
    inboxVersion(ctx, { fingerprint, since });

  it('changes with every record, action and delivery, and only then', async () => {
    const [id = ''] = await some([{ key: 'a', at: later(0) }]);
    const seen = new Set<string>();
    const step = async (change: () => Promise<unknown>) => {
      await change();
      const { version: now } = await version();
      expect(seen.has(now)).toBe(false);
      seen.add(now);
      expect((await version()).version).toBe(now);
    };
    await step(async () => undefined);
    await step(() => ctx.db.handOff.update({ where: { id }, data: { state: 'acknowledged', changedAt: later(1) } }));
    const { id: person } = await ctx.db.user.create({ data: { name: 'Di', email: 'di@example.com' } });
    await step(() => ctx.db.handOff.update({ where: { id }, data: { assigneeId: person } }));
    await step(() => some([{ key: 'b', at: later(2) }]).then(() => undefined));
    const delivery = { channelId, kind: 'notification', fingerprint: keyName('v'), seq: 1, handOffId: id };
    await step(() => ctx.db.delivery.create({ data: { ...delivery, createdAt: ctx.now } }));
    await step(() => ctx.db.delivery.updateMany({ where: { handOffId: id }, data: { state: 'sent', attempts: 1 } }));
    await step(() => ctx.db.handOff.update({ where: { id }, data: { state: 'resolved', changedAt: later(3) } }));
  });

  it('counts what became known since, of one key or of all', async () => {
    await some([
      { key: 'a', at: later(0) },
      { key: 'a', at: later(5) },
      { key: 'b', at: later(6) },
    ]);
    expect((await version(null, later(0))).fresh).toBe(2);
    expect((await version(keyName('a'), later(0))).fresh).toBe(1);
    const of = async (key: string) => (await version(keyName(key))).version;
    const before = await of('b');
    await ctx.db.handOff.updateMany({ where: { errorCode: 'a' }, data: { state: 'resolved', changedAt: later(7) } });
    expect(await of('b')).toBe(before);
  });
});
