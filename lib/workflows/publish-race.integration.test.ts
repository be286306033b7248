import { expect, it } from 'vitest';
import { nodeRowIdSchema } from '@/lib/model/ids';
import { testContext } from '@/lib/testing/context';
import { importWorkflow } from './import';
import { publishPolicy } from './publish';

const TEXT = `format: failpath/v1
workflow: orders
nodes:
  - id: charge
    type: http
    actions:
      - { id: charge, kind: third_party, idempotent: true }
`;
const AT_ONCE = 200;

const ctx = testContext();

it('of 200 publications of one base at once exactly one wins, and versions have no gap', {
  timeout: 120_000,
}, async () => {
  const imported = await importWorkflow(ctx, { fileName: 'w.yaml', content: Buffer.from(TEXT).toString('base64') });
  if (!imported.ok) throw new Error(imported.error.reason);
  const node = await ctx.db.node.findFirstOrThrow();
  const nodeRowId = nodeRowIdSchema.parse(node.id);
  const document = (index: number) => ({
    actions: [{ id: 'charge', kind: 'third_party', idempotent: true }],
    classification: [{ code: `code_${index}`, class: 'terminal' }],
  });
  const results = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, index) =>
      publishPolicy(ctx, { nodeRowId, document: document(index), baseVersion: 1, replaceEngineRetry: false }),
    ),
  );
  const won = results.flatMap((result, index) => (result.ok ? [index] : []));
  const lost = results.filter((result) => !result.ok && result.error.reason === 'conflict');
  expect([won.length, lost.length]).toEqual([1, AT_ONCE - 1]);
  const workflow = await ctx.db.workflow.findFirstOrThrow({
    include: { versions: { orderBy: { version: 'asc' } }, nodes: true },
  });
  expect(workflow.versions.map(({ version }) => version)).toEqual([1, 2]);
  expect([workflow.version, workflow.nodes[0]?.version]).toEqual([2, 2]);
  expect(workflow.text).toContain(`code_${won[0]},`);
});
