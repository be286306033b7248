import { api, refused } from '@/app/_server/api';
import { getStandardOperation, saveStandardOperation } from '@/lib/api/group-operations';
import { ownerGroupExists } from '@/lib/owners/queries';
import { saveStandard } from '@/lib/owners/standard-commands';
import { getStandard } from '@/lib/owners/standard-queries';
import { err, ok } from '@/lib/shared/result';

/** How a group wants its nodes to behave. */
export const GET = api(getStandardOperation, async ({ ctx, params }) => {
  if (!(await ownerGroupExists(ctx, params.id))) return err({ code: 'not_found' });
  const standard = await getStandard(ctx, params.id);
  return ok({ body: standard, version: standard.version });
});

/** Writes it, against the version that was seen (0 or `If-None-Match: *` = there was none). */
export const PUT = api(saveStandardOperation, async ({ ctx, params, body, version }) => {
  const saved = await saveStandard(ctx, { groupId: params.id, document: body.document, version });
  if (saved.ok) return ok({ body: saved.value, version: saved.value.version });
  const { error } = saved;
  if (error.reason === 'standard_conflict') return err({ code: 'precondition_failed', standard: error.standard });
  return refused(error);
});
