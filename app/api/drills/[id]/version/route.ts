import { problem, route } from '@/app/_server/route';
import { drillRunVersion } from '@/lib/drills/queries';

/** Whether an open page about a run is still as things are: asked each second while somebody watches it. */
export const GET = route<{ id: string }>('read', async (ctx, _request, { id }) => {
  const version = await drillRunVersion(ctx, id);
  if (version === null) return problem('not_found');
  return Response.json(version, { headers: { 'Cache-Control': 'no-store' } });
});
