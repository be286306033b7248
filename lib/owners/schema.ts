import { z } from 'zod';
import { ownerSlugSchema } from '@/lib/model/ids';

export const memberSchema = z.object({
  name: z.string().trim().min(1, { message: 'member_name' }).max(120, { message: 'member_name' }),
  email: z.email({ message: 'member_email' }).max(254, { message: 'member_email' }),
});

export const ownerGroupSchema = z.object({
  slug: ownerSlugSchema,
  name: z.string().trim().min(1, { message: 'group_name' }).max(120, { message: 'group_name' }),
  members: z.array(memberSchema).max(200, { message: 'group_members' }),
});
export type OwnerGroupInput = z.infer<typeof ownerGroupSchema>;

export const ownerGroupUpdateSchema = ownerGroupSchema.extend({ id: z.uuid() });
export const ownerGroupIdSchema = z.object({ id: z.uuid() });

/** Where a node's owner comes from. */
export interface EffectiveOwner {
  readonly slug: string;
  readonly from: 'node' | 'workflow';
}

/** The node's own owner, else its workflow's, else nobody (null): `domain.md`, "Ownership". */
export function effectiveOwner(nodeOwner: unknown, workflowOwner: string | null): EffectiveOwner | null {
  if (typeof nodeOwner === 'string' && nodeOwner !== '') return { slug: nodeOwner, from: 'node' };
  return workflowOwner ? { slug: workflowOwner, from: 'workflow' } : null;
}
