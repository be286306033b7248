import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Ctx } from '@/lib/accounts/context';
import { LOCAL_OWNER } from '@/lib/accounts/system-actor';
import { type NodeRowId, nodeRowIdSchema, type WorkflowId, workflowIdSchema } from '@/lib/model/ids';
import { policyPart } from '@/lib/policy/document';
import { putSkeleton, setAt, valueAt } from '@/lib/policy/edit';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { saveDraft } from './drafts';
import { importWorkflow } from './import';
import { publishPolicies, publishPolicy } from './publish';
import { exportWorkflow, getNode } from './queries';

const TEXT = `# orders, kept by hand
format: failpath/v1
workflow: orders
owner: order-ops
nodes:
  - id: charge   # the money
    type: http
    actions:
      - { id: charge, kind: third_party, idempotent: true }
  - id: ship
    type: http
`;

let database: TestDatabase;
let ctx: Ctx;
let workflowId: WorkflowId;
let charge: NodeRowId;

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = { db: database.db, actor: LOCAL_OWNER, now: new Date('2026-11-01T00:00:00Z') };
});
afterAll(() => database.drop());

beforeEach(async () => {
  await database.db.workflow.deleteMany();
  await database.db.ownerGroup.deleteMany();
  await database.db.ownerGroup.create({ data: { slug: 'order-ops', name: 'Order operations' } });
  const imported = await importWorkflow(ctx, { fileName: 'orders.yaml', content: base64(TEXT) });
  if (!imported.ok) throw new Error(JSON.stringify(imported.error));
  workflowId = workflowIdSchema.parse(imported.value.workflowId);
  const row = await database.db.node.findFirstOrThrow({ where: { workflowId, nodeId: 'charge' } });
  charge = nodeRowIdSchema.parse(row.id);
});

describe('publishPolicy', () => {
  it('changes text, config, version history and draft in one go', async () => {
    const document = putSkeleton(await published());
    await saveDraft(ctx, { ...draftOf(document), revision: 0 });
    const result = await publishPolicy(ctx, publication(document));
    expect(result).toMatchObject({ ok: true, value: { workflowVersion: 2, nodeVersion: 2, losses: [] } });
    const node = await getNode(ctx, charge);
    expect(node?.draft).toBeNull();
    expect(valueAt(node?.config ?? {}, ['retry', 'maxAttempts'])).toBe(3);
    const file = await exportWorkflow(ctx, workflowId, 'definition');
    expect(file?.content).toContain('maxAttempts: 3');
    expect(file?.content.startsWith('# orders, kept by hand\n')).toBe(true);
    expect(file?.content).toContain('  - id: charge   # the money\n');
    const versions = await database.db.workflowVersion.findMany({ where: { workflowId }, orderBy: { version: 'asc' } });
    expect(versions.map((each) => [each.version, each.changed])).toEqual([
      [1, ['charge', 'ship']],
      [2, ['charge']],
    ]);
    expect(versions[0]?.text).toBe(TEXT);
  });

  it('refuses a stale base, shows both sides and keeps the draft', async () => {
    const mine = putSkeleton(await published());
    const theirs = setAt(mine, ['retry', 'maxAttempts'], 5);
    expect((await publishPolicy(ctx, publication(theirs))).ok).toBe(true);
    await saveDraft(ctx, { ...draftOf(mine), revision: 0 });
    const result = await publishPolicy(ctx, publication(mine));
    expect(result).toMatchObject({ ok: false, error: { reason: 'conflict', version: 2, published: theirs } });
    expect((await getNode(ctx, charge))?.draft?.document).toEqual(mine);
    expect((await exportWorkflow(ctx, workflowId, 'definition'))?.content).toContain('maxAttempts: 5');
  });

  it('lets exactly one of many publications of one base win', async () => {
    const base = putSkeleton(await published());
    const attempts = Array.from({ length: 12 }, (_, n) =>
      publishPolicy(ctx, publication(setAt(base, ['retry', 'maxAttempts'], n + 2))),
    );
    const results = await Promise.all(attempts);
    expect(results.filter((each) => each.ok)).toHaveLength(1);
    expect(results.filter((each) => !each.ok && each.error.reason === 'conflict')).toHaveLength(11);
    expect(await database.db.workflowVersion.count({ where: { workflowId } })).toBe(2);
  });

  it('lets two nodes of one workflow be published from the same moment', async () => {
    const ship = await database.db.node.findFirstOrThrow({ where: { workflowId, nodeId: 'ship' } });
    const document = putSkeleton(await published());
    const [first, second] = await Promise.all([
      publishPolicy(ctx, publication(document)),
      publishPolicy(ctx, {
        nodeRowId: nodeRowIdSchema.parse(ship.id),
        document: { owner: 'order-ops', actions: [] },
        baseVersion: 1,
        replaceEngineRetry: false,
      }),
    ]);
    expect([first.ok, second.ok]).toEqual([true, true]);
    const text = (await exportWorkflow(ctx, workflowId, 'definition'))?.content ?? '';
    expect(text).toContain('maxAttempts: 3');
    expect(text).toContain('owner: order-ops');
  });

  it.each([
    ['maxAttempts 0', ['retry', 'maxAttempts'], 0, 'max_attempts_range'],
    ['5 parsecs', ['retry', 'initialInterval'], '5 parsecs', 'duration'],
    ['maxInterval below initialInterval', ['retry', 'maxInterval'], '1s', 'max_interval_below_initial'],
    ['a group that nobody made', ['owner'], 'nobody-ops', 'owner_unknown'],
    [
      'transient and terminal at once',
      ['classification'],
      [{ code: 'timeout', class: 'terminal' }],
      'classification_conflict',
    ],
  ])('refuses %s, names the place, and writes nothing', async (_, path, value, code) => {
    const document = setAt(putSkeleton(await published()), path, value);
    const result = await publishPolicy(ctx, publication(document));
    expect(result.ok).toBe(false);
    if (result.ok || result.error.reason !== 'policy_invalid') throw new Error(JSON.stringify(result));
    expect(result.error.diagnostics.map((each) => each.code)).toContain(code);
    expect((await exportWorkflow(ctx, workflowId, 'definition'))?.content).toBe(TEXT);
  });

  it('signs a new waiver with the name of who publishes', async () => {
    const base = setAt(putSkeleton(await published()), ['actions', 0, 'idempotent'], undefined);
    const forged = setAt(base, ['retry', 'waiver'], { by: 'somebody else', at: 'yesterday', reason: 'because' });
    expect((await publishPolicy(ctx, publication(forged))).ok).toBe(true);
    expect(valueAt(await published(), ['retry', 'waiver'])).toEqual({
      by: LOCAL_OWNER.name,
      at: '2026-11-01T00:00:00.000Z',
      reason: 'because',
    });
  });

  it('says so when nothing changes', async () => {
    expect(await publishPolicy(ctx, publication(await published()))).toMatchObject({ error: { reason: 'unchanged' } });
  });
});

describe('the text of a node', () => {
  const OWN = 'id: charge   # the money\ntype: http\nactions:\n  - { id: charge, kind: third_party, idempotent: true }';

  it('is published as typed, with its comments, beside what the form says', async () => {
    const document = putSkeleton(await published());
    const text = `# mine\n${OWN}\n# and at the end`;
    await saveDraft(ctx, { ...draftOf(document), text, revision: 0 });
    expect((await getNode(ctx, charge))?.draft).toMatchObject({ text, document });
    expect(await publishPolicy(ctx, { ...publication(document), text })).toMatchObject({ ok: true });
    const file = (await exportWorkflow(ctx, workflowId, 'definition'))?.content ?? '';
    expect(file).toContain('  - # mine\n    id: charge   # the money\n');
    expect(file).toMatch(/maxAttempts: 3[\s\S]*\n {4}# and at the end\n {2}- id: ship\n/);
    expect((await getNode(ctx, charge))?.draft).toBeNull();
  });

  it('is a version of the node even if only a comment changes', async () => {
    const document = await published();
    expect(await saveDraft(ctx, { ...draftOf(document), text: OWN, revision: 0 })).toMatchObject({
      value: { revision: 0 },
    });
    const text = `${OWN} # safe`;
    expect(await saveDraft(ctx, { ...draftOf(document), text, revision: 0 })).toMatchObject({ value: { revision: 1 } });
    const result = await publishPolicy(ctx, { ...publication(document), text });
    expect(result).toMatchObject({ ok: true, value: { workflowVersion: 2, nodeVersion: 2 } });
    const version = await database.db.workflowVersion.findFirstOrThrow({ where: { workflowId, version: 2 } });
    expect(version.changed).toEqual(['charge']);
    const unchanged = { ...publication(document), baseVersion: 2, text };
    expect(await publishPolicy(ctx, unchanged)).toMatchObject({ error: { reason: 'unchanged' } });
  });

  it('stands beside what was published on another node meanwhile', async () => {
    const ship = await database.db.node.findFirstOrThrow({ where: { workflowId, nodeId: 'ship' } });
    const other = { ...publication({ owner: 'order-ops' }), nodeRowId: nodeRowIdSchema.parse(ship.id) };
    expect((await publishPolicy(ctx, other)).ok).toBe(true);
    const text = `${OWN} # later`;
    expect((await publishPolicy(ctx, { ...publication(await published()), text })).ok).toBe(true);
    const file = (await exportWorkflow(ctx, workflowId, 'definition'))?.content ?? '';
    expect(file).toContain('# later\n');
    expect(file).toContain('owner: order-ops\n');
  });

  it.each([
    ['a key of the platform', OWN.replace('type: http', 'type: mail'), 'platform_changed'],
    ['another id', OWN.replace('id: charge ', 'id: other '), 'platform_changed'],
    ['what cannot be read', `${OWN} }`, 'yaml_syntax'],
  ])('is refused with %s; nothing is written and the draft stays', async (_, text, code) => {
    const document = putSkeleton(await published());
    await saveDraft(ctx, { ...draftOf(document), text, revision: 0 });
    expect(await publishPolicy(ctx, { ...publication(document), text })).toMatchObject({
      error: { reason: 'write_refused', diagnostics: [{ code }] },
    });
    expect((await exportWorkflow(ctx, workflowId, 'definition'))?.content).toBe(TEXT);
    expect((await getNode(ctx, charge))?.draft?.text).toBe(text);
  });
});

describe('publishPolicies', () => {
  it('makes one version of several nodes', async () => {
    const policies = [
      publication(putSkeleton(await published())),
      { ...publication({ owner: 'order-ops' }), nodeRowId: await ship() },
    ];
    const result = await publishPolicies(ctx, { workflowId, policies, note: 'both' });
    expect(result).toMatchObject({ ok: true, value: { workflowVersion: 2, nodes: [{ version: 2 }, { version: 2 }] } });
    const [version] = await database.db.workflowVersion.findMany({ where: { workflowId, version: 2 } });
    expect(version).toMatchObject({ changed: ['charge', 'ship'], note: 'both', restoredFrom: null });
  });

  it('writes all or nothing, and names each node that stands in the way', async () => {
    const nodeRowId = await ship();
    const wrong = { ...publication(setAt({}, ['retry', 'maxAttempts'], 0)), nodeRowId };
    const result = await publishPolicies(ctx, {
      workflowId,
      policies: [publication(putSkeleton(await published())), wrong],
    });
    expect(result).toMatchObject({
      error: { reason: 'refused', nodes: [{ nodeRowId, refusal: { reason: 'policy_invalid' } }] },
    });
    expect((await exportWorkflow(ctx, workflowId, 'definition'))?.content).toBe(TEXT);
  });

  it('tells the node that somebody else published meanwhile, with both sides', async () => {
    const nodeRowId = await ship();
    const theirs = { owner: 'order-ops' };
    await publishPolicy(ctx, { ...publication(theirs), nodeRowId });
    const policies = [publication(putSkeleton(await published())), { ...publication({}), nodeRowId }];
    expect(await publishPolicies(ctx, { workflowId, policies })).toMatchObject({
      error: { nodes: [{ nodeRowId, refusal: { reason: 'conflict', published: theirs, version: 2 } }] },
    });
  });

  it('takes no node of another workflow', async () => {
    const other = await importWorkflow(ctx, {
      fileName: 'x.yaml',
      content: base64(TEXT.replace('orders\nowner', 'x\nowner')),
    });
    if (!other.ok) throw new Error(JSON.stringify(other.error));
    const policies = [publication(putSkeleton(await published()))];
    expect(
      await publishPolicies(ctx, { workflowId: workflowIdSchema.parse(other.value.workflowId), policies }),
    ).toMatchObject({
      error: { nodes: [{ nodeRowId: charge, refusal: { reason: 'not_found' } }] },
    });
  });
});

describe('saveDraft', () => {
  it('keeps what does not hold, as typed', async () => {
    const document = setAt(await published(), ['retry'], { maxAttempts: 'many', initialInterval: '5 parsecs' });
    expect(await saveDraft(ctx, { ...draftOf(document), revision: 0 })).toMatchObject({
      ok: true,
      value: { revision: 1 },
    });
    expect((await getNode(ctx, charge))?.draft?.document).toEqual(document);
  });

  it('tells two editors of one draft apart and loses neither', async () => {
    const first = setAt(await published(), ['owner'], 'order-ops');
    await saveDraft(ctx, { ...draftOf(first), revision: 0 });
    const second = setAt(first, ['alert', 'silence'], '10m');
    const result = await saveDraft(ctx, { ...draftOf(second), revision: 0 });
    expect(result).toMatchObject({ ok: false, error: { reason: 'draft_conflict', draft: { document: first } } });
    expect(await saveDraft(ctx, { ...draftOf(second), revision: 1 })).toMatchObject({ value: { revision: 2 } });
  });

  it('tells of a publication in between and still saves', async () => {
    await publishPolicy(ctx, publication(putSkeleton(await published())));
    const result = await saveDraft(ctx, { ...draftOf({ owner: 'order-ops' }), revision: 0 });
    expect(result).toMatchObject({ ok: true, value: { revision: 1, nodeVersion: 2 } });
  });

  it('is gone when it says what is published', async () => {
    await saveDraft(ctx, { ...draftOf({ owner: 'order-ops' }), revision: 0 });
    expect(await saveDraft(ctx, { ...draftOf(await published()), revision: 1 })).toMatchObject({
      value: { revision: 0 },
    });
    expect((await getNode(ctx, charge))?.draft).toBeNull();
  });
});

async function ship(): Promise<NodeRowId> {
  const row = await database.db.node.findFirstOrThrow({ where: { workflowId, nodeId: 'ship' } });
  return nodeRowIdSchema.parse(row.id);
}

async function published() {
  const node = await getNode(ctx, charge);
  return policyPart(node?.config ?? {});
}

function publication(document: ReturnType<typeof policyPart>) {
  return { nodeRowId: charge, document, baseVersion: 1, replaceEngineRetry: false };
}

function draftOf(document: ReturnType<typeof policyPart>) {
  return { nodeRowId: charge, document, base: {}, baseVersion: 1, replaceEngineRetry: false };
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
