import { z } from 'zod';
import { ACTION_KINDS, ENFORCERS, SAFEGUARD_KINDS } from './action-kinds';

export const actionKindSchema = z.enum(ACTION_KINDS, { error: 'action_kind' });

export const safeguardSchema = z.looseObject({
  kind: z.enum(SAFEGUARD_KINDS, { error: 'safeguard_kind' }),
  enforcedBy: z.enum(ENFORCERS, { error: 'safeguard_enforcer' }),
  note: z.string({ error: 'text' }).optional(),
});

/** An outbound action. Absent `idempotent` or `repeatable` means unknown. */
export const actionSchema = z.looseObject({
  id: z.string({ error: 'action_id' }).min(1, { message: 'action_id' }),
  kind: actionKindSchema,
  target: z.string({ error: 'text' }).optional(),
  idempotent: z.boolean({ error: 'yes_no_unknown' }).optional(),
  repeatable: z.boolean({ error: 'yes_no_unknown' }).optional(),
  safeguard: safeguardSchema.optional(),
});
export type Action = z.infer<typeof actionSchema>;
