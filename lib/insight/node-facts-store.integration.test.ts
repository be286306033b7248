import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { provableNow } from '@/lib/drills/proof-queries';
import type { Provable } from '@/lib/drills/standing';
import { CERTIFICATE_MS } from '@/lib/drills/vocabulary';
import { STANDARD_PARTS } from '@/lib/policy/vocabulary';
import { isJsonObject } from '@/lib/shared/json';
import { testContext } from '@/lib/testing/context';
import { countCoverage } from './coverage';
import { FACTS_VERSION } from './node-facts';
import { NODE_FILTERS, NODE_SORTS, type NodeQuery } from './node-list';
import { listNodePage } from './node-list-queries';
import { listNodes } from './queries';
import { STANDARD_STANDINGS, standingOf as standardStanding } from './standard-choice';
import { listPage } from './testing/list-page';
import { type NodeSpec, WHOLE, writeExecutions, writeWorkflow } from './testing/nodes';

const ctx = testContext();
const AT = new Date('2026-11-10T00:00:00Z');
const PLAIN: NodeQuery = { search: '', workflow: null, filters: [], sort: 'failures', order: 'desc', page: 1 };
const list = (part: Partial<NodeQuery> = {}) =>
  listNodePage(ctx, { ...PLAIN, ...part }, { locale: 'en', timeZone: 'UTC' });
const { retry, ...undecided } = WHOLE;

const AS_SAID = {
  owner: 'team',
  classification: [
    { code: 'card_declined', class: 'terminal' },
    { code: 'odd*', class: 'transient' },
  ],
  retry: { maxAttempts: 3, backoff: 'exponential', initialInterval: '5s', maxInterval: '60s', retryOn: ['odd*'] },
  onExhausted: { action: 'manual', notify: 'others' },
};

/** Every kind of node that coverage tells apart. */
const CONFIGS: readonly Omit<NodeSpec, 'nodeId' | 'name'>[] = [
  { config: WHOLE },
  { config: { ...WHOLE, owner: 'team' } },
  { config: { ...WHOLE, owner: 'nobody-made-it' } },
  { config: {} },
  { config: {}, canCarryPolicy: false },
  { config: { actions: [] } },
  { config: { actions: [], owner: 'team' }, canCarryPolicy: false },
  { config: { retry: 'often' } },
  { config: { retry: 'often', owner: 'team' } },
  { config: undecided },
  { config: undecided, engineRetry: [{ ErrorEquals: ['States.ALL'] }] },
  { config: { ...WHOLE, retry: { ...retry, retryOn: ['card_declined'] } } },
  { config: { ...WHOLE, actions: [{ id: 'a', kind: 'queue', target: 'Topic ＯＲＤＥＲＳ' }] } },
  { config: { ...WHOLE, onExhausted: { action: 'manual', record: ['node_id'] } } },
  { config: { ...WHOLE, classification: [{ code: 'odd*', class: 'transient' }] } },
  // As its group's standard says; excused from its retry.
  { config: { ...WHOLE, ...AS_SAID } },
  {
    config: {
      ...AS_SAID,
      retry: { maxAttempts: 1 },
      actions: [{ id: 'a', kind: 'http', idempotent: false, repeatable: false }],
    },
  },
  // Those that lack nothing are proved or not: with a claim of idempotency (and so a fifth drill), and without.
  ...[true, false].flatMap((idempotent) =>
    ['team', 'others', 'gone'].map((notify) => ({
      config: {
        ...WHOLE,
        owner: 'team',
        classification: [{ code: '*', class: 'terminal' }],
        actions: [{ id: 'a', kind: 'http', idempotent, repeatable: true }],
        onExhausted: { ...WHOLE.onExhausted, notify },
      },
    })),
  ),
];
/** With which some agree in each part, and some do not. */
const STANDARD = {
  retry: { maxAttempts: 3, backoff: 'exponential', initialInterval: 'PT5S', maxInterval: '1m' },
  classification: [
    { code: 'card_declined', class: 'terminal', reason: 'the bank refused' },
    { code: 'odd_1', class: 'transient', reason: 'clears by itself' },
  ],
  onExhausted: { action: 'manual', notify: 'others' },
};
const CODES = [['card_declined'], ['odd_1', 'timeout'], [null], ['HTTP_503', 'Weird Thing'], ['odd_1']] as const;

/** What a certificate was given for, beside what it would be given for now. */
const CHANGES: readonly ((now: Provable) => Partial<Provable> & { passedAt?: Date })[] = [
  () => ({}),
  () => ({}),
  () => ({}),
  () => ({}),
  () => ({}),
  () => ({}),
  () => ({ policyHash: 'other' }),
  () => ({ recipient: 'others', routeHash: 'other' }),
  () => ({ recipient: null, routeHash: '' }),
  ({ routeHash }) => ({ routeHash: `${routeHash}.` }),
  () => ({ passedAt: new Date(ctx.now.getTime() - CERTIFICATE_MS) }),
  () => ({ passedAt: new Date(ctx.now.getTime() - CERTIFICATE_MS + 1) }),
];

/** Random certificates of all nodes: often all drills of a kind, each as it is now or given for something else. */
async function writeCertificates(): Promise<void> {
  const nodes = await ctx.db.node.findMany({
    include: { workflow: true },
    orderBy: [{ nodeId: 'asc' }, { id: 'asc' }],
  });
  const provable = await provableNow(
    ctx,
    nodes.map(({ id, config, workflow }) => {
      return { id, config: isJsonObject(config) ? config : {}, workflowOwner: workflow.owner };
    }),
  );
  const ofKind = fc.record({
    drills: fc.oneof(
      ...[[1, 2, 3, 4, 5], [1, 2, 3, 4], []].map((drills) => fc.constant(drills)),
      fc.subarray([1, 2, 3, 4, 5]),
    ),
    changes: fc.oneof(
      fc.constant([0, 0, 0, 0, 0]),
      fc.array(fc.nat(CHANGES.length - 1), { minLength: 5, maxLength: 5 }),
    ),
  });
  const samples = fc.sample(fc.record({ simulated: ofKind, platform: ofKind }), { numRuns: nodes.length, seed: 11 });
  const passed = { nodeVersion: 1, target: 'sandbox', passedAt: ctx.now };
  const data = nodes.flatMap(({ id: nodeRowId }, index) => {
    const now = provable.get(nodeRowId);
    const sample = samples[index];
    if (!now || !sample) return [];
    return (['simulated', 'platform'] as const).flatMap((kind) =>
      sample[kind].drills.map((drill) => {
        const change = CHANGES[sample[kind].changes[drill - 1] ?? 0]?.(now) ?? {};
        return { nodeRowId, drill, kind, trialId: randomUUID(), runId: randomUUID(), ...passed, ...now, ...change };
      }),
    );
  });
  await ctx.db.drillCertificate.createMany({ data });
}

beforeAll(async () => {
  const team = await ctx.db.ownerGroup.create({ data: { slug: 'team', name: 'The team' } });
  const others = await ctx.db.ownerGroup.create({ data: { slug: 'others', name: 'The others' } });
  for (const groupId of [team.id, others.id]) {
    const channel = { groupId, kind: 'mail', settings: { to: [groupId] }, updatedAt: ctx.now };
    await ctx.db.channel.createMany({
      data: [
        { ...channel, name: 'Duty' },
        { ...channel, name: 'Boss', fallback: true },
      ],
    });
  }
  await ctx.db.groupStandard.createMany({
    data: [
      { groupId: team.id, document: STANDARD, updatedBy: 'Ann', updatedAt: ctx.now },
      { groupId: others.id, document: {}, version: 2, updatedBy: 'Ann', updatedAt: ctx.now },
    ],
  });
  for (const [index, owner] of [null, 'team', 'gone'].entries()) {
    const key = `w${index}`;
    const nodes = CONFIGS.flatMap((each, at) =>
      ['calm', 'busy'].map((kind) => ({ ...each, nodeId: `${kind}-${at}`, name: `Step ${at} ${kind}` })),
    );
    await writeWorkflow(ctx.db, { key, name: `Flow ${index}`, owner, nodes });
    const runs = CONFIGS.flatMap((_, at) => {
      const run = { nodeId: `busy-${at}`, times: 1 + ((at * 7) % 5), at: AT };
      const codes = CODES[(at + index) % CODES.length] ?? [];
      return [
        { ...run, codes, ends: at % 2 === 0 },
        { ...run, codes: [], ends: true },
      ];
    });
    await writeExecutions(ctx.db, key, runs);
  }
  await writeCertificates();
});

describe('the list from SQL', () => {
  it('is the list over all rows in memory, with coverage node by node as coverageOf gives it', async () => {
    const all = await listNodes(ctx);
    // Of each state there are some, or nothing is shown by their being equal.
    const counts = countCoverage(all.map(({ coverage }) => coverage));
    for (const [state, count] of Object.entries(counts)) expect(count, state).toBeGreaterThan(2);
    const states = all.flatMap(({ standard }) => (standard === null ? [] : [standardStanding(standard, null)]));
    expect([...new Set(states)].sort()).toEqual([...STANDARD_STANDINGS].sort());
    const query = fc.record({
      search: fc.constantFrom('', 'step 1', 'topic orders', 'team', 'flow 2 busy', 'weird', 'http_503', 'w1'),
      workflow: fc.constantFrom(null, ...new Set(all.map((row) => row.workflowId))),
      filters: fc.oneof(
        fc.subarray(NODE_FILTERS.filter((filter) => !['configured', 'stale', 'proved'].includes(filter))),
        fc.constantFrom(...(['configured', 'stale', 'proved'] as const)).map((filter) => [filter]),
      ),
      standard: fc.oneof(
        fc.constant(null),
        fc.record({
          group: fc.constantFrom('team', 'others', 'gone'),
          part: fc.constantFrom(null, ...STANDARD_PARTS),
          standing: fc.constantFrom(...STANDARD_STANDINGS),
        }),
      ),
      sort: fc.constantFrom(...NODE_SORTS),
      order: fc.constantFrom('asc' as const, 'desc' as const),
      page: fc.integer({ min: 1, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(query, async (asked) => {
        const { rows, total, standards, ...page } = await list(asked);
        expect(standards).toBe(true);
        const { rows: expected, ...reference } = listPage(all, asked, 'en');
        expect(page).toEqual(reference);
        expect(total).toBe(all.length);
        const shown = rows.map(({ trend: _, version: __, ...row }) => row);
        expect(expected).toMatchObject(shown);
      }),
      { numRuns: 60, seed: 7 },
    );
  });
});

describe('facts', () => {
  const busy = async () => (await list({ search: 'busy-0 w0' })).rows[0];
  const nodeOf = async () => ctx.db.node.findFirstOrThrow({ where: { nodeId: 'busy-0', workflow: { key: 'w0' } } });

  it('are made by several at once', async () => {
    await ctx.db.nodeFacts.deleteMany();
    await ctx.db.nodeCode.deleteMany();
    const before = await Promise.all([list(), list(), list({ sort: 'name' }), list()]);
    expect(before[1]).toEqual(before[0]);
    expect(await ctx.db.nodeFacts.count()).toBe(await ctx.db.node.count());
  });

  it('follow the config, and so do the codes', async () => {
    const { id, version } = await nodeOf();
    expect((await busy())?.coverage.lacks).not.toContain('unclassified_codes');
    const stranger = { ...WHOLE, classification: [{ code: 'other', class: 'terminal' }] };
    await ctx.db.node.update({ where: { id }, data: { config: stranger, version: version + 1 } });
    expect((await busy())?.coverage.lacks).toContain('unclassified_codes');
    await ctx.db.node.update({ where: { id }, data: { config: undecided, version: version + 2 } });
    expect((await busy())?.coverage.lacks).toEqual(['owner', 'retry']);
  });

  it('of older rules are made again, those of newer rules are left alone', async () => {
    const { id } = await nodeOf();
    const before = await busy();
    const wrong = { lacks: ['invalid'], factsVersion: FACTS_VERSION - 1 };
    await ctx.db.nodeFacts.update({ where: { nodeRowId: id }, data: wrong });
    expect(await busy()).toEqual(before);
    await ctx.db.nodeFacts.update({ where: { nodeRowId: id }, data: { ...wrong, factsVersion: FACTS_VERSION + 1 } });
    expect((await busy())?.coverage.lacks).toEqual(['invalid', 'owner']);
    await ctx.db.nodeFacts.delete({ where: { nodeRowId: id } });
    expect(await busy()).toEqual(before);
  });

  it('know nothing of names and groups, which may change while the config stays', async () => {
    const { id } = await nodeOf();
    await ctx.db.node.update({ where: { id }, data: { name: 'Renamed' } });
    await ctx.db.workflow.updateMany({ where: { key: 'w0' }, data: { name: 'Moved' } });
    expect((await list({ search: 'renamed moved' })).rows.map((row) => row.id)).toEqual([id]);
    const owned = (await list({ filters: ['no_owner'] })).matches;
    await ctx.db.ownerGroup.create({ data: { slug: 'gone', name: 'Back again' } });
    expect((await list({ filters: ['no_owner'] })).matches).toBeLessThan(owned);
    expect((await list({ search: 'back again' })).matches).toBeGreaterThan(0);
  });

  it('judge a code when it is first seen', async () => {
    const { id } = await nodeOf();
    expect((await busy())?.coverage.lacks).not.toContain('unclassified_codes');
    const run = { nodeId: 'busy-0', times: 1, codes: ['never-heard-of'], ends: false, at: new Date(AT.getTime() + 1) };
    await writeExecutions(ctx.db, 'w0', [{ ...run, times: 0 }, { ...run, times: 0 }, run]);
    expect((await busy())?.coverage.lacks).toContain('unclassified_codes');
    const codes = await ctx.db.nodeCode.findMany({ where: { nodeRowId: id }, orderBy: { codeKey: 'asc' } });
    expect(codes.map(({ codeKey, standing }) => [codeKey, standing])).toContainEqual([
      '=never-heard-of',
      'unclassified',
    ]);
  });
});
