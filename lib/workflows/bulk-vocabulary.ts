/** Nodes that one bulk change may hold. */
export const MAX_BULK_NODES = 10_000;

/** How it is done: each workflow's nodes as one publication, or a draft on each node, for people to go on with. */
export const BULK_MODES = ['publish', 'draft'] as const;
export type BulkMode = (typeof BULK_MODES)[number];

/** Only looked at; begun (done when no node waits any more); being taken back. */
export const BULK_STATES = ['open', 'running', 'undoing'] as const;
export type BulkState = (typeof BULK_STATES)[number];

/**
 * Why a node is left as it is. `same`: the change changes nothing there; `draft`: somebody is writing there; `changed`:
 * it was published after the person had seen it; `cannot`: its engine lets no policy stand there; `gone`: it is not there
 * any more.
 */
export const BULK_LEFT = ['same', 'draft', 'changed', 'cannot', 'gone'] as const;
export type BulkLeft = (typeof BULK_LEFT)[number];

/** What is expected of a node: it changes, is refused, or is left as it is. */
export const BULK_FORECASTS = ['changes', 'refused', ...BULK_LEFT] as const;
export type BulkForecast = (typeof BULK_FORECASTS)[number];

/** What became of a node; `cancelled`: it was not begun. */
export const BULK_OUTCOMES = ['published', 'drafted', 'refused', ...BULK_LEFT, 'cancelled'] as const;
export type BulkOutcome = (typeof BULK_OUTCOMES)[number];

/** What became of taking a node's change back; `restored`: published again as it was; `discarded`: its draft is gone. */
export const BULK_UNDONE = ['restored', 'discarded', 'refused', ...BULK_LEFT, 'cancelled'] as const;
export type BulkUndone = (typeof BULK_UNDONE)[number];

/** What a bulk change is about to show: what is expected, what became of it, or of taking it back. */
export const BULK_PHASES = ['preview', 'results', 'undo'] as const;
export type BulkPhase = (typeof BULK_PHASES)[number];

/** How a node stands in each phase, in the order in which it is offered: what wants a look comes first. */
export const BULK_STANDINGS = {
  preview: ['waiting', 'refused', 'draft', 'changed', 'cannot', 'gone', 'changes', 'same'],
  results: ['waiting', 'refused', 'draft', 'changed', 'cannot', 'gone', 'cancelled', 'published', 'drafted', 'same'],
  undo: ['waiting', 'refused', 'draft', 'changed', 'cannot', 'gone', 'cancelled', 'restored', 'discarded', 'same'],
} as const satisfies Readonly<Record<BulkPhase, readonly ('waiting' | BulkForecast | BulkOutcome | BulkUndone)[]>>;
export type BulkStanding = (typeof BULK_STANDINGS)[BulkPhase][number];

/** Two more things that a node of the preview can be looked for by. */
export const BULK_FLAGS = ['loses', 'shares'] as const;
export type BulkFlag = (typeof BULK_FLAGS)[number];
