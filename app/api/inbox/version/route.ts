import { problem, route } from '@/app/_server/route';
import { inboxVersion } from '@/lib/insight/inbox-version-queries';
import { inboxVersionSchema } from '@/lib/insight/inbox-version-schema';

/** Whether an open page is still as things are: asked every few seconds while somebody looks at it. */
export const GET = route('read', async (ctx, request) => {
  const { searchParams } = new URL(request.url);
  const asked = inboxVersionSchema.safeParse({ key: searchParams.get('key'), since: searchParams.get('since') });
  if (!asked.success) return problem('invalid');
  const { key: fingerprint, since } = asked.data;
  const version = await inboxVersion(ctx, { fingerprint, since: since === null ? null : new Date(since) });
  return Response.json(version, { headers: { 'Cache-Control': 'no-store' } });
});
