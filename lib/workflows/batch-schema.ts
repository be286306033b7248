import { z } from 'zod';
import { isStorable } from '@/lib/shared/storable';
import { judgePath } from './batch-files';

/** What may stand in one batch; an archive counts by what is in it. */
export const MAX_BATCH_FILES = 5_000;
/** An archive, or all files of one request. */
export const MAX_UPLOAD_BYTES = 24 * 1024 * 1024;

/**
 * What can be said of a file of a batch. `waiting`: not sent yet; `received`: its turn will come; `look`: it would
 * replace something; `unreadable`: kept, with the reasons; `skipped`: no definition by its name.
 */
export const ITEM_STATES = [
  'waiting',
  'received',
  'imported',
  'replaced',
  'unchanged',
  'look',
  'unreadable',
  'refused',
  'skipped',
  'cancelled',
] as const;
export type ItemState = (typeof ITEM_STATES)[number];

/** Why a file was not taken: a key below `batches.reasons`, with what fills its placeholders. */
export const ITEM_REASONS = [
  'other_kind',
  'path_outside',
  'path_bad',
  'too_large',
  'empty',
  'ambiguous_sidecar',
  'zip_damaged',
  'zip_entries',
  'zip_total',
  'zip_too_large',
  'zip_in_zip',
  'batch_full',
  'entry_damaged',
  'name_twice',
  'name_encoding',
  'encrypted',
  'packing',
  'link',
  'not_owner',
  'waiver_not_owner',
  'drafts_at_risk',
  'unexpected',
  'unopened',
  'conflicts',
  'merge_impossible',
  'no_base',
] as const;
export type ItemReason = (typeof ITEM_REASONS)[number];

export interface ItemRefusal {
  readonly reason: ItemReason;
  readonly values?: Readonly<Record<string, string | number>>;
}

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
