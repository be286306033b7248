import { problem, route } from '@/app/_server/route';
import { bulkProgress } from '@/lib/workflows/bulk-queries';
import { bulkIdSchema } from '@/lib/workflows/bulk-schema';

/** How far a bulk change is: asked every second while somebody looks at it. */
export const GET = route<{ id: string }>('policy.edit', async (ctx, _request, params) => {
  const asked = bulkIdSchema.safeParse(params);
  const progress = asked.success ? await bulkProgress(ctx, asked.data.id) : null;
  if (!progress) return problem('not_found');
  return Response.json(progress, { headers: { 'Cache-Control': 'no-store' } });
});
