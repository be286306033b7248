export type SortOrder = 'asc' | 'desc';

export const ROWS_PER_PAGE = 50;

/** What the URL of every list says; each list adds its own. `page` is 1-based. */
export interface ListQuery<Sort extends string> {
  readonly search: string;
  /** Which workflow the list is narrowed to; null = all. */
  readonly workflow: string | null;
  readonly sort: Sort;
  readonly order: SortOrder;
  readonly page: number;
}

export interface ListPage<Row> {
  readonly rows: readonly Row[];
  /** The page that is shown: the asked one, or the last when there are fewer. */
  readonly page: number;
  readonly pages: number;
}

/** Cuts the asked page (1-based) out of all rows; there is always one page, if an empty one. */
export function cutPage<Row>(all: readonly Row[], asked: number): ListPage<Row> {
  const pages = Math.max(1, Math.ceil(all.length / ROWS_PER_PAGE));
  const page = Math.min(Math.max(1, asked), pages);
  return { rows: all.slice((page - 1) * ROWS_PER_PAGE, page * ROWS_PER_PAGE), page, pages };
}
