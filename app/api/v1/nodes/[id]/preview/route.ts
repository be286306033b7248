import { z } from 'zod';
import { readBody } from '@/app/_server/request-parts';
import { problem, problemResponse, route } from '@/app/_server/route';
import { previewNode } from '@/lib/workflows/preview';
import { previewSchema } from '@/lib/workflows/schema';

/**
 * What form and text of a node come to together, and what publishing would change; nothing is kept.
 * A route and no action: actions wait for each other, and this has to answer between two keys.
 */
export const POST = route<{ id: string }>('read', async (ctx, request, { id }) => {
  const body = await readBody(request, z.looseObject({}));
  if (!body.ok) return problemResponse(body.error);
  const parsed = previewSchema.safeParse({ ...Object(body.value), nodeRowId: id });
  if (!parsed.success) return problem('invalid');
  const preview = await previewNode(ctx, parsed.data);
  if (!preview) return problem('not_found');
  return Response.json(preview, { headers: { 'Cache-Control': 'no-store' } });
});
