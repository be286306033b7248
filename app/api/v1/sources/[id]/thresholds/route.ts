import { api, refused } from '@/app/_server/api';
import { getThresholdSampleOperation, setThresholdSampleOperation } from '@/lib/api/threshold-operations';
import { setThresholdSample } from '@/lib/history/threshold-commands';
import { sourceThresholds } from '@/lib/history/threshold-queries';
import { err, ok } from '@/lib/shared/result';

/** What the thresholds of a source rest on. */
export const GET = api(getThresholdSampleOperation, async ({ ctx, params }) => {
  const found = await sourceThresholds(ctx, params.id);
  return found === null ? err({ code: 'not_found' }) : ok({ body: { ...found.minimum, windowDays: found.windowDays } });
});

/** Sets it; the nodes of the source are measured again. */
export const PUT = api(setThresholdSampleOperation, async ({ ctx, params, body }) => {
  const found = await sourceThresholds(ctx, params.id);
  if (found === null) return err({ code: 'not_found' });
  const set = await setThresholdSample(ctx, { ...body, sourceId: found.sourceId });
  return set.ok ? ok({ body }) : refused(set.error);
});
