import { z } from 'zod';
import { nodeRowIdSchema, workflowIdSchema } from '@/lib/model/ids';
import { publishManySchema } from './schema';

/** Number of a version, as a column of the database holds it. */
export const versionNumberSchema = z.int().min(1).max(2_147_483_647);

/** Policies of an earlier version to bring back. */
export const restoreSchema = z.object({
  workflowId: workflowIdSchema,
  /** Whose policies. */
  version: versionNumberSchema,
  /** `Workflow.version` that the person saw when deciding. */
  seenVersion: versionNumberSchema,
  nodeRowIds: z.array(nodeRowIdSchema).min(1, { message: 'nothing_chosen' }),
  note: publishManySchema.shape.note,
});
export type RestoreInput = z.output<typeof restoreSchema>;
