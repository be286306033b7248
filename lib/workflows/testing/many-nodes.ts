import type { Ctx } from '@/lib/accounts/context';
import { type NodeRowId, nodeRowIdSchema } from '@/lib/model/ids';
import { importWorkflow } from '../import';

const ACTIONS = '[{ id: call, kind: http, target: GET shop.example/v1/orders, idempotent: true }]';

/** Workflows `w0`, `w1`, … as files, each of so many nodes `n0`, `n1`, … that may be retried, with remarks between them. */
export async function importMany(ctx: Ctx, workflows: number, nodesEach: number): Promise<void> {
  for (let index = 0; index < workflows; index++) {
    const nodes = Array.from(
      { length: nodesEach },
      (_, node) =>
        `  # step ${node}\n  - id: n${node}\n    type: http\n    actions: ${ACTIONS}\n    note: "kept ${node}"\n`,
    );
    const text = `format: failpath/v1\nworkflow: w${index}\nnodes:\n${nodes.join('')}`;
    const file = { fileName: `w${index}.yaml`, content: Buffer.from(text).toString('base64') };
    const imported = await importWorkflow(ctx, file);
    if (!imported.ok) throw new Error(imported.error.reason);
  }
}

/** Every node in the order of its workflow and place, at its present version. */
export async function allNodes(ctx: Ctx): Promise<{ readonly nodeRowId: NodeRowId; readonly version: number }[]> {
  const rows = await ctx.db.node.findMany({
    select: { id: true, version: true },
    orderBy: [{ workflow: { key: 'asc' } }, { position: 'asc' }],
  });
  return rows.map(({ id, version }) => ({ nodeRowId: nodeRowIdSchema.parse(id), version }));
}
