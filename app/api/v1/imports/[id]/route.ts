import { problem, route } from '@/app/_server/route';
import { attachment } from '@/lib/shared/content-disposition';
import { getRejectedImport } from '@/lib/workflows/queries';

/** A file that could not be read, as it came. Never shown by the browser: it may hold anything. */
export const GET = route<{ id: string }>('workflow.import', async (ctx, _request, { id }) => {
  const file = await getRejectedImport(ctx, id);
  if (!file) return problem('not_found');
  return new Response(file.content, {
    headers: {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': attachment(file.fileName),
      'Cache-Control': 'no-store',
    },
  });
});
