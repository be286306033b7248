import { problem, route } from '@/app/_server/route';
import { advanceBulk } from '@/lib/workflows/bulk-commands';
import { bulkIdSchema } from '@/lib/workflows/bulk-schema';

/** Goes on with a bulk change for a moment; whoever looks at it asks until nothing is left. */
export const POST = route<{ id: string }>('policy.edit', async (ctx, _request, params) => {
  const asked = bulkIdSchema.safeParse(params);
  if (!asked.success) return problem('not_found');
  const progress = await advanceBulk(ctx, asked.data);
  if (!progress.ok) return problem('not_found');
  return Response.json(progress.value, { headers: { 'Cache-Control': 'no-store' } });
});
