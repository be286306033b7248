import { z } from 'zod';
import { ownerSlugSchema } from '@/lib/model/ids';
import { isStorable } from '@/lib/shared/storable';

export const memberSchema = z.object({
  name: nameSchema('member_name'),
  email: z
    .string()
    .trim()
    .pipe(z.email({ message: 'member_email' }).max(254, { message: 'member_email' })),
});

const groupShape = z.object({
  slug: ownerSlugSchema,
  name: nameSchema('group_name'),
  members: z.array(memberSchema).max(200, { message: 'group_members' }),
});

/** An owner group as it is made and edited; a person stands in it once. */
export const ownerGroupSchema = groupShape.superRefine(({ members }, ctx) => markDuplicates(members, ctx));
export type OwnerGroupInput = z.infer<typeof ownerGroupSchema>;

export const ownerGroupUpdateSchema = groupShape
  .extend({ id: z.uuid() })
  .superRefine(({ members }, ctx) => markDuplicates(members, ctx));
export const ownerGroupIdSchema = z.object({ id: z.uuid() });

function nameSchema(message: string) {
  return z.string().trim().min(1, { message }).max(120, { message }).refine(isStorable, { message });
}

function markDuplicates(members: readonly { email: string }[], ctx: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [index, { email }] of members.entries()) {
    const same = email.toLowerCase();
    if (seen.has(same))
      ctx.addIssue({ code: 'custom', message: 'duplicate_member', path: ['members', index, 'email'] });
    seen.add(same);
  }
}
