import { readBody } from '@/app/_server/request-parts';
import { problemResponse, route } from '@/app/_server/route';
import { startBatch } from '@/lib/workflows/batch-import';
import { startBatchSchema } from '@/lib/workflows/batch-schema';

/** Begins an import of many files: they are named here, and sent piece by piece to the address of the batch. */
export const POST = route('workflow.import', async (ctx, request) => {
  const body = await readBody(request, startBatchSchema);
  if (!body.ok) return problemResponse(body.error);
  const started = await startBatch(ctx, startBatchSchema.parse(body.value));
  return Response.json(started, { status: 201, headers: { 'Cache-Control': 'no-store' } });
});
