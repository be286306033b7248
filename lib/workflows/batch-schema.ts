import { z } from 'zod';
import { isStorable } from '@/lib/shared/storable';
import { judgePath } from './batch-files';
import { ITEM_REASONS, ITEM_STATES, type ItemRefusal, MAX_BATCH_FILES } from './batch-vocabulary';

export const itemStateSchema = z.enum(ITEM_STATES);
export const itemReasonSchema = z.enum(ITEM_REASONS);
export const itemValuesSchema = z.record(z.string(), z.union([z.string(), z.number()]));

/** Number of nodes that replacing would add, take away and change. */
export const itemChangesSchema = z.object({
  added: z.int(),
  removed: z.int(),
  policyChanged: z.int(),
  otherwiseChanged: z.int(),
});
export type ItemChanges = z.output<typeof itemChangesSchema>;

const pathSchema = z.string().min(1).max(2_000).refine(isStorable, { message: 'path_bad' });

/** The files that will be sent, in their order; what is not taken is named too, with the reason. */
export const startBatchSchema = z.object({
  files: z
    .array(
      z.object({
        path: pathSchema,
        refusal: z
          .object({ reason: itemReasonSchema, values: itemValuesSchema.optional() })
          .optional()
          .meta({ description: 'Found before it was sent: it will not come' }),
      }),
    )
    .min(1, { message: 'no_files' })
    .max(MAX_BATCH_FILES, { message: 'batch_full' }),
});
export type StartBatchInput = z.output<typeof startBatchSchema>;

export const batchIdSchema = z.object({ id: z.uuid() });

/** `count`: how many replacements were confirmed. Where it is another number by now, nothing is done. */
export const replaceBatchSchema = z.object({ id: z.uuid(), count: z.int().positive() });

/** Why a path is not taken, as a refusal. */
export function refusedPath(path: string): ItemRefusal | null {
  const reason = judgePath(path);
  return reason && { reason };
}
