import { api } from '@/app/_server/api';
import { getWorkflowOperation } from '@/lib/api/workflow-operations';
import { listNodes } from '@/lib/insight/queries';
import { err, ok } from '@/lib/shared/result';
import { getWorkflow } from '@/lib/workflows/queries';

/** One workflow with its nodes, what they lack and what they have proved; the entity tag is its version. */
export const GET = api(getWorkflowOperation, async ({ ctx, params }) => {
  const workflow = await getWorkflow(ctx, params.id);
  if (!workflow) return err({ code: 'not_found' });
  const rows = await listNodes(ctx, { sourceId: workflow.sourceId, workflowKey: workflow.key });
  const nodes = rows.map(({ id, nodeId, name, type, owner, coverage, proof }) => ({
    ...{ id, nodeId, name, type, owner: owner?.slug ?? null, coverage: coverage.state, lacks: coverage.lacks },
    drills: proof.drills.map(({ drill, state, certificates }) => ({
      ...{ drill, state },
      certificates: certificates.map(({ certificate: { kind, runId, target, passedAt }, holdsUntil, voidedBy }) => {
        return { kind, runId, target, passedAt, holdsUntil, voidedBy };
      }),
    })),
  }));
  return ok({ body: { ...workflow, nodes }, version: workflow.version });
});
