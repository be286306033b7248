import { api } from '@/app/_server/api';
import { discardDraftOperation, getDraftOperation, saveDraftOperation } from '@/lib/api/node-operations';
import { nodeRowIdSchema } from '@/lib/model/ids';
import { policyPart } from '@/lib/policy/document';
import { err, ok } from '@/lib/shared/result';
import { saveDraft } from '@/lib/workflows/drafts';
import { getNode } from '@/lib/workflows/queries';

/** The draft on a node, which people and programs share; the entity tag is its revision. */
export const GET = api(getDraftOperation, async ({ ctx, params }) => {
  const node = await getNode(ctx, params.id);
  if (!node?.draft) return err({ code: 'not_found' });
  return ok({ body: node.draft, version: node.draft.revision });
});

/** Keeps a draft, valid or not, on the revision that the program saw. */
export const PUT = api(saveDraftOperation, async ({ ctx, params, body, version: revision }) => {
  const node = await getNode(ctx, params.id);
  if (!node) return err({ code: 'not_found' });
  // The command begins a draft anew where the one that was seen is gone; who named a revision meant that one.
  if (revision > 0 && !node.draft) return err({ code: 'precondition_failed', revision: 0 });
  const base = body.base ?? policyPart(node.config);
  const saved = await saveDraft(ctx, { ...body, base, revision, nodeRowId: nodeRowIdSchema.parse(params.id) });
  if (saved.ok) return ok({ body: saved.value, version: saved.value.revision });
  if (saved.error.reason === 'not_found') return err({ code: 'not_found' });
  return err({ code: 'precondition_failed', revision: saved.error.draft.revision });
});

/** Throws a draft away: one that says what is published is none. */
export const DELETE = api(discardDraftOperation, async ({ ctx, params, version: revision }) => {
  const node = await getNode(ctx, params.id);
  if (!node?.draft) return err({ code: 'not_found' });
  const document = policyPart(node.config);
  const published = { document, base: document, baseVersion: node.version, text: null, replaceEngineRetry: false };
  const saved = await saveDraft(ctx, { ...published, revision, nodeRowId: nodeRowIdSchema.parse(params.id) });
  if (saved.ok) return ok({ body: null });
  if (saved.error.reason === 'not_found') return err({ code: 'not_found' });
  return err({ code: 'precondition_failed', revision: saved.error.draft.revision });
});
