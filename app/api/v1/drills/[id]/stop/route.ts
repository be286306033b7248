import { api, refused } from '@/app/_server/api';
import { stopDrillRunOperation } from '@/lib/api/drill-operations';
import { stopDrills } from '@/lib/drills/commands';
import { ok } from '@/lib/shared/result';

/** Asks a run to stop. */
export const POST = api(stopDrillRunOperation, async ({ ctx, params }) => {
  const stopped = await stopDrills(ctx, { runId: params.id });
  return stopped.ok ? ok({ body: null }) : refused(stopped.error);
});
