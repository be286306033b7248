import { api, refused } from '@/app/_server/api';
import { startDrillsOperation } from '@/lib/api/drill-operations';
import { startDrills } from '@/lib/drills/commands';
import { ok } from '@/lib/shared/result';

/** Starts drills of the node as it is published. */
export const POST = api(startDrillsOperation, async ({ ctx, params, body }) => {
  const started = await startDrills(ctx, { ...body, nodeRowId: params.id, againOf: null });
  if (!started.ok) return refused(started.error);
  const { runId } = started.value;
  return ok({ body: { id: runId }, location: `/drills/${runId}` });
});
