import { api, refused } from '@/app/_server/api';
import { importWorkflowOperation, listWorkflowsOperation } from '@/lib/api/workflow-operations';
import { workflowIdSchema } from '@/lib/model/ids';
import { err, ok } from '@/lib/shared/result';
import { importWorkflow } from '@/lib/workflows/import';
import { listWorkflows } from '@/lib/workflows/queries';

/** All workflows by name. */
export const GET = api(listWorkflowsOperation, async ({ ctx }) =>
  ok({ body: { workflows: await listWorkflows(ctx) } }),
);

/** Imports a definition: a new workflow, or a new version of the one that `replace` and `If-Match` name. */
export const POST = api(importWorkflowOperation, async ({ ctx, query, body, version }) => {
  const { replace: id } = query;
  if (id !== undefined && version === null)
    return err({ code: 'precondition_required', detail: 'Send If-Match with the version of the workflow to replace' });
  const replace =
    id === undefined || version === null ? undefined : { workflowId: workflowIdSchema.parse(id), version };
  const imported = await importWorkflow(ctx, { ...body, replace });
  if (imported.ok) {
    const { workflowId } = imported.value;
    return ok({ body: { workflowId, changed: true }, location: `/workflows/${workflowId}` });
  }
  const { error } = imported;
  switch (error.reason) {
    case 'same':
      return ok({ body: { workflowId: error.workflowId, changed: false }, status: 200 });
    case 'changed_meanwhile':
      return err({ code: 'precondition_failed' });
    default:
      return refused(error);
  }
});
