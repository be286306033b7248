import { api } from '@/app/_server/api';
import { exportWorkflowOperation } from '@/lib/api/workflow-operations';
import { exportFile } from '@/lib/insight/export-queries';
import { attachment } from '@/lib/shared/content-disposition';
import { matchesEtag } from '@/lib/shared/etag';
import { err } from '@/lib/shared/result';

/**
 * The workflow in its own format, byte for byte as it stands; `?part=sidecar` for what its engine
 * cannot say, and the certificates of drills that hold. The entity tag changes with each publication, and the sidecar's
 * with what it says.
 */
export const GET = api(exportWorkflowOperation, async ({ ctx, request, params, query: { part } }) => {
  const file = await exportFile(ctx, params.id, part);
  if (!file)
    return err({
      code: 'not_found',
      ...(part === 'sidecar' && { detail: 'no such workflow, or it has no sidecar' }),
    });
  const etag = `"${file.tag}"`;
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
