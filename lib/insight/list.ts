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

/** The page (1-based) that is shown of so many rows, and how many there are; always one, if an empty one. */
export function shownPage(asked: number, matches: number, perPage = ROWS_PER_PAGE): { page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(matches / perPage));
  return { page: Math.min(Math.max(1, asked), pages), pages };
}

/** Cuts the asked page (1-based) out of all rows. */
export function cutPage<Row>(all: readonly Row[], asked: number): ListPage<Row> {
  const { page, pages } = shownPage(asked, all.length);
  return { rows: all.slice((page - 1) * ROWS_PER_PAGE, page * ROWS_PER_PAGE), page, pages };
}
