import { problem, route } from '@/app/_server/route';
import { previewNode } from '@/lib/workflows/preview';
import { previewSchema } from '@/lib/workflows/schema';

/**
 * What form and text of a node come to together, and what publishing would change; nothing is kept.
 * A route and no action: actions wait for each other, and this has to answer between two keys.
 */
export const POST = route<{ id: string }>('read', async (ctx, request, { id }) => {
  const body: unknown = await request.json().catch(() => null);
  const fields = typeof body === 'object' && body !== null ? body : {};
  const parsed = previewSchema.safeParse({ ...fields, nodeRowId: id });
  if (!parsed.success) return problem('invalid');
  const preview = await previewNode(ctx, parsed.data);
  if (!preview) return problem('not_found');
  return Response.json(preview, { headers: { 'Cache-Control': 'no-store' } });
});
