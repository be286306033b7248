import { api, refused } from '@/app/_server/api';
import { cancelRecountOperation, getRecountOperation } from '@/lib/api/source-operations';
import { err, ok } from '@/lib/shared/result';
import { cancelRecount } from '@/lib/sources/source-commands';
import { sourceRecount } from '@/lib/sources/source-queries';

/** A recount as it stands. */
export const GET = api(getRecountOperation, async ({ ctx, params }) => {
  const recount = await sourceRecount(ctx, params.id, params.recountId);
  return recount === null ? err({ code: 'not_found' }) : ok({ body: recount });
});

/** Stops a recount. */
export const DELETE = api(cancelRecountOperation, async ({ ctx, params }) => {
  const cancelled = await cancelRecount(ctx, params);
  return cancelled.ok ? ok({ body: null }) : refused(cancelled.error);
});
