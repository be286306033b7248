import { z } from 'zod';
import { nodeRowIdSchema } from '@/lib/model/ids';

/** As many as a person takes at once: some pages of the list. */
const MOST_TAKEN = 500;

export const takeThresholdsSchema = z.object({
  choices: z
    .array(z.object({ nodeRowId: nodeRowIdSchema, code: z.string().min(1), failures: z.int().positive() }))
    .min(1)
    .max(MOST_TAKEN),
});
export type TakeThresholdsInput = z.output<typeof takeThresholdsSchema>;

export const undoThresholdsSchema = z.object({
  nodeRowIds: z.array(nodeRowIdSchema).min(1).max(MOST_TAKEN),
  /** When they were taken (ISO), as the command said. */
  at: z.iso.datetime(),
});
export type UndoThresholdsInput = z.output<typeof undoThresholdsSchema>;
