import { problem, route } from '@/app/_server/route';
import { getBatch } from '@/lib/workflows/batch-queries';

/** How far an import of many files is: asked every few seconds while somebody looks at it. */
export const GET = route<{ id: string }>('workflow.import', async (ctx, _request, { id }) => {
  const batch = await getBatch(ctx, id);
  if (!batch) return problem('not_found');
  const { total, done, counts } = batch;
  return Response.json({ total, done, counts }, { headers: { 'Cache-Control': 'no-store' } });
});
