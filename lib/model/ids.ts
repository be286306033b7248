import { z } from 'zod';

/** Our own row ids (uuid). Branded so that a node's id is never passed for a workflow's. */
export const workflowIdSchema = z.uuid().brand<'WorkflowId'>();
export const nodeRowIdSchema = z.uuid().brand<'NodeRowId'>();
export type WorkflowId = z.infer<typeof workflowIdSchema>;
export type NodeRowId = z.infer<typeof nodeRowIdSchema>;

/**
 * The longest key of a workflow and id of a node; UTF-16 units. As long as the name of a file may be, by which a
 * workflow without a key is called, and well within what an index of Postgres takes.
 */
export const MAX_KEY_CHARACTERS = 255;

/** Slug of an owner group, as it stands in YAML: `payments-ops`. */
export const ownerSlugSchema = z
  .string()
  .min(1, { message: 'owner_slug_empty' })
  .max(64, { message: 'owner_slug_long' })
  .regex(/^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/, { message: 'owner_slug_shape' });
