import { z } from 'zod';

export const rollupPauseSchema = z.object({
  sourceId: z.uuid(),
  /** True: steps are no longer rolled up; figures stay exact and become slow. False: it goes on where it was. */
  paused: z.boolean(),
});

export const recountSchema = z.object({
  sourceId: z.uuid(),
  /** The last node that an earlier call has counted; null begins at the first. */
  after: z.object({ workflowKey: z.string(), nodeId: z.string() }).nullable(),
});
