import { ITEM_STATES, type ItemState } from '@/lib/workflows/batch-vocabulary';

/** What of an import can be looked at by itself. */
export const SHOWN = {
  look: ['look'],
  unreadable: ['unreadable'],
  refused: ['refused'],
  imported: ['imported'],
  replaced: ['replaced'],
  unchanged: ['unchanged'],
  skipped: ['skipped'],
  open: ['waiting', 'received', 'cancelled'],
} as const satisfies Readonly<Record<string, readonly ItemState[]>>;
export type Shown = keyof typeof SHOWN;
/** In the order in which they are offered: what wants doing comes first. */
export const KINDS: readonly Shown[] = [
  'look',
  'unreadable',
  'refused',
  'imported',
  'replaced',
  'unchanged',
  'skipped',
  'open',
];

export interface BatchParams {
  /** Null: all. */
  readonly show: Shown | null;
  readonly page: number;
}

type RawParams = Readonly<Record<string, string | string[] | undefined>>;

/** Reads what is to be shown; nonsense is as good as nothing. */
export function readBatchParams(params: RawParams): BatchParams {
  const page = Number(first(params.page));
  const asked = first(params.show);
  const show = isShown(asked) ? asked : null;
  return { show, page: Number.isInteger(page) && page > 0 && page < MAX_PAGE ? page : 1 };
}
const MAX_PAGE = 1_000;

/** The states that belong to it. */
export function statesOf(show: Shown | null): readonly ItemState[] {
  return show === null ? ITEM_STATES : SHOWN[show];
}

/** Link to a part of the files of an import. */
export function batchHref(id: string, { show, page }: BatchParams): string {
  const query = new URLSearchParams();
  if (show !== null) query.set('show', show);
  if (page > 1) query.set('page', `${page}`);
  const text = query.toString();
  return `/import/batches/${id}${text === '' ? '' : `?${text}`}`;
}

function isShown(value: string | undefined): value is Shown {
  return value !== undefined && Object.hasOwn(SHOWN, value);
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
