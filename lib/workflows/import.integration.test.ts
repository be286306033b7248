import { beforeEach, describe, expect, it } from 'vitest';
import { testContext } from '@/lib/testing/context';
import { saveDraft } from './drafts';
import { discardRejectedImport, type ImportPreview, type ImportRefusal, importWorkflow, previewImport } from './import';
import { publishPolicy } from './publish';
import { exportWorkflow, getRejectedImport, getWorkflow, listRejectedImports, listWorkflows } from './queries';
import { importSchema, publishSchema, saveDraftSchema } from './schema';

const RECORD =
  '[node_id, attempt, error_code, error_message, payload_hash, first_failed_at, last_failed_at, final_action]';
const V1 = `format: failpath/v1
workflow: orders
name: Orders
owner: order-ops
nodes:
  - id: charge   # the expensive one
    name: Charge the card
    type: http
    x-platform: { keep: me }
    next: [ship]
    retry: { maxAttempts: 3, backoff: fixed, initialInterval: 5s, maxInterval: 5s }
    onExhausted: { action: manual, record: ${RECORD} }
  - id: ship
    name: Ship
    type: http
  - id: thank
    name: Thank
    type: http
`;
const V2 = V1.replace('maxAttempts: 3', 'maxAttempts: 5')
  .replace('name: Ship\n', 'name: Ship it\n')
  .replace(/ {2}- id: thank[\s\S]*$/, '  - id: invoice\n    name: Invoice\n    type: http\n');

const ctx = testContext();
beforeEach(async () => {
  await ctx.db.workflow.deleteMany();
  await ctx.db.rejectedImport.deleteMany();
});

const file = (text: string | Uint8Array, fileName = 'orders.failpath.yaml', more: object = {}) =>
  importSchema.parse({ fileName, content: Buffer.from(text).toString('base64'), ...more });

async function imported(text: string): Promise<string> {
  const result = await importWorkflow(ctx, file(text));
  if (!result.ok) throw new Error(result.error.reason);
  return result.value.workflowId;
}

async function previewed(text: string): Promise<ImportPreview> {
  const result = await previewImport(ctx, file(text));
  if (!result.ok) throw new Error(result.error.reason);
  return result.value;
}

type Refusal<R> = Extract<ImportRefusal, { reason: R }>;

async function refusedAs<R extends ImportRefusal['reason']>(
  input: ReturnType<typeof file>,
  reason: R,
): Promise<Refusal<R>> {
  const result = await importWorkflow(ctx, input);
  const isIt = (error: ImportRefusal): error is Refusal<R> => error.reason === reason;
  if (result.ok || !isIt(result.error)) throw new Error(`expected ${reason}, got ${JSON.stringify(result)}`);
  return result.error;
}

const draft = (nodeRowId: string, document: object) =>
  saveDraft(ctx, saveDraftSchema.parse({ nodeRowId, document, base: {}, baseVersion: 1, revision: 0 }));

const versionsOf = (workflowId: string) =>
  ctx.db.workflowVersion.findMany({ where: { workflowId }, orderBy: { version: 'desc' } });
const nodeOf = (nodeId: string) => ctx.db.node.findFirstOrThrow({ where: { nodeId } });

describe('a new workflow', () => {
  it('is previewed without writing anything', async () => {
    const preview = await previewed(V1);
    expect(preview).toMatchObject({ kind: 'new', dialect: 'failpath', key: 'orders', name: 'Orders' });
    expect(preview.nodes.map((node) => node.id)).toEqual(['charge', 'ship', 'thank']);
    expect(await listWorkflows(ctx)).toEqual([]);
  });

  it('is kept with its nodes and its first version', async () => {
    const id = await imported(V1);
    expect(await listWorkflows(ctx)).toMatchObject([{ id, key: 'orders', owner: 'order-ops', version: 1, nodes: 3 }]);
    expect(await versionsOf(id)).toMatchObject([
      { version: 1, publishedBy: 'Ann', publishedAt: ctx.now, changed: ['charge', 'ship', 'thank'] },
    ]);
    const { config } = await nodeOf('charge');
    expect(config).toMatchObject({ 'x-platform': { keep: 'me' }, retry: { maxAttempts: 3, initialInterval: '5s' } });
  });

  it('is made once when two people import it at the same time', async () => {
    const results = await Promise.all([importWorkflow(ctx, file(V1)), importWorkflow(ctx, file(V1))]);
    expect(results.filter((result) => result.ok)).toHaveLength(1);
    expect(await ctx.db.workflow.count()).toBe(1);
    expect(await ctx.db.node.count()).toBe(3);
  });
});

describe('the same workflow again', () => {
  it('is recognised when not a byte differs', async () => {
    const workflowId = await imported(V1);
    expect(await previewed(V1)).toMatchObject({ kind: 'same', workflowId });
    expect(await refusedAs(file(V1), 'same')).toEqual({ reason: 'same', workflowId });
  });

  it('says what would change, node by node', async () => {
    const workflowId = await imported(V1);
    expect(await previewed(V2)).toMatchObject({
      kind: 'replaces',
      workflowId,
      version: 1,
      added: ['invoice'],
      removed: ['thank'],
      policyChanged: ['charge'],
      otherwiseChanged: ['ship'],
      draftsAtRisk: [],
      keepsSidecar: false,
    });
    expect(await refusedAs(file(V2), 'exists')).toEqual({ reason: 'exists', workflowId, version: 1 });
    expect((await exportWorkflow(ctx, workflowId, 'definition'))?.content).toBe(V1);
  });

  it('replaces the version that was confirmed, and keeps the older one in the history', async () => {
    const workflowId = await imported(V1);
    const before = await nodeOf('charge');
    const result = await importWorkflow(ctx, file(V2, 'orders-2.yaml', { replace: { workflowId, version: 1 } }));
    expect(result).toEqual({ ok: true, value: { workflowId } });
    const workflow = await getWorkflow(ctx, workflowId);
    expect(workflow).toMatchObject({ version: 2, text: V2, fileName: 'orders-2.yaml' });
    expect((await versionsOf(workflowId)).map(({ version, changed }) => ({ version, changed }))).toEqual([
      { version: 2, changed: ['charge', 'ship', 'invoice'] },
      { version: 1, changed: ['charge', 'ship', 'thank'] },
    ]);
    const after = await nodeOf('charge');
    expect(after).toMatchObject({ id: before.id, version: 2, config: { retry: { maxAttempts: 5 } } });
    expect(await ctx.db.node.count({ where: { nodeId: 'thank' } })).toBe(0);
    const first = await ctx.db.workflowVersion.findUniqueOrThrow({
      where: { workflowId_version: { workflowId, version: 1 } },
    });
    expect(first.text).toBe(V1);
  });

  it('is refused when somebody published since the preview', async () => {
    const workflowId = await imported(V1);
    const node = await nodeOf('ship');
    await ctx.db.ownerGroup.create({ data: { slug: 'night-crew', name: 'Night crew' } });
    const published = await publishPolicy(
      ctx,
      publishSchema.parse({ nodeRowId: node.id, document: { owner: 'night-crew' }, baseVersion: 1 }),
    );
    expect(published.ok).toBe(true);
    await refusedAs(file(V2, undefined, { replace: { workflowId, version: 1 } }), 'changed_meanwhile');
    expect(await getWorkflow(ctx, workflowId)).toMatchObject({ version: 2 });
    expect((await nodeOf('ship')).config).toMatchObject({ owner: 'night-crew' });
  });

  it('is refused when the workflow that was to be replaced is gone', async () => {
    const workflowId = await imported(V1);
    await ctx.db.workflow.deleteMany();
    await refusedAs(file(V2, undefined, { replace: { workflowId, version: 1 } }), 'changed_meanwhile');
    expect(await listWorkflows(ctx)).toEqual([]);
  });

  it('never takes an unpublished draft away', async () => {
    const workflowId = await imported(V1);
    await draft((await nodeOf('thank')).id, { owner: 'someone' });
    expect(await previewed(V2)).toMatchObject({ draftsAtRisk: ['thank'] });
    const refusal = await refusedAs(file(V2, undefined, { replace: { workflowId, version: 1 } }), 'drafts_at_risk');
    expect(refusal.nodes).toEqual(['thank']);
    expect(await ctx.db.nodeDraft.count()).toBe(1);
    expect(await getWorkflow(ctx, workflowId)).toMatchObject({ version: 1 });
  });

  it('keeps the draft of a node that stays', async () => {
    const workflowId = await imported(V1);
    await draft((await nodeOf('charge')).id, { owner: 'someone' });
    const result = await importWorkflow(ctx, file(V2, undefined, { replace: { workflowId, version: 1 } }));
    expect(result.ok).toBe(true);
    expect(await ctx.db.nodeDraft.findFirst()).toMatchObject({ baseVersion: 1, document: { owner: 'someone' } });
  });
});

describe('a workflow with a sidecar', () => {
  const asl = (comment: string, seconds: number) =>
    JSON.stringify(
      {
        Comment: comment,
        StartAt: 'Charge',
        States: {
          Charge: {
            Type: 'Task',
            Resource: 'arn:aws:states:::http:invoke',
            Retry: [{ ErrorEquals: ['States.Timeout'], IntervalSeconds: seconds, MaxAttempts: 2, MaxDelaySeconds: 60 }],
            End: true,
          },
        },
      },
      null,
      2,
    );
  const SIDECAR = `format: failpath/v1
sidecarOf: orders.asl.json
workflow: orders
nodes:
  - id: Charge
    retry:
      { maxAttempts: 3, backoff: exponential, initialInterval: 5s, maxInterval: 1m, retryOn: [timeout] }
    owner: payments-ops
    alert: { silence: 45m }
`;
  const aslFile = (text: string, more: object = {}) => file(text, 'orders.asl.json', more);
  const sidecar = Buffer.from(SIDECAR).toString('base64');

  it('takes both files together, and gives both back as they came', async () => {
    const result = await importWorkflow(ctx, aslFile(asl('one', 5), { sidecar }));
    const id = result.ok ? result.value.workflowId : '';
    expect((await nodeOf('Charge')).config).toMatchObject({ owner: 'payments-ops', alert: { silence: '45m' } });
    expect(await exportWorkflow(ctx, id, 'definition')).toMatchObject({ mediaType: 'application/json' });
    expect(await exportWorkflow(ctx, id, 'sidecar')).toMatchObject({
      fileName: 'orders.asl.failpath.yaml',
      mediaType: 'application/yaml',
      content: SIDECAR,
    });
    expect((await getWorkflow(ctx, id))?.losses.length).toBeGreaterThan(0);
  });

  it('keeps the sidecar when only a new definition is brought', async () => {
    await importWorkflow(ctx, aslFile(asl('one', 5), { sidecar }));
    const preview = await previewImport(ctx, aslFile(asl('two', 5)));
    if (!preview.ok || preview.value.kind !== 'replaces') throw new Error('expected a replacement');
    expect(preview.value).toMatchObject({ keepsSidecar: true, policyChanged: [], removed: [] });
    const { workflowId, version } = preview.value;
    const result = await importWorkflow(ctx, aslFile(asl('two', 5), { replace: { workflowId, version } }));
    expect(result.ok).toBe(true);
    expect(await getWorkflow(ctx, workflowId)).toMatchObject({ version: 2, sidecar: SIDECAR });
    expect((await nodeOf('Charge')).config).toMatchObject({ owner: 'payments-ops', alert: { silence: '45m' } });
  });

  it('sees the same file without its sidecar as the same', async () => {
    await importWorkflow(ctx, aslFile(asl('one', 5), { sidecar }));
    await refusedAs(aslFile(asl('one', 5)), 'same');
  });

  it('shows a changed sidecar as a changed policy', async () => {
    await importWorkflow(ctx, aslFile(asl('one', 5), { sidecar }));
    const other = Buffer.from(SIDECAR.replace('45m', '1h')).toString('base64');
    const preview = await previewImport(ctx, aslFile(asl('one', 5), { sidecar: other }));
    expect(preview).toMatchObject({
      ok: true,
      value: { kind: 'replaces', policyChanged: ['Charge'], keepsSidecar: false },
    });
  });
});

describe('a file that cannot be read', () => {
  it('is kept once, byte for byte, with the reason and its place', async () => {
    const bytes = Buffer.concat([Buffer.from('format: failpath/v1\nname: '), Buffer.from([0xb6, 0xa9, 0xb5, 0xa5])]);
    const refusal = await refusedAs(file(bytes, 'gbk.yaml'), 'unreadable');
    expect(refusal).toMatchObject({
      file: 'definition',
      diagnostics: [{ code: 'not_utf8', place: { line: 2, column: 7 } }],
    });
    await previewImport(ctx, file(bytes, 'gbk.yaml'));
    expect(await listRejectedImports(ctx)).toMatchObject([
      { id: refusal.rejectedId, fileName: 'gbk.yaml', bytes: bytes.length, diagnostics: refusal.diagnostics },
    ]);
    const kept = await getRejectedImport(ctx, refusal.rejectedId);
    expect(kept && Buffer.from(kept.content).equals(bytes)).toBe(true);
    await discardRejectedImport(ctx, { id: refusal.rejectedId });
    expect(await listRejectedImports(ctx)).toEqual([]);
  });

  it.each([
    ['too large', 'x'.repeat(20 * 1024 * 1024), 'file_too_large'],
    ['empty', '', 'file_empty'],
    ['of no format that we know', 'shopping: [milk]\n', 'format_unknown'],
    ['without a single node', 'format: failpath/v1\nworkflow: w\nnodes: []\n', 'no_nodes'],
  ])('says so when it is %s', async (_, text, code) => {
    const { diagnostics } = await refusedAs(file(text), 'unreadable');
    expect(diagnostics).toMatchObject([{ code, severity: 'error' }]);
    expect(await listWorkflows(ctx)).toEqual([]);
  });

  it('says that it is the sidecar, and keeps that', async () => {
    const sidecar = Buffer.from([0xff, 0xfe, 0x41]).toString('base64');
    const refusal = await refusedAs(file(V1, 'orders.json', { sidecar }), 'unreadable');
    expect(refusal.file).toBe('sidecar');
    expect(await listRejectedImports(ctx)).toMatchObject([{ fileName: 'orders.failpath.yaml', bytes: 3 }]);
  });
});

describe('nothing by halves', () => {
  it('leaves no trace when the database refuses a row in the middle', async () => {
    await ctx.db.$executeRaw`
      alter table node add constraint no_invoice check (node_id <> 'invoice')`;
    try {
      const workflowId = await imported(V1);
      await expect(importWorkflow(ctx, file(V2, undefined, { replace: { workflowId, version: 1 } }))).rejects.toThrow();
      expect(await getWorkflow(ctx, workflowId)).toMatchObject({ version: 1, text: V1 });
      expect(await nodeOf('charge')).toMatchObject({ version: 1, config: { retry: { maxAttempts: 3 } } });
      expect(await ctx.db.node.count({ where: { nodeId: 'thank' } })).toBe(1);
    } finally {
      await ctx.db.$executeRaw`alter table node drop constraint no_invoice`;
    }
  });

  it('takes the healthy nodes when one is faulty, and says where', async () => {
    const text = V1.replace('maxAttempts: 3', 'maxAttempts: 0');
    const preview = await previewed(text);
    expect(preview.nodes).toHaveLength(3);
    const [finding] = preview.diagnostics;
    expect(finding).toMatchObject({ severity: 'error', nodeId: 'charge', place: { line: 11 } });
    await imported(text);
    expect(await ctx.db.node.count()).toBe(3);
  });
});

describe('export', () => {
  it.each([
    ['as it stands', V1],
    ['a byte order mark', `\uFEFF${V1}`],
    ['Windows line ends and no final one', V1.replaceAll('\n', '\r\n').trimEnd()],
    ['Chinese, emoji and a combining mark', V1.replace('name: Orders', 'name: "订单 🚚 e\u0301"')],
  ])('gives an untouched file back byte for byte: %s', async (_, text) => {
    const id = await imported(text);
    const exported = await exportWorkflow(ctx, id, 'definition');
    expect(exported).toMatchObject({ fileName: 'orders.failpath.yaml', mediaType: 'application/yaml', version: 1 });
    expect(Buffer.from(exported?.content ?? '').equals(Buffer.from(text))).toBe(true);
    expect(await exportWorkflow(ctx, id, 'sidecar')).toBeNull();
  });

  it('knows nothing of ids that are none', async () => {
    expect(await exportWorkflow(ctx, 'nonsense', 'definition')).toBeNull();
    expect(await exportWorkflow(ctx, '7c9e6679-7425-40de-944b-e07fc1f90ae7', 'definition')).toBeNull();
  });
});
