import { z } from 'zod';
import { STANDARD_PARTS } from '@/lib/policy/vocabulary';

export const bringInLineSchema = z.object({
  groupId: z.uuid(),
  /** Null = all that the standard says. */
  part: z.enum(STANDARD_PARTS).nullable(),
});
