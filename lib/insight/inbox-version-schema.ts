import { z } from 'zod';
import { fingerprintSchema, lookedAtSchema } from '@/lib/alerts/inbox-schema';

/** What an open page asks by; without `key`, of all hand-offs that wait. Only what Postgres can compare with. */
export const inboxVersionSchema = z.object({
  key: fingerprintSchema.nullable(),
  since: lookedAtSchema.nullable(),
});
