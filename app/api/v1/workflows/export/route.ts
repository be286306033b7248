import { api } from '@/app/_server/api';
import { streamOf } from '@/app/_server/stream';
import { exportWorkflowsOperation } from '@/lib/api/workflow-operations';
import { exportAll } from '@/lib/insight/export-queries';
import { attachment } from '@/lib/shared/content-disposition';
import { zipStream } from '@/lib/shared/zip-stream';

/**
 * Every workflow in its own format, byte for byte as it stands, with the file beside it, in one zip archive that is made
 * while it is sent.
 */
export const GET = api(exportWorkflowsOperation, async ({ ctx }) => {
  const day = ctx.now.toISOString().slice(0, 10);
  return new Response(streamOf(zipStream(exportAll(ctx))), {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': attachment(`failpath-workflows-${day}.zip`),
      'Cache-Control': 'no-store',
    },
  });
});
