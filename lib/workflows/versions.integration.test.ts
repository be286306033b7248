import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Ctx } from '@/lib/accounts/context';
import { LOCAL_OWNER } from '@/lib/accounts/system-actor';
import { type NodeRowId, nodeRowIdSchema, type WorkflowId, workflowIdSchema } from '@/lib/model/ids';
import { policyPart } from '@/lib/policy/document';
import { putSkeleton, setAt, valueAt } from '@/lib/policy/edit';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import type { JsonObject } from '@/lib/shared/json';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { saveDraft } from './drafts';
import { importWorkflow } from './import';
import { publishPolicy } from './publish';
import { exportWorkflow, getNode } from './queries';
import { previewRestore } from './version-restore-queries';
import { restoreVersion } from './versions-commands';
import { compareVersionPair, getVersionedWorkflow, listVersionChoices, listVersions } from './versions-queries';

const TEXT = `# orders, kept by hand
format: failpath/v1
workflow: orders
owner: order-ops
nodes:
  - id: charge
    name: Charge the card
    type: http
    actions:
      - { id: charge, kind: third_party, idempotent: true }
  - id: ship
    type: http
`;
const ANY = { node: null, before: null, after: null };

let database: TestDatabase;
let ctx: Ctx;
let workflowId: WorkflowId;

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = { db: database.db, actor: LOCAL_OWNER, now: new Date('2026-11-01T00:00:00Z') };
});
afterAll(() => database.drop());

beforeEach(async () => {
  await database.db.workflow.deleteMany();
  await database.db.ownerGroup.deleteMany();
  await database.db.ownerGroup.createMany({
    data: [
      { slug: 'order-ops', name: 'Order operations' },
      { slug: 'night-ops', name: 'Night shift' },
    ],
  });
  workflowId = await bring(TEXT);
});

describe('listVersions', () => {
  it('gives the newest first, with author, time, note and the nodes that changed', async () => {
    await publish('charge', putSkeleton, 'calmer');
    await publish('ship', (policy) => ({ ...policy, owner: 'night-ops' }));
    const { rows, newer, older } = await listVersions(ctx, workflowId, ANY);
    expect(rows.map(({ version, note, changedCount }) => [version, note, changedCount])).toEqual([
      [3, null, 1],
      [2, 'calmer', 1],
      [1, null, 2],
    ]);
    expect(rows[1]).toMatchObject({
      publishedBy: LOCAL_OWNER.name,
      publishedAt: ctx.now,
      restoredFrom: null,
      changed: [{ nodeId: 'charge', name: 'Charge the card', rowId: await rowOf('charge') }],
    });
    expect([newer, older]).toEqual([null, null]);
  });

  it('pages by key in both directions, and narrows to a node', async () => {
    for (const tries of [2, 3, 4, 5]) await publish('charge', (policy) => withTries(policy, tries));
    await publish('ship', (policy) => ({ ...policy, owner: 'night-ops' }));
    const page = async (query: Partial<typeof ANY> | { before: number } | { after: number }) => {
      const { rows, newer, older } = await listVersions(ctx, workflowId, { ...ANY, ...query }, 2);
      return [rows.map(({ version }) => version), newer, older];
    };
    expect(await page({})).toEqual([[6, 5], null, 5]);
    expect(await page({ before: 5 })).toEqual([[4, 3], 4, 3]);
    expect(await page({ before: 3 })).toEqual([[2, 1], 2, null]);
    expect(await page({ after: 2 })).toEqual([[4, 3], 4, 3]);
    expect(await page({ after: 4 })).toEqual([[6, 5], null, 5]);
    const ofShip = await listVersions(ctx, workflowId, { ...ANY, node: 'ship' });
    expect(ofShip.rows.map(({ version }) => version)).toEqual([6, 1]);
    expect((await listVersions(ctx, workflowId, { ...ANY, node: 'nobody' })).rows).toEqual([]);
  });

  it('names nodes that are gone by their id, and only a few of many', async () => {
    await bring(TEXT.replace('  - id: ship\n', '  - id: pack\n'), 1);
    const { rows } = await listVersions(ctx, workflowId, ANY);
    expect(rows[1]?.changed).toMatchObject([{ nodeId: 'charge' }, { nodeId: 'ship', rowId: null, name: null }]);
    const many = Array.from({ length: 9 }, (_, n) => `  - id: n${n}\n`).join('');
    const id = await bring(`format: failpath/v1\nworkflow: many\nnodes:\n${many}`);
    const [row] = (await listVersions(ctx, id, ANY)).rows;
    expect([row?.changed.length, row?.changedCount]).toEqual([6, 9]);
  });
});

describe('listVersionChoices', () => {
  it('offers the newest first', async () => {
    await publish('charge', putSkeleton);
    const choices = await listVersionChoices(ctx, await workflow(), [1]);
    expect(choices.map(({ version }) => version)).toEqual([2, 1]);
  });
});

describe('compareVersionPair', () => {
  it('tells policy from platform, names nodes that came and went, and shows the lines', async () => {
    await publish('charge', putSkeleton);
    const { text } = await database.db.workflow.findUniqueOrThrow({ where: { id: workflowId } });
    await bring(
      text
        .replace('owner: order-ops', 'owner: night-ops')
        .replace('  - id: ship\n    type: http', '  - id: pack\n    type: mail'),
      2,
    );
    const pair = await compareVersionPair(ctx, await workflow(), { from: 1, to: 3, node: null });
    if (pair.kind !== 'compared') throw new Error(pair.kind);
    expect(pair.comparison.owner).toEqual({ before: 'order-ops', after: 'night-ops' });
    expect(pair.comparison.nodes.map(({ kind, id }) => [kind, id])).toEqual([
      ['changed', 'charge'],
      ['added', 'pack'],
      ['removed', 'ship'],
    ]);
    expect(linesOf(pair.files)).toContain('+      maxAttempts: 3');
    expect(linesOf(pair.files)).toContain('-  - id: ship');
    const back = await compareVersionPair(ctx, await workflow(), { from: 3, to: 1, node: null });
    expect(back).toMatchObject({ comparison: { owner: { before: 'night-ops', after: 'order-ops' } } });
  });

  it('narrows words and lines to a node, with line numbers of the whole file', async () => {
    await publish('charge', putSkeleton);
    await publish('ship', (policy) => ({ ...policy, owner: 'night-ops' }));
    const pair = await compareVersionPair(ctx, await workflow(), { from: 1, to: 3, node: 'ship' });
    if (pair.kind !== 'compared') throw new Error(pair.kind);
    expect(pair.comparison.nodes.map(({ id }) => id)).toEqual(['ship']);
    expect(linesOf(pair.files)).toEqual(['   - id: ship', '     type: http', '+    owner: night-ops']);
    expect(pair.files[0]?.hunks[0]?.oldStart).toBe(11);
    const nobody = await compareVersionPair(ctx, await workflow(), { from: 1, to: 3, node: 'nobody' });
    expect(nobody).toMatchObject({ nodeFound: false, files: [] });
  });

  it('says which versions do not exist, and that two are the same', async () => {
    await publish('charge', putSkeleton);
    expect(await compareVersionPair(ctx, await workflow(), { from: 2, to: 9, node: null })).toEqual({
      kind: 'missing',
      versions: [9],
    });
    await restore(1, ['charge']);
    expect(await compareVersionPair(ctx, await workflow(), { from: 1, to: 3, node: null })).toMatchObject({
      identical: true,
      comparison: { nodes: [] },
      files: [],
    });
  });
});

describe('restoreVersion', () => {
  it('brings old policies back into text and config, as a version that says so and can be undone', async () => {
    await publish('charge', putSkeleton);
    const skeleton = await published('charge');
    await publish('charge', (policy) => withTries(policy, 9));
    const result = await restore(2, ['charge'], 'as it was');
    expect(result).toMatchObject({ ok: true, value: { workflowVersion: 4 } });
    expect(await published('charge')).toEqual(skeleton);
    const row = await database.db.workflowVersion.findUniqueOrThrow({
      where: { workflowId_version: { workflowId, version: 4 } },
    });
    expect(row).toMatchObject({
      restoredFrom: 2,
      note: 'as it was',
      changed: ['charge'],
      publishedBy: LOCAL_OWNER.name,
    });
    expect((await exportWorkflow(ctx, workflowId, 'definition'))?.content).toContain('maxAttempts: 3');
    expect((await restore(3, ['charge'])).ok).toBe(true);
    expect(valueAt(await published('charge'), ['retry', 'maxAttempts'])).toBe(9);
  });

  it("leaves the platform's keys, new nodes and nodes that are gone as they are now", async () => {
    await publish('charge', (policy) => withTries(policy, 9));
    const { text } = await database.db.workflow.findUniqueOrThrow({ where: { id: workflowId } });
    const brought = text.replace('type: http', 'type: grpc').replace('  - id: ship', '  - id: pack');
    await bring(brought, 2);
    const preview = await previewRestore(ctx, workflowId, { version: 1, node: null });
    expect(preview).toMatchObject({
      seenVersion: 3,
      same: 0,
      gone: [{ id: 'ship' }],
      fresh: [{ id: 'pack' }],
      nodes: [{ id: 'charge', name: 'Charge the card', problem: null, draft: null }],
    });
    expect(linesOf(preview?.nodes[0]?.files ?? [])).toContain('-      maxAttempts: 9');
    expect((await restore(1, ['charge'])).ok).toBe(true);
    const content = (await exportWorkflow(ctx, workflowId, 'definition'))?.content ?? '';
    expect(content).toContain('type: grpc');
    expect(content).toContain('- id: pack');
    expect(content).not.toContain('maxAttempts');
  });

  it('keeps the draft that somebody has open, against what it started from', async () => {
    await publish('charge', putSkeleton);
    const base = await published('charge');
    const mine = setAt(base, ['alert', 'silence'], '10m');
    const draft = { document: mine, base, baseVersion: 2, revision: 0, replaceEngineRetry: false };
    const nodeRowId = await rowOf('charge');
    await saveDraft(ctx, { nodeRowId, ...draft });
    const preview = await previewRestore(ctx, workflowId, { version: 1, node: null });
    expect(preview?.nodes[0]?.draft).toEqual({ by: LOCAL_OWNER.name, at: ctx.now });
    expect((await restore(1, ['charge'])).ok).toBe(true);
    const node = await getNode(ctx, nodeRowId);
    expect(node).toMatchObject({ version: 3, draft: { document: mine, base, baseVersion: 2, revision: 1 } });
  });

  it('ends a draft that says just what was restored', async () => {
    const first = await published('charge');
    await publish('charge', putSkeleton);
    const base = await published('charge');
    const draft = { document: first, base, baseVersion: 2, revision: 0, replaceEngineRetry: false };
    await saveDraft(ctx, { nodeRowId: await rowOf('charge'), ...draft });
    await restore(1, ['charge']);
    expect((await getNode(ctx, await rowOf('charge')))?.draft).toBeNull();
  });

  it('restores only the chosen nodes', async () => {
    await publish('charge', putSkeleton);
    await publish('ship', (policy) => ({ ...policy, owner: 'night-ops' }));
    expect(await restore(1, ['ship'])).toMatchObject({ ok: true, value: { nodes: [{ version: 3 }] } });
    expect(valueAt(await published('charge'), ['retry', 'maxAttempts'])).toBe(3);
    expect(await published('ship')).toEqual({});
  });

  it('tells of a publication in between and writes nothing', async () => {
    await publish('charge', putSkeleton);
    await publish('ship', (policy) => ({ ...policy, owner: 'night-ops' }));
    const text = (await exportWorkflow(ctx, workflowId, 'definition'))?.content;
    const result = await restore(1, ['charge'], undefined, 2);
    expect(result).toEqual({
      ok: false,
      error: { reason: 'published_meanwhile', version: 3, by: LOCAL_OWNER.name, at: ctx.now, nodes: ['ship'] },
    });
    expect((await exportWorkflow(ctx, workflowId, 'definition'))?.content).toBe(text);
  });

  it('lets one of several restorations from the same moment win', async () => {
    await publish('charge', putSkeleton);
    const results = await Promise.all([1, 2, 3, 4].map(() => restore(1, ['charge'], undefined, 2)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.filter((each) => !each.ok && each.error.reason === 'published_meanwhile')).toHaveLength(3);
  });

  it('names the node whose group is gone, and restores the others without it', async () => {
    await publish('charge', (policy) => ({ ...putSkeleton(policy), owner: 'night-ops' }));
    await publish('ship', (policy) => ({ ...policy, owner: 'order-ops' }));
    await publish('charge', (policy) => ({ ...policy, owner: 'order-ops' }));
    await publish('ship', () => ({}));
    await database.db.ownerGroup.delete({ where: { slug: 'night-ops' } });
    const preview = await previewRestore(ctx, workflowId, { version: 3, node: null });
    expect(preview?.nodes).toMatchObject([
      { id: 'charge', problem: { reason: 'policy_invalid', diagnostics: withCode('owner_unknown') }, files: [] },
      { id: 'ship', problem: null },
    ]);
    expect(linesOf(preview?.nodes[1]?.files ?? [])).toContain('+    owner: order-ops');
    const charge = await rowOf('charge');
    expect(await restore(3, ['charge', 'ship'])).toMatchObject({
      error: { reason: 'refused', nodes: [{ nodeRowId: charge, problem: { reason: 'policy_invalid' } }] },
    });
    expect(await published('ship')).toEqual({});
    expect((await restore(3, ['ship'])).ok).toBe(true);
    expect(await published('ship')).toEqual({ owner: 'order-ops' });
  });

  it('refuses what the idempotency gate refuses, in the preview already', async () => {
    const unsafe = TEXT.replace('idempotent: true }', 'idempotent: false, repeatable: false }').replace(
      '  - id: ship',
      '    retry: { maxAttempts: 3, backoff: fixed, initialInterval: 5s, maxInterval: 1m }\n  - id: ship',
    );
    const id = await bring(unsafe.replace('workflow: orders', 'workflow: unsafe'));
    const row = await database.db.node.findFirstOrThrow({ where: { workflowId: id, nodeId: 'charge' } });
    const rowId = nodeRowIdSchema.parse(row.id);
    const policy = setAt(policyPart((await getNode(ctx, rowId))?.config ?? {}), ['retry'], undefined);
    const once = { nodeRowId: rowId, document: policy, baseVersion: 1, replaceEngineRetry: false };
    expect(await publishPolicy(ctx, once)).toMatchObject({ ok: true });
    const preview = await previewRestore(ctx, id, { version: 1, node: 'charge' });
    expect(preview?.nodes).toMatchObject([
      { problem: { reason: 'policy_invalid', diagnostics: withCode('gate_refused') } },
    ]);
    const asked = { workflowId: id, version: 1, seenVersion: 2, nodeRowIds: [rowId] };
    expect(await restoreVersion(ctx, asked)).toMatchObject({ error: { reason: 'refused' } });
  });

  it('lets whoever restores a waiver vouch for it, and leaves one that holds already as it was signed', async () => {
    const waive = (policy: JsonObject, reason: string) =>
      setAt(putSkeleton(setAt(policy, ['actions', 0, 'idempotent'], undefined)), ['retry', 'waiver'], {
        ...{ by: 'x', at: 'x', reason },
      });
    const ann = { ...LOCAL_OWNER, name: 'Ann' };
    await publish('charge', (policy) => waive(policy, 'by phone'), undefined, { ...ctx, actor: ann });
    await publish('charge', (policy) => waive(policy, 'by mail'), undefined, { ...ctx, actor: ann });
    const later = { ...ctx, now: new Date('2026-11-05T00:00:00Z'), actor: { ...LOCAL_OWNER, name: 'Bo' } };
    const asked = { workflowId, version: 2, seenVersion: 3, nodeRowIds: [await rowOf('charge')] };
    const preview = await previewRestore(later, workflowId, { version: 2, node: null });
    expect(valueAt(preview?.nodes[0]?.after ?? {}, ['retry', 'waiver', 'by'])).toBe('Bo');
    expect((await restoreVersion(later, asked)).ok).toBe(true);
    const signed = { by: 'Bo', at: '2026-11-05T00:00:00.000Z', reason: 'by phone' };
    expect(valueAt(await published('charge'), ['retry', 'waiver'])).toEqual(signed);
    expect((await previewRestore(ctx, workflowId, { version: 2, node: null }))?.nodes).toEqual([]);
    await publish('charge', (policy) => withTries(policy, 7));
    expect((await restore(2, ['charge'])).ok).toBe(true);
    expect(valueAt(await published('charge'), ['retry', 'waiver'])).toEqual(signed);
  });

  it('says when there is nothing to restore, or no such version', async () => {
    await publish('charge', putSkeleton);
    expect(await restore(2, ['charge'])).toMatchObject({ error: { reason: 'unchanged' } });
    expect(await restore(99, ['charge'])).toMatchObject({ error: { reason: 'not_found' } });
    expect(await restore(1, ['charge'], undefined, 99)).toMatchObject({ error: { reason: 'not_found' } });
    expect(await previewRestore(ctx, workflowId, { version: 99, node: null })).toBeNull();
  });

  it('is refused to who may only read', async () => {
    const viewer: Ctx = { ...ctx, actor: { ...ctx.actor, role: 'viewer' } };
    const asked = { workflowId, version: 1, seenVersion: 1, nodeRowIds: [await rowOf('charge')] };
    await expect(restoreVersion(viewer, asked)).rejects.toThrow('policy.publish');
  });
});

/** Imports a text; `replaces` = the version that it takes the place of. */
async function bring(text: string, replaces?: number): Promise<WorkflowId> {
  const content = Buffer.from(text).toString('base64');
  const replace = replaces === undefined ? undefined : { workflowId, version: replaces };
  const imported = await importWorkflow(ctx, { fileName: 'orders.yaml', content, replace });
  if (!imported.ok) throw new Error(JSON.stringify(imported.error));
  return workflowIdSchema.parse(imported.value.workflowId);
}

async function workflow() {
  const found = await getVersionedWorkflow(ctx, workflowId);
  if (!found) throw new Error('no workflow');
  return found;
}

async function rowOf(nodeId: string): Promise<NodeRowId> {
  const row = await database.db.node.findFirstOrThrow({ where: { workflowId, nodeId } });
  return nodeRowIdSchema.parse(row.id);
}

async function published(nodeId: string): Promise<JsonObject> {
  return policyPart((await getNode(ctx, await rowOf(nodeId)))?.config ?? {});
}

async function publish(nodeId: string, edit: (policy: JsonObject) => JsonObject, note?: string, by: Ctx = ctx) {
  const node = await getNode(ctx, await rowOf(nodeId));
  const document = edit(policyPart(node?.config ?? {}));
  const baseVersion = node?.version ?? 0;
  const result = await publishPolicy(by, {
    ...{ nodeRowId: await rowOf(nodeId), document, baseVersion, replaceEngineRetry: false, note },
  });
  if (!result.ok) throw new Error(JSON.stringify(result.error));
}

async function restore(version: number, nodeIds: readonly string[], note?: string, seen?: number) {
  const nodeRowIds = await Promise.all(nodeIds.map(rowOf));
  const seenVersion = seen ?? (await workflow()).version;
  return restoreVersion(ctx, { workflowId, version, seenVersion, nodeRowIds, note });
}

function withCode(code: string): readonly Diagnostic[] {
  return expect.arrayContaining([expect.objectContaining({ code, severity: 'error' })]);
}

function withTries(policy: JsonObject, tries: number): JsonObject {
  return setAt(putSkeleton(policy), ['retry', 'maxAttempts'], tries);
}

function linesOf(files: readonly { hunks: readonly { lines: readonly string[] }[] }[]): string[] {
  return files.flatMap(({ hunks }) => hunks.flatMap(({ lines }) => lines));
}
