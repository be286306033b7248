import { api, refused } from '@/app/_server/api';
import {
  changeCatalogueEntryOperation,
  getCatalogueEntryOperation,
  removeCatalogueEntryOperation,
} from '@/lib/api/catalogue-operations';
import { changeCatalogueEntry, type EntryRefusal, removeCatalogueEntry } from '@/lib/catalogue/catalogue-commands';
import { getEntry } from '@/lib/catalogue/catalogue-queries';
import { err, ok } from '@/lib/shared/result';

/** One entry, at its revision. */
export const GET = api(getCatalogueEntryOperation, async ({ ctx, params }) => {
  const entry = await getEntry(ctx, params.id);
  return entry ? ok({ body: entry, version: entry.revision }) : err({ code: 'not_found' });
});

/** Says something else of the code, from now on. */
export const PUT = api(changeCatalogueEntryOperation, async ({ ctx, params, body, version: revision }) => {
  const changed = await changeCatalogueEntry(ctx, { ...body, id: params.id, revision });
  return changed.ok ? ok({ body: changed.value, version: changed.value.revision }) : refusal(changed.error);
});

/** Says nothing of it any more, from now on. */
export const DELETE = api(removeCatalogueEntryOperation, async ({ ctx, params, version: revision }) => {
  const removed = await removeCatalogueEntry(ctx, { id: params.id, revision });
  return removed.ok ? ok({ body: null }) : refusal(removed.error);
});

function refusal(error: EntryRefusal) {
  if (error.reason === 'conflict') return refused({ reason: 'precondition_failed', current: error.current });
  return refused(error);
}
