import { z } from 'zod';
import { isStorable } from '@/lib/shared/storable';
import { ENVIRONMENTS } from './vocabulary';

const MAX_NAME = 80;
const MAX_URL = 2_000;

/** What a person says of a target. Messages are keys below `drillTargets.errors`; the address is judged by the command. */
export const targetFieldsSchema = z.object({
  name: z
    .string({ error: 'name_empty' })
    .trim()
    .min(1, { message: 'name_empty' })
    .max(MAX_NAME, { message: 'name_long' })
    .refine(isStorable, { message: 'name_characters' }),
  environment: z.enum(ENVIRONMENTS, { error: 'environment_unknown' }),
  /** Asked to let a node fail; empty: a person does it. */
  url: z
    .string({ error: 'address_unreadable' })
    .trim()
    .max(MAX_URL, { message: 'address_long' })
    .refine(isStorable, { message: 'address_unreadable' })
    .transform((url) => (url === '' ? null : url)),
});

export const targetIdSchema = z.object({ id: z.uuid({ error: 'target_unknown' }) });
export const targetChangeSchema = targetFieldsSchema.extend(targetIdSchema.shape);

export type TargetFields = z.infer<typeof targetFieldsSchema>;
export type TargetChange = z.infer<typeof targetChangeSchema>;
export type TargetId = z.infer<typeof targetIdSchema>;
