import {
  BULK_FLAGS,
  BULK_STANDINGS,
  type BulkFlag,
  type BulkPhase,
  type BulkStanding,
} from '@/lib/workflows/bulk-vocabulary';

/** What of a bulk change can be looked at by itself. */
export type BulkShown = BulkStanding | BulkFlag;

export interface BulkParams {
  /** Null: all nodes. */
  readonly show: BulkShown | null;
  readonly page: number;
}

type RawParams = Readonly<Record<string, string | string[] | undefined>>;

const MAX_PAGE = 1_000;

/** What can be shown in a phase, in the order in which it is offered. */
export function shownIn(phase: BulkPhase): readonly BulkShown[] {
  return phase === 'preview' ? [...BULK_STANDINGS.preview, ...BULK_FLAGS] : BULK_STANDINGS[phase];
}

/** Reads what is to be shown; what makes no sense in the present phase is as good as nothing. */
export function readBulkParams(params: RawParams, phase: BulkPhase): BulkParams {
  const page = Number(first(params.page));
  const asked = first(params.show);
  const show = shownIn(phase).find((each) => each === asked) ?? null;
  return { show, page: Number.isInteger(page) && page > 0 && page < MAX_PAGE ? page : 1 };
}

/** Link to a part of the nodes of a bulk change. */
export function bulkHref(id: string, { show, page }: BulkParams): string {
  const query = new URLSearchParams();
  if (show !== null) query.set('show', show);
  if (page > 1) query.set('page', `${page}`);
  const text = query.toString();
  return `/bulk/${id}${text === '' ? '' : `?${text}`}`;
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
