import { beforeEach, describe, expect, it } from 'vitest';
import { type Ctx, ForbiddenError } from '@/lib/accounts/context';
import { nodeRowIdSchema } from '@/lib/model/ids';
import { policyPart } from '@/lib/policy/document';
import { setAt } from '@/lib/policy/edit';
import { testContext } from '@/lib/testing/context';
import type { BulkChange } from './bulk-change';
import { advanceBulk, cancelBulk, openBulk, startBulk, undoBulk } from './bulk-commands';
import { listBulkItems, previewBulkItem } from './bulk-item-queries';
import { bulkProgress, getBulk } from './bulk-queries';
import type { BulkMode } from './bulk-vocabulary';
import { saveDraft } from './drafts';
import { importWorkflow } from './import';
import { publishPolicy } from './publish';
import { fromJsonColumn } from './store';

const ctx = testContext();

const SAFE = '{ id: call, kind: http, idempotent: true }';
const ORDERS = `format: failpath/v1
workflow: orders
owner: order-ops
nodes:
  - id: safe     # stays
    actions: [${SAFE}]
  - id: unknown
    actions: [{ id: call, kind: http }]
  - id: owned
    owner: payments
    actions: [${SAFE}]
`;
const OTHER = `format: failpath/v1
workflow: other
nodes:
  - id: first
    alert: { silence: 1h }
  - id: second
`;
const MACHINE = JSON.stringify({
  StartAt: 'Call',
  States: {
    Call: { Type: 'Task', Resource: 'arn:aws:states:::lambda:invoke', Next: 'Done' },
    Done: { Type: 'Succeed' },
  },
});

const SILENCE: BulkChange = { kind: 'silence', silence: '1h' };
const RETRY: BulkChange = {
  kind: 'retry',
  retry: { maxAttempts: 4, backoff: 'linear', initialInterval: '10s', maxInterval: '1m' },
};

beforeEach(async () => {
  await ctx.db.bulkChange.deleteMany();
  await ctx.db.workflow.deleteMany();
  await ctx.db.ownerGroup.deleteMany();
  await ctx.db.ownerGroup.createMany({
    data: [
      { slug: 'order-ops', name: 'Order operations' },
      { slug: 'payments', name: 'Payments' },
    ],
  });
  await bring('orders.yaml', ORDERS);
  await bring('other.yaml', OTHER);
});

describe('openBulk', () => {
  it('changes nothing, and keeps the nodes in their order, each once', async () => {
    const before = await configs();
    const nodes = await chosen('second', 'safe', 'second', 'first');
    const id = await opened([SILENCE], nodes);
    const items = await listBulkItems(ctx, { id, phase: 'preview', show: null, page: 1 });
    expect(items.map(({ name }) => name)).toEqual(['second', 'safe', 'first']);
    expect(await configs()).toEqual(before);
  });

  it('refuses what holds for no node, at its place, and groups that nobody made', async () => {
    const nodes = await chosen('safe');
    const open = (change: BulkChange) => openBulk(ctx, { changes: [change], nodes });
    expect(await open({ kind: 'silence', silence: '2s' })).toMatchObject({
      error: { reason: 'policy_invalid', diagnostics: [{ code: 'silence_range', path: ['alert', 'silence'] }] },
    });
    expect(await open({ kind: 'owner', owner: 'nobody' })).toMatchObject({
      error: { diagnostics: [{ code: 'owner_unknown', path: ['owner'], values: { slug: 'nobody' } }] },
    });
  });

  it('says when none of the nodes is there any more', async () => {
    const nodes = await chosen('safe');
    await ctx.db.workflow.deleteMany();
    expect(await openBulk(ctx, { changes: [SILENCE], nodes })).toEqual({
      ok: false,
      error: { reason: 'nothing_there' },
    });
  });

  it('is for who may edit', async () => {
    const viewer: Ctx = { ...asEditor([]), actor: { ...ctx.actor, role: 'viewer' } };
    await expect(openBulk(viewer, { changes: [SILENCE], nodes: await chosen('safe') })).rejects.toThrow(ForbiddenError);
  });
});

describe('the preview', () => {
  it('says of every node what would become of it, and why', async () => {
    await bring('machine.json', MACHINE);
    await draftOn('second');
    const nodes = await chosen('safe', 'unknown', 'owned', 'first', 'second', 'Call', 'Done');
    await publishOn('first', { alert: { silence: '2h' } });
    const id = await opened([RETRY, SILENCE], nodes);
    await advanceBulk(ctx, { id });
    expect(await standings(id)).toEqual({
      ...{ safe: 'changes', unknown: 'refused', owned: 'changes', first: 'changed', second: 'draft' },
      ...{ Call: 'refused', Done: 'cannot' },
    });
    const [safe, unknown] = await listBulkItems(ctx, { id, phase: 'preview', show: null, page: 1 });
    expect(safe?.changes.map(({ label }) => label.key)).toEqual([
      ...['change.label.retry', 'change.label.retryOn', 'change.label.onExhausted', 'change.label.silence'],
    ]);
    expect(unknown?.refusal).toMatchObject({ reason: 'policy_invalid', diagnostics: [{ code: 'gate_unknown' }] });
    expect(await bulkProgress(ctx, id)).toMatchObject({
      ...{ phase: 'preview', total: 7, done: 7, flags: { loses: 0, shares: 0 } },
      counts: { changes: 2, refused: 2, changed: 1, draft: 1, cannot: 1 },
    });
  });

  it('finds what an engine cannot say', async () => {
    await bring('machine.json', MACHINE);
    const id = await opened([SILENCE], await chosen('safe', 'Call'));
    await advanceBulk(ctx, { id });
    expect(await bulkProgress(ctx, id)).toMatchObject({ counts: { changes: 2 }, flags: { loses: 1, shares: 0 } });
    const lossy = await listBulkItems(ctx, { id, phase: 'preview', show: 'loses', page: 1 });
    expect(lossy.map(({ name }) => name)).toEqual(['Call']);
    expect(lossy[0]?.losses.length).toBeGreaterThan(0);
  });

  it('knows whose rights are missing, for each person who looks', async () => {
    const id = await opened([SILENCE], await chosen('safe', 'owned', 'second'));
    await advanceBulk(ctx, { id });
    const orders = asEditor(['order-ops']);
    expect(await bulkProgress(ctx, id)).toMatchObject({ counts: { changes: 3 } });
    expect(await bulkProgress(orders, id)).toMatchObject({ counts: { changes: 2, refused: 1 } });
    const [refused] = await listBulkItems(orders, { id, phase: 'preview', show: 'refused', page: 1 });
    expect(refused).toMatchObject({ name: 'owned', refusal: { reason: 'not_owner', owner: 'Payments' } });
  });

  it('works out again what is of another time', async () => {
    const id = await opened([SILENCE], await chosen('safe', 'second'));
    await advanceBulk(ctx, { id });
    await draftOn('second');
    expect(await bulkProgress(ctx, id)).toMatchObject({ total: 2, done: 1 });
    await advanceBulk(ctx, { id });
    expect(await bulkProgress(ctx, id)).toMatchObject({ total: 2, done: 2, counts: { changes: 1, draft: 1 } });
  });

  it('shows one node in sentences and in lines', async () => {
    const id = await opened([RETRY], await chosen('safe'));
    const [item] = await listBulkItems(ctx, { id, phase: 'preview', show: null, page: 1 });
    const preview = await previewBulkItem(ctx, { id: item?.id ?? '' });
    expect(preview?.sentences.map(({ key }) => key)).toContain('sentence.retry');
    expect(JSON.stringify(preview?.files)).toContain('maxAttempts: 4');
  });
});

describe('publishing', () => {
  it('publishes each workflow once, says what became of each node, and reads it back', async () => {
    const nodes = await chosen('safe', 'unknown', 'owned', 'first', 'second');
    const id = await opened([{ kind: 'owner', owner: 'payments' }, RETRY], nodes);
    await publishOn('second', { owner: 'order-ops' });
    await run(id, 'publish', 'for all');
    expect(await results(id)).toEqual({
      ...{ safe: 'published', unknown: 'refused', owned: 'published', first: 'published', second: 'changed' },
    });
    const now = await configs();
    expect(now.safe).toMatchObject({ owner: 'payments', retry: { maxAttempts: 4, backoff: 'linear' } });
    expect(now.owned).toMatchObject({ owner: 'payments', retry: { maxAttempts: 4 } });
    expect(now.first).toMatchObject({ owner: 'payments', alert: { silence: '1h' } });
    expect(now.second).toEqual({ owner: 'order-ops' });
    expect(now.unknown).toEqual({ actions: [{ id: 'call', kind: 'http' }] });
    const versions = await ctx.db.workflowVersion.findMany({ orderBy: [{ publishedAt: 'asc' }, { version: 'asc' }] });
    const ours = versions.filter(({ note }) => note === 'for all');
    expect(ours.map(({ changed }) => [...changed].sort())).toEqual(
      expect.arrayContaining([['owned', 'safe'], ['first']]),
    );
    expect(ours).toHaveLength(2);
    const [refused] = await listBulkItems(ctx, { id, phase: 'results', show: 'refused', page: 1 });
    expect(refused?.refusal).toMatchObject({ reason: 'policy_invalid', diagnostics: [{ code: 'gate_unknown' }] });
    const orders = await ctx.db.workflow.findFirstOrThrow({ where: { key: 'orders' } });
    expect(orders.text).toContain('# stays');
  });

  it('refuses what belongs to others, by the rights of whoever goes on', async () => {
    const id = await opened([SILENCE], await chosen('safe', 'owned', 'second'));
    const editor = asEditor(['order-ops']);
    await startBulk(editor, { id, mode: 'publish' });
    await through(id, editor);
    expect(await results(id)).toEqual({ safe: 'published', owned: 'refused', second: 'published' });
    const [owned] = await listBulkItems(editor, { id, phase: 'results', show: 'refused', page: 1 });
    expect(owned?.refusal).toEqual({ reason: 'not_owner', owner: 'Payments' });
  });

  it('lets others go on with what they may publish, and leaves the rest to the one who began', async () => {
    const id = await opened([SILENCE], await chosen('safe', 'owned', 'second'));
    await advanceBulk(ctx, { id });
    await startBulk(ctx, { id, mode: 'publish' });
    await advanceBulk({ ...asEditor(['payments']), actor: { ...asEditor(['payments']).actor, name: 'Bo' } }, { id });
    expect(await results(id)).toEqual({ safe: 'waiting', owned: 'published', second: 'published' });
    await through(id);
    expect(await results(id)).toEqual({ safe: 'published', owned: 'published', second: 'published' });
  });

  it('does nothing twice, whoever is at it at once', async () => {
    const id = await opened([SILENCE], await chosen('safe', 'owned', 'second'));
    await startBulk(ctx, { id, mode: 'publish' });
    await Promise.all(Array.from({ length: 4 }, () => through(id)));
    expect(await results(id)).toEqual({ safe: 'published', owned: 'published', second: 'published' });
    expect(await ctx.db.workflow.findMany({ select: { version: true } })).toEqual([{ version: 2 }, { version: 2 }]);
    expect(await startBulk(ctx, { id, mode: 'publish' })).toEqual({ ok: false, error: { reason: 'not_now' } });
  });

  it('is taken up again when a process died on it, and given up when it dies each time', async () => {
    const id = await opened([SILENCE], await chosen('safe', 'second'));
    await startBulk(ctx, { id, mode: 'publish' });
    const second = { bulkId: id, name: 'second' };
    await ctx.db.bulkItem.updateMany({
      where: { bulkId: id },
      data: { claimedUntil: new Date('2100-01-01'), tries: 1 },
    });
    await advanceBulk(ctx, { id });
    expect(await results(id)).toEqual({ safe: 'waiting', second: 'waiting' });
    await ctx.db.bulkItem.updateMany({ where: { bulkId: id }, data: { claimedUntil: new Date('2000-01-01') } });
    await ctx.db.bulkItem.updateMany({ where: second, data: { tries: 3 } });
    await through(id);
    expect(await results(id)).toEqual({ safe: 'published', second: 'refused' });
  });

  it('is stopped: what is done stays, the rest is not begun', async () => {
    const id = await opened([SILENCE], await chosen('safe', 'second'));
    await startBulk(ctx, { id, mode: 'publish' });
    expect(await cancelBulk(ctx, { id })).toMatchObject({ value: { cancelled: true, total: 2, done: 2 } });
    await through(id);
    expect(await results(id)).toEqual({ safe: 'cancelled', second: 'cancelled' });
    expect((await configs()).safe).not.toHaveProperty('alert');
    expect(await cancelBulk(ctx, { id })).toEqual({ ok: false, error: { reason: 'not_now' } });
  });

  it('is one entry of the audit per publication, and one for what was begun', async () => {
    const last = await ctx.db.auditEntry.aggregate({ _max: { id: true } });
    const id = await opened([SILENCE], await chosen('safe', 'owned', 'second'));
    await run(id, 'publish');
    await undoBulk(ctx, { id });
    await through(id);
    const entries = await ctx.db.auditEntry.findMany({
      where: { id: { gt: last._max.id ?? 0n } },
      orderBy: { id: 'asc' },
    });
    expect(entries.map(({ action }) => action)).toEqual([
      ...['bulk.start', 'policy.bulk', 'policy.bulk', 'bulk.undo', 'policy.bulk_undo', 'policy.bulk_undo'],
    ]);
    expect(entries[0]).toMatchObject({
      subjectKind: 'bulk',
      subjectName: 'safe +2',
      after: { mode: 'publish', nodes: 3 },
    });
    expect(entries[1]?.after).toMatchObject({ bulk: id });
  });
});

describe('undoing', () => {
  it('puts each policy back as it was, where nobody changed it since', async () => {
    const before = await configs();
    const id = await opened([RETRY, SILENCE], await chosen('safe', 'owned', 'first', 'second'));
    await run(id, 'publish');
    await publishOn('owned', { actions: [], alert: { silence: '3h' } });
    await draftOn('first');
    expect(await undoBulk(ctx, { id })).toMatchObject({ value: { phase: 'undo', total: 4, done: 0 } });
    await through(id);
    expect(await results(id, 'undo')).toEqual({
      safe: 'restored',
      owned: 'changed',
      first: 'draft',
      second: 'restored',
    });
    const now = await configs();
    expect(now).toMatchObject({ safe: before.safe, second: before.second, owned: { alert: { silence: '3h' } } });
    expect(now.first).toMatchObject({ retry: { maxAttempts: 4 } });
    expect(await undoBulk(ctx, { id })).toEqual({ ok: false, error: { reason: 'not_now' } });
  });

  it('is not to be had while something waits, or where nothing was done', async () => {
    const id = await opened([SILENCE], await chosen('safe'));
    expect(await undoBulk(ctx, { id })).toEqual({ ok: false, error: { reason: 'not_now' } });
    await startBulk(ctx, { id, mode: 'publish' });
    expect(await undoBulk(ctx, { id })).toEqual({ ok: false, error: { reason: 'not_now' } });
    await cancelBulk(ctx, { id });
    expect(await undoBulk(ctx, { id })).toEqual({ ok: false, error: { reason: 'not_now' } });
  });
});

describe('keeping as drafts', () => {
  it('keeps a draft on each node, refused by the gate or not, and throws untouched ones away again', async () => {
    const id = await opened([RETRY], await chosen('safe', 'unknown', 'first', 'second'));
    await draftOn('second');
    await run(id, 'draft');
    expect(await results(id)).toEqual({ safe: 'drafted', unknown: 'drafted', first: 'drafted', second: 'draft' });
    const draft = await ctx.db.nodeDraft.findFirstOrThrow({ where: { node: { nodeId: 'unknown' } } });
    expect(draft).toMatchObject({ revision: 1, updatedBy: 'Ann', document: { retry: { maxAttempts: 4 } } });
    await draftOn('first', 1);
    await undoBulk(ctx, { id });
    await through(id);
    expect(await results(id, 'undo')).toEqual({ safe: 'discarded', unknown: 'discarded', first: 'draft' });
    const left = await ctx.db.nodeDraft.findMany({ select: { node: { select: { nodeId: true } } } });
    expect(left.map(({ node }) => node.nodeId).sort()).toEqual(['first', 'second']);
  });
});

it('what is gone meanwhile is said', async () => {
  const id = await opened([SILENCE], await chosen('safe', 'second'));
  await ctx.db.workflow.deleteMany({ where: { key: 'other' } });
  await advanceBulk(ctx, { id });
  expect(await standings(id)).toEqual({ safe: 'changes', second: 'gone' });
  await run(id, 'publish');
  expect(await results(id)).toEqual({ safe: 'published', second: 'gone' });
  expect(await getBulk(ctx, id)).toMatchObject({ phase: 'results', done: 2, counts: { published: 1, gone: 1 } });
});

async function bring(fileName: string, text: string): Promise<void> {
  const imported = await importWorkflow(ctx, { fileName, content: Buffer.from(text).toString('base64') });
  expect(imported.ok).toBe(true);
}

function asEditor(groups: readonly string[]): Ctx {
  return { db: ctx.db, now: ctx.now, actor: { ...ctx.actor, role: 'editor', groups } };
}

async function chosen(...nodeIds: string[]) {
  const rows = await ctx.db.node.findMany({ select: { id: true, nodeId: true, version: true } });
  return nodeIds.flatMap((nodeId) =>
    rows
      .filter((row) => row.nodeId === nodeId)
      .map(({ id, version }) => ({ nodeRowId: nodeRowIdSchema.parse(id), version })),
  );
}

async function opened(changes: BulkChange[], nodes: Awaited<ReturnType<typeof chosen>>): Promise<string> {
  const result = await openBulk(ctx, { changes, nodes });
  if (!result.ok) throw new Error(result.error.reason);
  return result.value.id;
}

async function run(id: string, mode: BulkMode, note?: string): Promise<void> {
  expect((await startBulk(ctx, { id, mode, note })).ok).toBe(true);
  await through(id);
}

async function through(id: string, as: Ctx = ctx): Promise<void> {
  for (let turn = 0; turn < 20; turn++) {
    const progress = await advanceBulk(as, { id });
    if (!progress.ok || progress.value.done === progress.value.total) return;
  }
}

async function standings(id: string) {
  const items = await listBulkItems(ctx, { id, phase: 'preview', show: null, page: 1 });
  return Object.fromEntries(items.map(({ name, standing }) => [name, standing]));
}

async function results(id: string, phase: 'results' | 'undo' = 'results') {
  const items = await listBulkItems(ctx, { id, phase, show: null, page: 1 });
  return Object.fromEntries(items.map(({ name, standing }) => [name, standing]));
}

async function configs() {
  const rows = await ctx.db.node.findMany({ select: { nodeId: true, config: true } });
  return Object.fromEntries(rows.map(({ nodeId, config }) => [nodeId, policyPart(fromJsonColumn(config))]));
}

async function draftOn(nodeId: string, revision = 0): Promise<void> {
  const node = await ctx.db.node.findFirstOrThrow({ where: { nodeId } });
  const base = policyPart(fromJsonColumn(node.config));
  const saved = await saveDraft(ctx, {
    ...{ nodeRowId: nodeRowIdSchema.parse(node.id), base, baseVersion: node.version, revision },
    ...{ document: setAt(base, ['alert', 'silence'], '7h'), replaceEngineRetry: false },
  });
  expect(saved.ok).toBe(true);
}

async function publishOn(nodeId: string, document: Parameters<typeof publishPolicy>[1]['document']): Promise<void> {
  const node = await ctx.db.node.findFirstOrThrow({ where: { nodeId } });
  const published = await publishPolicy(ctx, {
    ...{ nodeRowId: nodeRowIdSchema.parse(node.id), baseVersion: node.version, document, replaceEngineRetry: false },
  });
  expect(published.ok).toBe(true);
}
