import { api } from '@/app/_server/api';
import { getSourceOperation } from '@/lib/api/source-operations';
import { err, ok } from '@/lib/shared/result';
import { sourceDetail } from '@/lib/sources/source-queries';

/** One connected source. */
export const GET = api(getSourceOperation, async ({ ctx, params }) => {
  const source = await sourceDetail(ctx, params.id);
  return source === null ? err({ code: 'not_found' }) : ok({ body: source });
});
