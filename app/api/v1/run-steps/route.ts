import { api } from '@/app/_server/api';
import { ingestStepsOperation } from '@/lib/api/history-operations';
import { ingestSteps } from '@/lib/history/ingest';
import { ok } from '@/lib/shared/result';

/** Takes a batch of run steps; what does not hold is named by index. */
export const POST = api(ingestStepsOperation, async ({ ctx, body }) => {
  const outcome = await ingestSteps(ctx, body);
  return outcome.ok ? ok({ body: outcome.value }) : outcome;
});
