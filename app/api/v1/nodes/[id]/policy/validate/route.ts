import { api } from '@/app/_server/api';
import { validatePolicyOperation } from '@/lib/api/node-operations';
import { catalogueExtra } from '@/lib/catalogue/catalogue-queries';
import { nodeRowIdSchema } from '@/lib/model/ids';
import { listOwnerNames } from '@/lib/owners/queries';
import { policyPart } from '@/lib/policy/document';
import { hasErrors } from '@/lib/shared/diagnostic';
import { err, ok } from '@/lib/shared/result';
import { previewNode } from '@/lib/workflows/preview';
import { judgePolicy } from '@/lib/workflows/publish';
import { getNode } from '@/lib/workflows/queries';

/** What publishing this policy would say, as of now; nothing is kept. */
export const POST = api(validatePolicyOperation, async ({ ctx, params, body }) => {
  const nodeRowId = nodeRowIdSchema.parse(params.id);
  const sides = { nodeRowId, document: body.document, text: null, held: null };
  const [node, preview, owners, extra] = await Promise.all([
    getNode(ctx, params.id),
    previewNode(ctx, { ...sides, replaceEngineRetry: body.replaceEngineRetry, copyShared: body.copyShared }),
    listOwnerNames(ctx),
    catalogueExtra(ctx.db),
  ]);
  if (!node || !preview) return err({ code: 'not_found' });
  const groups = new Set(owners.map(({ slug }) => slug));
  const judging = { inheritedOwner: node.workflow.owner, groups, extra };
  const judged = judgePolicy(body.document, policyPart(node.config), judging);
  const refusal = !judged.ok && judged.error.reason === 'policy_invalid' ? judged.error.diagnostics : null;
  const diagnostics = [...(refusal ?? preview.ofPolicy), ...preview.ofText];
  const valid = judged.ok && preview.write !== null && !hasErrors(diagnostics);
  const { losses = [], schedules = null, wraps = null } = preview.write ?? {};
  return ok({ body: { valid, diagnostics, losses, schedules, wraps, shared: preview.shared } });
});
