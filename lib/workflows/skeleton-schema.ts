import { z } from 'zod';
import { nodeRowIdSchema, workflowIdSchema } from '@/lib/model/ids';
import { publishManySchema } from './schema';

const MAX_NODES = 5_000;

/** The chosen nodes, each at the version that the person has seen. */
const chosenSchema = z
  .array(z.object({ nodeRowId: nodeRowIdSchema, version: z.int().positive() }))
  .min(1)
  .max(MAX_NODES);

export const skeletonDraftsSchema = z.object({ workflowId: workflowIdSchema, nodes: chosenSchema });
export type SkeletonDraftsInput = z.output<typeof skeletonDraftsSchema>;

export const skeletonPublishSchema = skeletonDraftsSchema.extend({
  note: publishManySchema.shape.note,
});
export type SkeletonPublishInput = z.output<typeof skeletonPublishSchema>;

export const skeletonUndoSchema = z.object({
  workflowId: workflowIdSchema,
  nodeRowIds: z.array(nodeRowIdSchema).min(1).max(MAX_NODES),
  /** When the drafts were made (ISO), as the command said. */
  at: z.iso.datetime(),
});
export type SkeletonUndoInput = z.output<typeof skeletonUndoSchema>;

export const skeletonPreviewSchema = z.object({ nodeRowId: nodeRowIdSchema });
