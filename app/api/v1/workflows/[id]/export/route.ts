import { z } from 'zod';
import { problem, route } from '@/app/_server/route';
import { attachment } from '@/lib/shared/content-disposition';
import { matchesEtag } from '@/lib/shared/etag';
import { exportWorkflow } from '@/lib/workflows/queries';

const partSchema = z.enum(['definition', 'sidecar']);

/**
 * The workflow in its own format, byte for byte as it stands; `?part=sidecar` for what its engine
 * cannot say. The entity tag changes with each publication.
 */
export const GET = route<{ id: string }>('read', async (ctx, request, { id }) => {
  const part = partSchema.safeParse(new URL(request.url).searchParams.get('part') ?? 'definition');
  if (!part.success) return problem('invalid', 'part is "definition" or "sidecar"');
  const file = await exportWorkflow(ctx, id, part.data);
  if (!file)
    return problem('not_found', part.data === 'sidecar' ? 'no such workflow, or it has no sidecar' : undefined);
  const etag = `"${part.data}-${file.version}"`;
  const headers = { ETag: etag, 'Cache-Control': 'private, no-cache' };
  if (matchesEtag(request.headers.get('If-None-Match'), etag)) return new Response(null, { status: 304, headers });
  return new Response(Buffer.from(file.content), {
    headers: {
      ...headers,
      'Content-Type': `${file.mediaType}; charset=utf-8`,
      'Content-Disposition': attachment(file.fileName),
    },
  });
});
