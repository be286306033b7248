import { expect, it } from 'vitest';
import { testPrograms } from '@/app/_server/testing/programs';
import * as nodes from '@/lib/api/node-operations';
import * as workflows from '@/lib/api/workflow-operations';

const TEXT = `format: failpath/v1
workflow: orders
nodes:
  - id: ship
    type: http
`;
const { base, program } = testPrograms();

it('a file is merged with what was published since, once each conflict is decided', async () => {
  const admin = await program('administrator');
  const file = (owner: string) => ({ fileName: 'merged.yaml', content: `${TEXT}    owner: ${owner}\n` });
  const imported = await admin.call(workflows.importWorkflowOperation, { body: file('order-ops') });
  expect(imported.status).toBe(201);
  const { id } = await base.db.workflow.findFirstOrThrow();
  const ship = await base.db.node.findFirstOrThrow({ where: { workflowId: id, nodeId: 'ship' } });
  const published = await admin.call(nodes.publishPolicyOperation, {
    ...{ id: ship.id, headers: { 'If-Match': '"1"' } },
    body: { document: { alert: { silence: '1h' } } },
  });
  expect(published.status).toBe(200);
  const bring = { body: file('somebody'), query: { replace: id }, headers: { 'If-Match': '"2"' } };
  const conflict = { nodeId: 'ship', kind: 'policy', keys: ['owner'], ours: {}, theirs: { owner: 'somebody' } };
  expect((await admin.call(workflows.previewImportOperation, { body: bring.body })).json).toMatchObject({
    merge: { kind: 'merged', since: { version: 1 }, conflicts: [conflict] },
  });
  expect(await admin.call(workflows.importWorkflowOperation, bring)).toMatchObject({
    status: 409,
    json: { code: 'conflicts', nodes: ['ship'], conflicts: [conflict] },
  });
  const choices = [{ nodeId: 'ship', side: 'theirs' }];
  const decided = await admin.call(workflows.importWorkflowOperation, { ...bring, body: { ...bring.body, choices } });
  expect(decided.status).toBe(201);
  const { config } = await base.db.node.findUniqueOrThrow({ where: { id: ship.id } });
  expect(config).toMatchObject({ owner: 'somebody', alert: { silence: '1h' } });
});
