import { z } from 'zod';
import { ownerSlugSchema } from '@/lib/model/ids';
import { isStorable } from '@/lib/shared/storable';
import { isTimeZoneName } from '@/lib/shared/time-zone';
import { GROUP_LANGUAGES } from './channel-kinds';

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
  /** Times in what the group is told are shown in it; absent = as it is, UTC for a new group. */
  timeZone: z.string().trim().max(64).refine(isTimeZoneName, { message: 'time_zone' }).optional(),
  /** What the group is told in; absent = as it is, English for a new group. */
  language: z.enum(GROUP_LANGUAGES).optional(),
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
