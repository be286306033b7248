import { api, refused } from '@/app/_server/api';
import { getPolicyOperation, publishPolicyOperation } from '@/lib/api/node-operations';
import { catalogueExtra } from '@/lib/catalogue/catalogue-queries';
import { nodeRowIdSchema } from '@/lib/model/ids';
import { policyPart } from '@/lib/policy/document';
import { judgeDocument } from '@/lib/policy/judgement';
import { err, ok } from '@/lib/shared/result';
import { publishPolicy } from '@/lib/workflows/publish';
import { getNode } from '@/lib/workflows/queries';

/** The policy in force, as it is written, and what there is to say about it. */
export const GET = api(getPolicyOperation, async ({ ctx, params }) => {
  const node = await getNode(ctx, params.id);
  if (!node) return err({ code: 'not_found' });
  const document = policyPart(node.config);
  const { policy, diagnostics } = judgeDocument(document, node.workflow.owner, await catalogueExtra(ctx.db));
  const { nodeId, version } = node;
  return ok({ body: { nodeId, version, document, valid: policy !== null, diagnostics }, version });
});

/** Publishes a policy on the version that the program saw; if another holds by now, nothing changes. */
export const PUT = api(publishPolicyOperation, async ({ ctx, params, body, version: baseVersion }) => {
  const nodeRowId = nodeRowIdSchema.parse(params.id);
  const published = await publishPolicy(ctx, { ...body, nodeRowId, baseVersion });
  if (published.ok) {
    const { nodeVersion, workflowVersion, losses } = published.value;
    return ok({ body: { changed: true, nodeVersion, workflowVersion, losses }, version: nodeVersion });
  }
  const { error } = published;
  if (error.reason === 'unchanged') {
    const unchanged = { changed: false, nodeVersion: baseVersion, workflowVersion: null, losses: [] };
    return ok({ body: unchanged, version: baseVersion });
  }
  if (error.reason === 'conflict') return err({ ...error, code: 'precondition_failed' });
  return refused(error);
});
