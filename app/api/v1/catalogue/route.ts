import { api, refused } from '@/app/_server/api';
import { addCatalogueEntryOperation, listCatalogueOperation } from '@/lib/api/catalogue-operations';
import { addCatalogueEntry } from '@/lib/catalogue/catalogue-commands';
import { listEntries } from '@/lib/catalogue/catalogue-queries';
import { CATALOGUE } from '@/lib/policy/catalogue';
import { ok } from '@/lib/shared/result';

/** What people added to the catalogue, and what is built in. */
export const GET = api(listCatalogueOperation, async ({ ctx }) =>
  ok({ body: { entries: await listEntries(ctx), builtIn: CATALOGUE } }),
);

/** Says what a code means wherever a node does not. */
export const POST = api(addCatalogueEntryOperation, async ({ ctx, body }) => {
  const added = await addCatalogueEntry(ctx, body);
  if (added.ok)
    return ok({ body: added.value, location: `/catalogue/${added.value.id}`, version: added.value.revision });
  const { error } = added;
  return error.reason === 'conflict' ? refused({ reason: 'precondition_failed' }) : refused(error);
});
