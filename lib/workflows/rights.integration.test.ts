import { beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '@/lib/accounts/context';
import type { Actor } from '@/lib/accounts/permissions';
import { nodeRowIdSchema, workflowIdSchema } from '@/lib/model/ids';
import type { JsonObject } from '@/lib/shared/json';
import { testContext } from '@/lib/testing/context';
import { importWorkflow, previewImport } from './import';
import { publishPolicy } from './publish';

const ctx = testContext();
const editor = (...groups: string[]): Actor => ({ id: 'e', name: 'Ed', role: 'editor', groups, via: 'session' });
const as = (actor: Actor): Ctx => ({ db: ctx.db, now: ctx.now, actor });

const file = (retry = 2, more = '') => `format: failpath/v1
workflow: rights
nodes:
  - id: paid
    type: http
    owner: payments
    actions: [{ id: charge, kind: http, idempotent: true }]
    retry: { maxAttempts: ${retry}, backoff: fixed, initialInterval: 5s, maxInterval: 5s }
  - id: nobodys
    type: http
    actions: [{ id: call, kind: http, idempotent: true }]
  - id: ghostly
    type: http
    owner: dissolved
    actions: [{ id: call, kind: http, idempotent: true }]
${more}`;
const brought = (text: string) => ({ fileName: 'rights.failpath.yaml', content: Buffer.from(text).toString('base64') });

beforeAll(async () => {
  for (const slug of ['payments', 'warehouse']) await ctx.db.ownerGroup.create({ data: { slug, name: slug } });
  expect(await importWorkflow(ctx, brought(file()))).toMatchObject({ ok: true });
});

async function publish(actor: Actor, nodeId: string, change: JsonObject) {
  const node = await ctx.db.node.findFirstOrThrow({ where: { nodeId } });
  const actions = [{ id: nodeId === 'paid' ? 'charge' : 'call', kind: 'http', idempotent: true }];
  const input = {
    nodeRowId: nodeRowIdSchema.parse(node.id),
    document: { actions, ...change },
    baseVersion: node.version,
    replaceEngineRetry: false,
    note: '',
  };
  const result = await publishPolicy(as(actor), input);
  const after = await ctx.db.node.findFirstOrThrow({ where: { nodeId } });
  return { result, raised: after.version - node.version };
}

const WAIVED = {
  actions: [{ id: 'call', kind: 'http' }],
  retry: {
    ...{ maxAttempts: 3, backoff: 'fixed', initialInterval: '5s', maxInterval: '5s' },
    waiver: { by: 'somebody', at: '2026-01-01T00:00:00Z', reason: 'not known, retry all the same' },
  },
};

describe('publishing', () => {
  it('is for the members of the owner group: others get a reason, and nothing changed', async () => {
    const foreign = await publish(editor('warehouse'), 'paid', { owner: 'payments', silence: '10m' });
    expect(foreign).toMatchObject({ result: { error: { reason: 'not_owner', owner: 'payments' } }, raised: 0 });
    // Not by taking the node over in the same stroke either.
    const taken = await publish(editor('warehouse'), 'paid', { owner: 'warehouse' });
    expect(taken).toMatchObject({ result: { error: { reason: 'not_owner' } }, raised: 0 });
    expect(await publish(editor('payments'), 'paid', { owner: 'payments', silence: '10m' })).toMatchObject({
      result: { ok: true },
      raised: 1,
    });
  });

  it('is for any editor where the node has no owner, also where its group does not exist', async () => {
    expect(await publish(editor(), 'nobodys', { silence: '10m' })).toMatchObject({ result: { ok: true } });
    expect(await publish(editor(), 'ghostly', { owner: 'warehouse' })).toMatchObject({ result: { ok: true } });
    expect(await publish(editor(), 'ghostly', { owner: 'warehouse', silence: '1h' })).toMatchObject({
      result: { error: { reason: 'not_owner', owner: 'warehouse' } },
    });
  });

  it('is for administrators everywhere', async () => {
    expect(await publish(ctx.actor, 'paid', { owner: 'payments', silence: '20m' })).toMatchObject({
      result: { ok: true },
    });
  });
});

describe('a waiver of the idempotency gate', () => {
  it('is signed by the owner group, under the name of who signs', async () => {
    const nobody = await publish(editor('payments'), 'nobodys', WAIVED);
    expect(nobody).toMatchObject({ result: { error: { reason: 'waiver_not_owner', owner: null } }, raised: 0 });
    const others = await publish(editor('payments'), 'nobodys', { ...WAIVED, owner: 'warehouse' });
    expect(others).toMatchObject({ result: { error: { reason: 'waiver_not_owner', owner: 'warehouse' } }, raised: 0 });
    expect(await publish(editor('payments'), 'nobodys', { ...WAIVED, owner: 'payments' })).toMatchObject({
      result: { ok: true },
    });
    const { config } = await ctx.db.node.findFirstOrThrow({ where: { nodeId: 'nobodys' } });
    expect(config).toMatchObject({ retry: { waiver: { by: 'Ed', at: ctx.now.toISOString() } } });
  });
});

describe('importing over what is there', () => {
  const replace = async (actor: Actor, text: string) => {
    const { id, version } = await ctx.db.workflow.findFirstOrThrow({ where: { key: 'rights' } });
    return importWorkflow(as(actor), {
      ...brought(text),
      replace: { workflowId: workflowIdSchema.parse(id), version },
      merge: false,
    });
  };

  it('never publishes for a group by the back door', async () => {
    expect(await replace(editor('warehouse'), file(9))).toMatchObject({
      error: { reason: 'not_owner', nodes: ['paid', 'nobodys'] },
    });
    const without = file().replace(/ {2}- id: paid[\s\S]*? {2}- id: nobodys/, '  - id: nobodys');
    expect(await replace(editor('warehouse'), without)).toMatchObject({ error: { reason: 'not_owner' } });
    expect(await replace(editor('payments', 'warehouse'), file(9))).toMatchObject({ ok: true });
  });

  it('brings no waiver that its owners have not signed', async () => {
    const waived = `  - id: late
    type: http
    owner: payments
    actions: [{ id: call, kind: http }]
    retry:
      maxAttempts: 3
      backoff: fixed
      initialInterval: 5s
      maxInterval: 5s
      waiver: { by: x, at: '2026-01-01T00:00:00Z', reason: none }
`;
    expect(await replace(editor('warehouse'), file(9, waived))).toMatchObject({
      error: { reason: 'waiver_not_owner', nodes: ['late'] },
    });
    expect(await replace(editor('payments'), file(9, waived))).toMatchObject({ ok: true });
  });

  it('brings no waiver for a node without owner, whoever brings it: nobody would bear it', async () => {
    const waived = file()
      .replace('workflow: rights', 'workflow: unsigned')
      .replace(
        /owner: payments[\s\S]*?retry: \{/,
        'actions: [{ id: call, kind: http }]\n    retry: { waiver: { by: x, at: y, reason: z },',
      );
    const refused = { error: { reason: 'waiver_not_owner', nodes: ['paid'] } };
    expect(await importWorkflow(as(editor('payments')), brought(waived))).toMatchObject(refused);
    expect(await importWorkflow(ctx, brought(waived))).toMatchObject(refused);
  });

  it("leaves alone how often the engine tries another group's node", async () => {
    const task = (MaxAttempts: number) => ({
      ...{ Type: 'Task', Resource: 'arn:aws:states:::sqs:sendMessage', End: true },
      Retry: ['States.Timeout', 'States.Permissions'].map((code, index) => {
        return { ErrorEquals: [code], IntervalSeconds: index + 1, MaxAttempts };
      }),
    });
    const machine = (tries: number) => ({
      fileName: 'engine.asl.json',
      content: Buffer.from(JSON.stringify({ StartAt: 'Send', States: { Send: task(tries) } })).toString('base64'),
      sidecar: Buffer.from(
        'format: failpath/v1\nsidecarOf: engine.asl.json\nworkflow: engine\nowner: payments\nnodes: []\n',
      ).toString('base64'),
    });
    expect(await importWorkflow(ctx, machine(3))).toMatchObject({ ok: true });
    const { id } = await ctx.db.workflow.findFirstOrThrow({ where: { owner: 'payments', dialect: 'asl' } });
    const again = { ...machine(9), replace: { workflowId: workflowIdSchema.parse(id), version: 1 } };
    expect(await importWorkflow(as(editor('warehouse')), again)).toMatchObject({
      error: { reason: 'not_owner', nodes: ['Send'] },
    });
    expect(await previewImport(as(editor('warehouse')), again)).toMatchObject({ value: { policyChanged: ['Send'] } });
    expect(await importWorkflow(as(editor('payments')), again)).toMatchObject({ ok: true });
  });
});
