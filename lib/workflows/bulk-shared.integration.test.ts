import { beforeEach, expect, it } from 'vitest';
import type { Ctx } from '@/lib/accounts/context';
import { nodeRowIdSchema } from '@/lib/model/ids';
import { testContext } from '@/lib/testing/context';
import type { BulkChange } from './bulk-change';
import { advanceBulk, openBulk, startBulk } from './bulk-commands';
import { listBulkItems } from './bulk-item-queries';
import { bulkProgress } from './bulk-queries';
import { importWorkflow } from './import';
import { publishPolicy } from './publish';

const ctx = testContext();

/** Two tasks that go by one retry, each of a group of its own, and one that has its own. */
const SERVERLESS = `document:
  dsl: '1.0.3'
  namespace: acme
  name: orders
  version: '0.1.0'
use:
  retries:
    usual:
      delay: PT3S
      backoff: { constant: {} }
      limit: { attempt: { count: 2 } }
do:
- first:
    try:
    - callFirst:
        call: http
        with: { method: get, endpoint: https://erp.example/v1 }
        metadata:
          failpath: { owner: night-crew }
    catch:
      retry: usual
- second:
    try:
    - callSecond:
        call: http
        with: { method: get, endpoint: https://erp.example/v2 }
        metadata:
          failpath: { owner: order-ops }
    catch:
      retry: usual
`;
const ARGO = `apiVersion: argoproj.io/v1alpha1
kind: Workflow
metadata:
  name: nightly
spec:
  entrypoint: main
  templates:
  - name: main
    steps:
    - - name: load
        template: call
    - - name: store
        template: call
  - name: call
    http:
      url: https://erp.example/v1
`;
const RETRY: BulkChange = {
  kind: 'retry',
  retry: { maxAttempts: 4, backoff: 'exponential', initialInterval: '5s', maxInterval: '1m', multiplier: 2 },
};
const SILENCE: BulkChange = { kind: 'silence', silence: '2h' };
const OWNER: BulkChange = { kind: 'owner', owner: 'night-crew' };

beforeEach(async () => {
  await ctx.db.bulkChange.deleteMany();
  await ctx.db.workflow.deleteMany();
  await ctx.db.ownerGroup.deleteMany();
  await ctx.db.ownerGroup.createMany({
    data: [
      { slug: 'night-crew', name: 'Night crew' },
      { slug: 'order-ops', name: 'Order operations' },
    ],
  });
  const file = { fileName: 'orders.yaml', content: Buffer.from(SERVERLESS).toString('base64') };
  expect((await importWorkflow(ctx, file)).ok).toBe(true);
});

it('leaves retries alone that the engine keeps for itself, and says so before and after', async () => {
  const id = await opened([RETRY, OWNER], 'callSecond');
  expect(await bulkProgress(ctx, id)).toMatchObject({ counts: { refused: 1 } });
  await startBulk(ctx, { id, mode: 'publish' });
  for (const phase of ['preview', 'results'] as const) {
    if (phase === 'results') await advanceBulk(ctx, { id });
    const [item] = await listBulkItems(ctx, { id, phase, show: null, page: 1 });
    expect(item).toMatchObject({
      standing: 'refused',
      refusal: {
        reason: 'policy_invalid',
        diagnostics: [{ code: 'engine_retry_in_the_way', values: { id: 'callSecond' } }],
      },
    });
  }
});

it('names the nodes that would change along, and only where something that is shared changes', async () => {
  await shareOurs();
  const retry = await opened([RETRY], 'callSecond');
  expect(await bulkProgress(ctx, retry)).toMatchObject({ counts: { changes: 1 }, flags: { shares: 1 } });
  const [item] = await listBulkItems(ctx, { id: retry, phase: 'preview', show: 'shares', page: 1 });
  expect(item).toMatchObject({ name: 'callSecond', beside: [{ nodeId: 'callFirst' }] });
  const silence = await opened([SILENCE], 'callSecond');
  expect(await bulkProgress(ctx, silence)).toMatchObject({ counts: { changes: 1 }, flags: { shares: 0 } });
});

it('says so of none when all that share it are chosen', async () => {
  const file = { fileName: 'nightly.yaml', content: Buffer.from(ARGO).toString('base64') };
  expect((await importWorkflow(ctx, file)).ok).toBe(true);
  const one = await opened([SILENCE], 'load');
  expect(await bulkProgress(ctx, one)).toMatchObject({ counts: { changes: 1 }, flags: { shares: 1 } });
  const id = await opened([SILENCE], 'load', 'store');
  expect(await bulkProgress(ctx, id)).toMatchObject({ counts: { changes: 2 }, flags: { shares: 0 } });
});

it('foresees that the rights for those that change along are missing, as publishing finds them missing', async () => {
  await shareOurs();
  const member: Ctx = { ...ctx, db: ctx.db, actor: { ...ctx.actor, role: 'editor', groups: ['order-ops'] } };
  const id = await opened([RETRY], 'callSecond');
  expect(await bulkProgress(member, id)).toMatchObject({ counts: { refused: 1 } });
  const [foreseen] = await listBulkItems(member, { id, phase: 'preview', show: 'refused', page: 1 });
  expect(foreseen?.refusal).toMatchObject({ owner: 'Night crew' });
  await startBulk(member, { id, mode: 'publish' });
  await advanceBulk(member, { id });
  const [refused] = await listBulkItems(member, { id, phase: 'results', show: null, page: 1 });
  expect(refused).toMatchObject({
    standing: 'refused',
    refusal: { reason: 'shared_not_owner', owner: 'Night crew', nodes: ['callFirst'] },
  });
});

/** Replaces the engine's own retry by one of ours, which both tasks then go by. */
async function shareOurs(): Promise<void> {
  const node = await ctx.db.node.findFirstOrThrow({ where: { nodeId: 'callSecond' } });
  const retry = { maxAttempts: 2, backoff: 'exponential', initialInterval: '5s', maxInterval: '1m', retryOn: ['*'] };
  const published = await publishPolicy(ctx, {
    ...{ nodeRowId: nodeRowIdSchema.parse(node.id), baseVersion: node.version, replaceEngineRetry: true },
    document: { owner: 'order-ops', retry: { ...retry, multiplier: 2 } },
  });
  expect(published.ok).toBe(true);
}

/** A bulk change on these nodes that has been looked at. */
async function opened(changes: BulkChange[], ...nodeIds: string[]): Promise<string> {
  const rows = await ctx.db.node.findMany({ where: { nodeId: { in: nodeIds } } });
  const nodes = rows.map(({ id, version }) => ({ nodeRowId: nodeRowIdSchema.parse(id), version }));
  const bulk = await openBulk(ctx, { changes, nodes });
  if (!bulk.ok) throw new Error(bulk.error.reason);
  await advanceBulk(ctx, bulk.value);
  return bulk.value.id;
}
