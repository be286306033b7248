import { api } from '@/app/_server/api';
import { listThresholdsOperation } from '@/lib/api/threshold-operations';
import { thresholdList } from '@/lib/insight/threshold-list-queries';
import { ok } from '@/lib/shared/result';

/** Thresholds that drifted or ripened, as the page lists them. */
export const GET = api(listThresholdsOperation, async ({ ctx, query }) => {
  const { q: search, group = null, workflow = null, ...rest } = query;
  const { rows, matches, page, pages } = await thresholdList(ctx, { ...rest, search, group, workflow }, 'en');
  const thresholds = rows.map(
    ({ nodeRowId: nodeId, ownerName: _, draftBy: __, draftHeld: ___, since, measuredAt, ...row }) => {
      return { ...row, nodeId, since: new Date(since), measuredAt: new Date(measuredAt) };
    },
  );
  return ok({ body: { thresholds, matches, page, pages } });
});
