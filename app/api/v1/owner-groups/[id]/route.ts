import { api, refused } from '@/app/_server/api';
import { deleteGroupOperation, getGroupOperation, updateGroupOperation } from '@/lib/api/group-operations';
import { deleteOwnerGroup, updateOwnerGroup } from '@/lib/owners/commands';
import { getOwnerGroup } from '@/lib/owners/queries';
import { err, ok } from '@/lib/shared/result';

/** One owner group with its members. */
export const GET = api(getGroupOperation, async ({ ctx, params }) => {
  const group = await getOwnerGroup(ctx, params.id);
  return group ? ok({ body: group }) : err({ code: 'not_found' });
});

/** Replaces name and members, and the slug while nothing names it. */
export const PUT = api(updateGroupOperation, async ({ ctx, params, body }) => {
  const updated = await updateOwnerGroup(ctx, { ...body, id: params.id });
  return updated.ok ? ok({ body: updated.value }) : refused(updated.error);
});

/** Removes a group that nothing names. */
export const DELETE = api(deleteGroupOperation, async ({ ctx, params }) => {
  const removed = await deleteOwnerGroup(ctx, { id: params.id });
  return removed.ok ? ok({ body: null }) : refused(removed.error);
});
