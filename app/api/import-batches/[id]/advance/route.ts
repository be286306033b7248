import { problem, route } from '@/app/_server/route';
import { advanceBatch } from '@/lib/workflows/batch-import';
import { batchIdSchema } from '@/lib/workflows/batch-schema';

/** Goes on with what was received, for a moment; whoever looks at the batch asks until nothing is left. */
export const POST = route<{ id: string }>('workflow.import', async (ctx, _request, params) => {
  const asked = batchIdSchema.safeParse(params);
  if (!asked.success) return problem('not_found');
  const progress = await advanceBatch(ctx, asked.data);
  if (!progress.ok) return problem('not_found');
  return Response.json(progress.value, { headers: { 'Cache-Control': 'no-store' } });
});
