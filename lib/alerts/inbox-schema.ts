import { z } from 'zod';
import { isStorable } from '@/lib/shared/storable';
import { MAX_KEYS, MAX_NOTE } from './inbox-limits';

/** Of a key, as `fingerprintOf` makes it. */
export const fingerprintSchema = z.string().regex(/^[0-9a-f]{32}$/, { message: 'fingerprint_shape' });

/** When somebody looked. Postgres knows no year 0, and nobody looked before the product was there. */
export const lookedAtSchema = z.iso
  .datetime({ message: 'seen_until_shape' })
  .refine((time) => time >= '1970', { message: 'seen_until_shape' });

/** Which hand-offs: of these keys, those that had become known when the person looked. */
export const inboxKeysSchema = z.object({
  keys: z
    .array(z.object({ fingerprint: fingerprintSchema, seenUntil: lookedAtSchema }))
    .min(1, { message: 'keys_none' })
    .max(MAX_KEYS, { message: 'keys_many' }),
});

export const inboxAssignSchema = inboxKeysSchema.extend({
  /** Null: nobody any more. */
  personId: z.uuid({ message: 'person_shape' }).nullable(),
});

export const inboxResolveSchema = inboxKeysSchema.extend({
  /** What was done about it. */
  note: z
    .string()
    .trim()
    .min(1, { message: 'note_empty' })
    .max(MAX_NOTE, { message: 'note_long' })
    .refine(isStorable, { message: 'note_characters' }),
});

export type InboxKeys = z.infer<typeof inboxKeysSchema>;
export type InboxAssign = z.infer<typeof inboxAssignSchema>;
export type InboxResolve = z.infer<typeof inboxResolveSchema>;
