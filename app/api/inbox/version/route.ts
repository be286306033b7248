import { route } from '@/app/_server/route';
import { inboxVersion } from '@/lib/insight/inbox-version-queries';

/** Whether an open page is still as things are: asked every few seconds while somebody looks at it. */
export const GET = route('read', async (ctx, request) => {
  const { searchParams } = new URL(request.url);
  const since = new Date(searchParams.get('since') ?? '');
  const version = await inboxVersion(ctx, {
    fingerprint: searchParams.get('key'),
    since: Number.isNaN(since.getTime()) ? null : since,
  });
  return Response.json(version, { headers: { 'Cache-Control': 'no-store' } });
});
