import { api } from '@/app/_server/api';
import { getDrillRunOperation } from '@/lib/api/drill-operations';
import { getDrillRun } from '@/lib/drills/queries';
import { err, ok } from '@/lib/shared/result';

/** One run as it stands, with what was seen and the verdicts. */
export const GET = api(getDrillRunOperation, async ({ ctx, params }) => {
  const run = await getDrillRun(ctx, params.id);
  if (!run) return err({ code: 'not_found' });
  return ok({ body: { ...run, recipient: run.recipient?.slug ?? null } });
});
