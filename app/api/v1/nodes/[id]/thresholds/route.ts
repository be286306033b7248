import { problem, route } from '@/app/_server/route';
import { sampleAnswer } from '@/lib/history/threshold-answer';
import { thresholdSamples } from '@/lib/history/threshold-queries';
import { nodeScope } from '@/lib/workflows/queries';

/**
 * What history says of a node's thresholds, asked by its form when that part comes in sight: no page waits for it.
 * A route and no action: actions wait for each other.
 */
export const GET = route<{ id: string }>('read', async (ctx, _request, { id }) => {
  const scope = await nodeScope(ctx, id);
  if (!scope) return problem('not_found');
  const answer = sampleAnswer(await thresholdSamples(ctx, scope), ctx.now);
  return Response.json(answer, { headers: { 'Cache-Control': 'no-store' } });
});
