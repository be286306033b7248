import { type RowData, type SortingState, type TableOptions, useTable } from '@tanstack/react-table';
import { type ListQuery, ROWS_PER_PAGE, type SortOrder } from '@/lib/insight/list';
import { type ListFeatures, listFeatures } from './features';

/**
 * The model of a list that the server sorts and pages. Ids of sortable columns are the sort keys of the
 * URL (`sorts`); `matches` is the number of rows over all pages.
 */
export function useListTable<TData extends RowData, Sort extends string>({
  columns,
  data,
  rowId,
  matches,
  query,
  sorts,
  change,
}: {
  columns: TableOptions<ListFeatures, TData>['columns'];
  data: readonly TData[];
  rowId: (row: TData) => string;
  matches: number;
  query: ListQuery<Sort>;
  sorts: readonly Sort[];
  change: (part: { sort: Sort; order: SortOrder }) => void;
}) {
  const sorting: SortingState = [{ id: query.sort, desc: query.order === 'desc' }];
  return useTable({
    features: listFeatures,
    columns,
    data,
    getRowId: rowId,
    manualSorting: true,
    manualPagination: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    rowCount: matches,
    state: { sorting, pagination: { pageIndex: query.page - 1, pageSize: ROWS_PER_PAGE } },
    onSortingChange: (update) => {
      const [first] = typeof update === 'function' ? update(sorting) : update;
      const sort = sorts.find((each) => each === first?.id);
      if (first && sort) change({ sort, order: first.desc ? 'desc' : 'asc' });
    },
  });
}
