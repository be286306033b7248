import { beforeEach, describe, expect, it } from 'vitest';
import type { Ctx } from '@/lib/accounts/context';
import { makeWorld } from '@/lib/alerts/testing/alert-world';
import { writeDaily } from '@/lib/history/testing/daily-failures';
import { type NodeRowId, nodeRowIdSchema } from '@/lib/model/ids';
import { testContext } from '@/lib/testing/context';
import { measureAll } from '@/lib/worker/measure';
import { takeThresholds, undoThresholds } from './threshold-commands';
import type { ThresholdQuery } from './threshold-list';
import { allThresholds, countOpenThresholds, thresholdList } from './threshold-list-queries';

const base = testContext();
const ctx: Ctx = {
  get db() {
    return base.db;
  },
  actor: base.actor,
  now: base.now,
};
const QUERY: ThresholdQuery = {
  ...{ show: 'open', group: null, workflow: null, search: '', sort: 'failures', order: 'desc', page: 1 },
};
const MEASURED = { code: 'timeout', failures: 4, window: '1d', threshold_source: 'measured', 'x-team': 'red' };

let group: string;
let ids: ReadonlyMap<string, NodeRowId>;
beforeEach(async () => {
  await ctx.db.workflow.deleteMany({});
  const nodes = {
    charge: { type: 'http', retry: { maxAttempts: 1 }, alert: { silence: '30m', thresholds: [MEASURED] } },
    ship: { onExhausted: { action: 'manual', notify: 'night-crew' } },
    quiet: {},
  };
  const world = await makeWorld(ctx.db, { nodes, alertsFrom: null });
  ({ group } = world);
  const failing = [
    { nodeId: 'charge', code: 'timeout', failed: 7 },
    { nodeId: 'charge', code: 'psp_busy', failed: 3 },
    { nodeId: 'ship', code: 'http_503', failed: 9 },
  ];
  for (const each of failing)
    await writeDaily(ctx.db, {
      ...{ ...each, sourceId: world.sourceId, workflowKey: 'orders', succeeded: 13, days: 30, now: ctx.now },
    });
  await measureAll({ db: ctx.db, now: () => ctx.now });
  const rows = await ctx.db.node.findMany({ select: { id: true, nodeId: true } });
  ids = new Map(rows.map(({ id, nodeId }) => [nodeId, nodeRowIdSchema.parse(id)]));
});

function idOf(nodeId: string): NodeRowId {
  const id = ids.get(nodeId);
  if (id === undefined) throw new Error(`${nodeId} is not there`);
  return id;
}

const choice = (nodeId: string, code: string, failures: number) => ({ nodeRowId: idOf(nodeId), code, failures });
async function take(of: Ctx, ...choices: ReturnType<typeof choice>[]) {
  const taken = await takeThresholds(of, { choices });
  if (!taken.ok) throw new Error('never refused');
  return { at: taken.value.at, outcomes: taken.value.results.map(({ outcome }) => outcome) };
}
async function listed(query: Partial<ThresholdQuery> = {}, of: Ctx = ctx) {
  const { rows, matches, counts } = await thresholdList(of, { ...QUERY, ...query }, 'en');
  return {
    lines: rows.map(
      ({ nodeName, code, state, written, suggested }) => `${nodeName} ${code} ${state} ${written} ${suggested}`,
    ),
    matches,
    counts,
  };
}
const TIMEOUT = 'charge timeout drifted 4 7';
const BUSY = 'charge psp_busy ripe null 3';
const SHIP = 'ship http_503 ripe null 9';

describe('the list', () => {
  it('has what drifted and what is ripe, most failures first', async () => {
    const { lines, matches, counts } = await listed();
    expect(lines).toEqual([SHIP, TIMEOUT, BUSY]);
    expect([matches, counts]).toEqual([3, { open: 3, drifted: 1, ripe: 2, drafted: 0, short: 0 }]);
    const [first] = await allThresholds(ctx, QUERY, 'en');
    expect(first).toMatchObject({
      ...{ workflowName: 'Orders', ownerName: group, sampleSize: 660, failureCount: 270, windowDays: 30 },
      ...{ since: ctx.now.getTime(), measuredAt: ctx.now.getTime(), draftBy: null, drafted: false, draftHeld: false },
    });
  });

  it('is narrowed by view, group, words and workflow, and ordered', async () => {
    expect((await listed({ show: 'drifted' })).lines).toEqual([TIMEOUT]);
    expect((await listed({ search: 'ORDERS busy' })).lines).toEqual([BUSY]);
    expect((await listed({ search: '\0' })).lines).toEqual([]);
    expect((await listed({ group: 'night-crew' })).lines).toEqual([SHIP]);
    expect((await listed({ group })).matches).toBe(3);
    expect((await listed({ workflow: 'nobody' })).lines).toEqual([]);
    expect((await listed({ sort: 'node', order: 'asc' })).lines).toEqual([BUSY, TIMEOUT, SHIP]);
  });

  it('counts for the home just what it shows, of the reader’s groups or of all', async () => {
    const crew: Ctx = { ...ctx, db: ctx.db, actor: { ...ctx.actor, groups: ['night-crew'] } };
    expect(await countOpenThresholds(crew, 'all')).toBe((await listed()).matches);
    expect(await countOpenThresholds(crew, 'mine')).toBe(1);
    expect((await listed({ group: '~' }, crew)).lines).toEqual([SHIP]);
  });

  it('does not show what was measured of a config that has changed since', async () => {
    await ctx.db.node.update({ where: { id: idOf('charge') }, data: { version: { increment: 1 } } });
    expect((await listed()).lines).toEqual([SHIP]);
    expect(await take(ctx, choice('charge', 'timeout', 7))).toMatchObject({ outcomes: ['changed'] });
  });
});

describe('taking', () => {
  it('puts the numbers with their evidence into the draft, and publishes nothing', async () => {
    const before = await ctx.db.node.findUniqueOrThrow({ where: { id: idOf('charge') } });
    const { outcomes } = await take(ctx, choice('charge', 'timeout', 7), choice('charge', 'psp_busy', 3));
    expect(outcomes).toEqual(['taken', 'taken']);
    const draft = await ctx.db.nodeDraft.findUniqueOrThrow({ where: { nodeRowId: idOf('charge') } });
    const evidence = { window: '1d', threshold_source: 'measured', measured_at: ctx.now.toISOString() };
    expect(draft).toMatchObject({ baseVersion: 1, revision: 1, updatedBy: 'Ann', text: null });
    expect(draft.document).toEqual({
      retry: { maxAttempts: 1 },
      alert: {
        silence: '30m',
        thresholds: [
          { ...evidence, code: 'timeout', failures: 7, 'x-team': 'red', sample_size: 1080, failure_count: 210 },
          { ...evidence, code: 'psp_busy', failures: 3, sample_size: 1080, failure_count: 90 },
        ],
      },
    });
    expect(await ctx.db.node.findUniqueOrThrow({ where: { id: idOf('charge') } })).toEqual(before);
    expect((await listed()).lines).toEqual([SHIP]);
    expect((await listed({ show: 'drafted' })).lines).toEqual([TIMEOUT, BUSY]);
    expect(await countOpenThresholds(ctx, 'all')).toBe(1);
  });

  it('goes on with one’s own draft, and leaves that of somebody else, or one with a text, as it is', async () => {
    await take(ctx, choice('charge', 'timeout', 7));
    expect(await take(ctx, choice('charge', 'psp_busy', 3))).toMatchObject({ outcomes: ['taken'] });
    const draft = await ctx.db.nodeDraft.findUniqueOrThrow({ where: { nodeRowId: idOf('charge') } });
    expect(draft).toMatchObject({ revision: 2 });
    expect(JSON.stringify(draft.document)).toContain('psp_busy');
    const ben: Ctx = { ...ctx, db: ctx.db, actor: { ...ctx.actor, id: 'ben', name: 'Ben' } };
    const found = await takeThresholds(ben, {
      choices: [choice('charge', 'psp_busy', 3), choice('ship', 'http_503', 9)],
    });
    expect(found.ok && found.value.results).toMatchObject([{ outcome: 'draft', by: 'Ann' }, { outcome: 'taken' }]);
    expect(await ctx.db.nodeDraft.findUniqueOrThrow({ where: { nodeRowId: idOf('charge') } })).toEqual(draft);
    const held = async (of: Ctx) =>
      (await allThresholds(of, { ...QUERY, show: 'drafted' }, 'en')).map((row) => [row.nodeName, row.draftHeld]);
    expect(await held(ctx)).toEqual([
      ['ship', true],
      ['charge', false],
      ['charge', false],
    ]);
    await ctx.db.nodeDraft.update({ where: { nodeRowId: idOf('charge') }, data: { text: 'typed' } });
    expect(await take(ctx, choice('charge', 'psp_busy', 3))).toMatchObject({ outcomes: ['draft'] });
  });

  it('says of each one what became of it', async () => {
    const gone = nodeRowIdSchema.parse('00000000-0000-4000-8000-000000000000');
    await ctx.db.node.update({ where: { id: idOf('ship') }, data: { canCarryPolicy: false } });
    const { outcomes } = await take(
      ctx,
      { nodeRowId: gone, code: 'timeout', failures: 1 },
      choice('charge', 'timeout', 8),
      choice('charge', 'nothing_of_the_kind', 1),
      choice('ship', 'http_503', 9),
      choice('charge', 'psp_busy', 3),
    );
    expect(outcomes).toEqual(['gone', 'changed', 'changed', 'cannot', 'taken']);
  });

  it('is taken back as long as nobody has touched the draft', async () => {
    const { at } = await take(ctx, choice('charge', 'timeout', 7), choice('ship', 'http_503', 9));
    await ctx.db.nodeDraft.update({ where: { nodeRowId: idOf('ship') }, data: { revision: 2 } });
    const undone = await undoThresholds(ctx, { nodeRowIds: [idOf('charge'), idOf('ship')], at });
    expect(undone).toEqual({ ok: true, value: { discarded: [idOf('charge')], kept: [idOf('ship')] } });
    expect((await listed()).lines).toEqual([TIMEOUT, BUSY]);
  });

  it('is not for who only reads', async () => {
    const viewer: Ctx = { ...ctx, db: ctx.db, actor: { ...ctx.actor, role: 'viewer' } };
    await expect(takeThresholds(viewer, { choices: [choice('ship', 'http_503', 9)] })).rejects.toThrow('forbidden');
  });
});
