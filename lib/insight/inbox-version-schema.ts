import { z } from 'zod';
import { fingerprintSchema } from '@/lib/alerts/inbox-schema';

/** What an open page asks by; without `key`, of all hand-offs that wait. Only what Postgres can compare with. */
export const inboxVersionSchema = z.object({
  key: fingerprintSchema.nullable(),
  since: z.iso
    .datetime()
    .refine((time) => time >= '1970')
    .nullable(),
});
