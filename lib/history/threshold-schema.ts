import { z } from 'zod';
import { MAX_THRESHOLD_DAYS, MIN_THRESHOLD_DAYS, MOST_EXECUTIONS, MOST_FAILURES } from './threshold-limits';

/** What a source's thresholds rest on. Issues name the limit that does not hold. */
export const thresholdSettingSchema = z.object({
  sourceId: z.uuid(),
  executions: z
    .int({ error: 'threshold_executions' })
    .min(1, 'threshold_executions')
    .max(MOST_EXECUTIONS, 'threshold_executions'),
  failures: z
    .int({ error: 'threshold_failures' })
    .min(1, 'threshold_failures')
    .max(MOST_FAILURES, 'threshold_failures'),
  windowDays: z
    .int({ error: 'threshold_days' })
    .min(MIN_THRESHOLD_DAYS, 'threshold_days')
    .max(MAX_THRESHOLD_DAYS, 'threshold_days'),
});
export type ThresholdSettingInput = z.output<typeof thresholdSettingSchema>;

/** Null: all sources. */
export const measureSchema = z.object({ sourceId: z.uuid().nullable() });
