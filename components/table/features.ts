import { metaHelper, rowPaginationFeature, rowSortingFeature, tableFeatures } from '@tanstack/react-table';

/** What a column of a list says about itself beside its cells. */
export interface ListColumnMeta {
  /** Name of the column; stands in the header, and before the value in a card. */
  readonly label: string;
  /** The rule of a figure, in few words, below the name. */
  readonly note?: string;
  /** Figures stand to the right. */
  readonly align?: 'end';
  /** Wished share of the width, in percent; contents may need more. */
  readonly width?: number;
  /** The cell that names the row: heading of its card, header of its row. */
  readonly heading?: true;
}

/** Lists are sorted and paged on the server; the table only models what it is given. */
export const listFeatures = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
  columnMeta: metaHelper<ListColumnMeta>(),
});
export type ListFeatures = typeof listFeatures;
