import { expect, it } from 'vitest';
import { nodeRowIdSchema, workflowIdSchema } from '@/lib/model/ids';
import { createOwnerGroup, deleteOwnerGroup, updateOwnerGroup } from '@/lib/owners/commands';
import { policyPart } from '@/lib/policy/document';
import { setAt } from '@/lib/policy/edit';
import { testContext } from '@/lib/testing/context';
import { importWorkflow } from '@/lib/workflows/import';
import { publishPolicy } from '@/lib/workflows/publish';
import { fromJsonColumn } from '@/lib/workflows/store';
import { restoreVersion } from '@/lib/workflows/versions-commands';

const ctx = testContext();
const RECORD =
  '[node_id, attempt, error_code, error_message, payload_hash, first_failed_at, last_failed_at, final_action]';
const TEXT = `format: failpath/v1
workflow: orders
name: Orders
owner: order-ops
nodes:
  - id: charge
    password: hunter2
    actions: [{ id: call, kind: http, idempotent: true }]
    retry: { maxAttempts: 3, backoff: fixed, initialInterval: 5s, maxInterval: 5s }
    onExhausted: { action: manual, record: ${RECORD} }
  - id: ship
    type: http
`;

function file(text: string) {
  return { fileName: 'orders.yaml', content: Buffer.from(text).toString('base64') };
}

async function lastEntry() {
  const entry = await ctx.db.auditEntry.findFirstOrThrow({ orderBy: { id: 'desc' } });
  expect(JSON.stringify([entry.before, entry.after])).not.toContain('hunter2');
  return entry;
}

it('a group is told with its members, before and after', async () => {
  const [ann, bo] = ['Ann', 'Bo'].map((name) => ({ name, email: `${name}@example.com` }));
  const members = [ann ?? { name: '', email: '' }];
  const made = await createOwnerGroup(ctx, { slug: 'order-ops', name: 'Orders', members });
  if (!made.ok || !bo) throw new Error('not made');
  const { id } = made.value;
  expect(await lastEntry()).toMatchObject({ subjectId: id, before: null, after: { slug: 'order-ops', members } });
  await updateOwnerGroup(ctx, { id, slug: 'order-ops', name: 'Order operations', members: [bo] });
  expect(await lastEntry()).toMatchObject({
    ...{ action: 'group.update', subjectName: 'Order operations' },
    before: { slug: 'order-ops', name: 'Orders', members },
    after: { slug: 'order-ops', name: 'Order operations', members: [bo] },
  });
  await deleteOwnerGroup(ctx, { id });
  expect(await lastEntry()).toMatchObject({ action: 'group.delete', before: { members: [bo] }, after: null });
  await createOwnerGroup(ctx, { slug: 'order-ops', name: 'Order operations', members: [] });
});

it('a workflow is told from its import over publication and restore to its replacement, policies alone', async () => {
  const imported = await importWorkflow(ctx, file(TEXT));
  if (!imported.ok) throw new Error(imported.error.reason);
  const workflowId = workflowIdSchema.parse(imported.value.workflowId);
  expect(await lastEntry()).toMatchObject({
    ...{ action: 'workflow.import', subjectId: workflowId, subjectName: 'Orders', before: null },
    after: { version: 1, file: 'orders.yaml', owner: 'order-ops', nodes: [{ id: 'charge' }, { id: 'ship' }] },
  });

  const row = await ctx.db.node.findFirstOrThrow({ where: { workflowId, nodeId: 'charge' } });
  const nodeRowId = nodeRowIdSchema.parse(row.id);
  const document = setAt(policyPart(fromJsonColumn(row.config)), ['retry', 'maxAttempts'], 5);
  const published = await publishPolicy(ctx, {
    ...{ nodeRowId, document, baseVersion: 1, replaceEngineRetry: false, note: 'more patience' },
  });
  expect(published.ok).toBe(true);
  const charge = (maxAttempts: number) => ({ id: 'charge', row: nodeRowId, policy: { retry: { maxAttempts } } });
  expect(await lastEntry()).toMatchObject({
    ...{ action: 'policy.publish', subjectId: workflowId },
    before: { version: 1, nodes: [charge(3)] },
    after: { version: 2, note: 'more patience', nodes: [charge(5)] },
  });

  await restoreVersion(ctx, { workflowId, version: 1, seenVersion: 2, nodeRowIds: [nodeRowId] });
  expect(await lastEntry()).toMatchObject({
    ...{ action: 'policy.restore', before: { version: 2, nodes: [charge(5)] } },
    after: { version: 3, restoredFrom: 1, nodes: [charge(3)] },
  });

  const text = TEXT.replace('maxAttempts: 3', 'maxAttempts: 7').replace('- id: ship', '- id: bill');
  await importWorkflow(ctx, { ...file(text), replace: { workflowId, version: 3 } });
  expect(await lastEntry()).toMatchObject({
    ...{ action: 'workflow.replace', subjectId: workflowId },
    before: { version: 3, nodes: [{ id: 'charge', policy: { retry: { maxAttempts: 3 } } }, { id: 'ship' }] },
    after: {
      ...{ version: 4, added: ['bill'], removed: ['ship'], policyChanged: ['charge'], otherwiseChanged: [] },
      nodes: [{ id: 'charge', policy: { retry: { maxAttempts: 7 } } }, { id: 'bill' }],
    },
  });
});
