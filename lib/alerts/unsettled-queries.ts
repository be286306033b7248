import { Prisma } from '@/lib/db/generated/client';

/**
 * Records that wait for a person: to the letter the predicate of the index `hand_off_unsettled`, without which
 * Postgres reads them all. `h` is what the query calls the table, where it has more than one.
 */
export const UNSETTLED = Prisma.sql`state = any (array['open'::text, 'acknowledged'::text])`;
export const H_UNSETTLED = Prisma.sql`h.${UNSETTLED}`;
