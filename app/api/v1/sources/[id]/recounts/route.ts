import { api, refused } from '@/app/_server/api';
import { askRecountOperation } from '@/lib/api/source-operations';
import { ok } from '@/lib/shared/result';
import { askRecount } from '@/lib/sources/source-commands';

/** Has a source counted again. */
export const POST = api(askRecountOperation, async ({ ctx, params }) => {
  const asked = await askRecount(ctx, params);
  if (!asked.ok) return refused(asked.error);
  const { recountId: id } = asked.value;
  return ok({ body: { id }, location: `/sources/${params.id}/recounts/${id}` });
});
