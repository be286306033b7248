import { api } from '@/app/_server/api';
import { getNodeOperation } from '@/lib/api/node-operations';
import { err, ok } from '@/lib/shared/result';
import { getNode } from '@/lib/workflows/queries';

/** One node with its config and the draft on it; the entity tag is its version. */
export const GET = api(getNodeOperation, async ({ ctx, params }) => {
  const node = await getNode(ctx, params.id);
  if (!node) return err({ code: 'not_found' });
  return ok({ body: node, version: node.version });
});
