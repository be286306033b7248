import { getLocale } from 'next-intl/server';
import { problem, route } from '@/app/_server/route';
import { searchEverything } from '@/lib/insight/palette-queries';

const MAX_SEARCH = 200;

/** What the palette finds for `?q=`: nodes, workflows, error codes and owner groups, a few of each. */
export const GET = route<object>('read', async (ctx, request) => {
  const search = new URL(request.url).searchParams.get('q') ?? '';
  if (search.length > MAX_SEARCH) return problem('invalid', `q has at most ${MAX_SEARCH} characters`);
  const results = await searchEverything(ctx, search, await getLocale());
  return Response.json(results, { headers: { 'Cache-Control': 'no-store' } });
});
