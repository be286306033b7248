import { z } from 'zod';
import { isStorable } from '@/lib/shared/storable';
import { isDay } from './calendar';
import { MAX_CYCLE_DAYS } from './cycle';

const cycleShape = z.object({
  name: z
    .string()
    .trim()
    .min(1, { message: 'cycle_name' })
    .max(80, { message: 'cycle_name' })
    .refine(isStorable, { message: 'cycle_name' }),
  /** `YYYY-MM-DD`. */
  firstDay: z.string().refine(isDay, { message: 'cycle_first_day' }),
  /** Null: to the end of the month. */
  lengthDays: z
    .number({ message: 'cycle_length' })
    .int({ message: 'cycle_length' })
    .min(1, { message: 'cycle_length' })
    .max(MAX_CYCLE_DAYS, { message: 'cycle_length' })
    .nullable(),
});

/** A business cycle as it is made: a name, a first day, and a length in days or "to the end of the month". */
export const businessCycleSchema = cycleShape;

export const businessCycleUpdateSchema = cycleShape.extend({ id: z.uuid() });
export const businessCycleIdSchema = z.object({ id: z.uuid() });
