import { z } from 'zod';

/** Our own row ids (uuid). Branded so that a node's id is never passed for a workflow's. */
export const workflowIdSchema = z.uuid().brand<'WorkflowId'>();
export const nodeRowIdSchema = z.uuid().brand<'NodeRowId'>();
export type WorkflowId = z.infer<typeof workflowIdSchema>;
export type NodeRowId = z.infer<typeof nodeRowIdSchema>;

/** Slug of an owner group, as it stands in YAML: `payments-ops`. */
export const ownerSlugSchema = z
  .string()
  .min(1, { message: 'owner_slug_empty' })
  .max(64, { message: 'owner_slug_long' })
  .regex(/^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/, { message: 'owner_slug_shape' });
