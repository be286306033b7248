import { z } from 'zod';

/** What in a node can really fail (`domain.md`, "Words"). */
export const ACTION_KINDS = ['http', 'database', 'queue', 'object_storage', 'third_party', 'sub_workflow'] as const;
export const actionKindSchema = z.enum(ACTION_KINDS, { error: 'action_kind' });
export type ActionKind = z.infer<typeof actionKindSchema>;

/** Who makes sure that doing it twice does no harm; `nobody` is as good as no safeguard. */
export const ENFORCERS = ['sender', 'receiver', 'nobody'] as const;
export const SAFEGUARD_KINDS = ['idempotency_key', 'upsert', 'dedup'] as const;

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
