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
