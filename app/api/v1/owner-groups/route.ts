import { api, refused } from '@/app/_server/api';
import { createGroupOperation, listGroupsOperation } from '@/lib/api/group-operations';
import { createOwnerGroup } from '@/lib/owners/commands';
import { listOwnerGroups } from '@/lib/owners/queries';
import { ok } from '@/lib/shared/result';

/** All owner groups with their members. */
export const GET = api(listGroupsOperation, async ({ ctx }) => ok({ body: { groups: await listOwnerGroups(ctx) } }));

/** Makes an owner group. */
export const POST = api(createGroupOperation, async ({ ctx, body }) => {
  const made = await createOwnerGroup(ctx, body);
  return made.ok ? ok({ body: made.value, location: `/owner-groups/${made.value.id}` }) : refused(made.error);
});
