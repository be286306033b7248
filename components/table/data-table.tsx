'use client';

import type { Header, ReactTable, RowData } from '@tanstack/react-table';
import { useMemo } from 'react';
import classes from './data-table.module.css';
import type { ListFeatures } from './features';
import { SortMark } from './sort-mark';

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

/**
 * A dense table with a sticky header; where it is narrow, each row becomes a card. Columns with an
 * accessor sort on a click on their name.
 */
export function DataTable<TData extends RowData>({
  table,
  label,
  busy = false,
}: {
  table: ReactTable<ListFeatures, TData>;
  label: string;
  busy?: boolean;
}) {
  const { rows } = table.getRowModel();
  const columns = table.getAllLeafColumns();
  const { FlexRender } = table;
  // Rows cost most: they are made anew for other rows or columns only, not while an answer is under way.
  // biome-ignore lint/correctness/useExhaustiveDependencies: cells come from the rows, and change with the columns
  const body = useMemo(
    () =>
      rows.map((row) => (
        <tr key={row.id} className={classes.row}>
          {row.getAllCells().map((cell) => {
            const { meta } = cell.column.columnDef;
            const Tag = meta?.heading ? 'th' : 'td';
            return (
              <Tag
                key={cell.id}
                scope={meta?.heading ? 'row' : undefined}
                className={classes.cell}
                data-heading={meta?.heading}
                data-align={meta?.align}
              >
                {meta?.heading ? null : <span className={classes.label}>{meta?.label}</span>}
                <div className={classes.value}>
                  <FlexRender cell={cell} />
                </div>
              </Tag>
            );
          })}
        </tr>
      )),
    [rows, columns, FlexRender],
  );
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label={label} aria-busy={busy}>
        <thead className={classes.head}>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <HeaderCell key={header.id} header={header} />
              ))}
            </tr>
          ))}
        </thead>
        <tbody>{body}</tbody>
      </table>
    </div>
  );
}

function HeaderCell<TData extends RowData>({ header }: { header: Header<ListFeatures, TData> }) {
  const { column } = header;
  const { meta } = column.columnDef;
  const sorted = column.getIsSorted();
  const note = meta?.note ? <span className={classes.note}>{meta.note}</span> : null;
  return (
    <th
      scope="col"
      aria-sort={sorted ? ARIA_SORT[sorted] : undefined}
      className={classes.headCell}
      data-align={meta?.align}
      style={meta?.width ? { width: `${meta.width}%` } : undefined}
    >
      {column.getCanSort() ? (
        <>
          <button type="button" className={classes.sort} onClick={column.getToggleSortingHandler()}>
            {meta?.label}
            <SortMark order={sorted} />
          </button>
          <span className={classes.onPaper}>{meta?.label}</span>
        </>
      ) : (
        <span className={classes.plain}>{meta?.label}</span>
      )}
      {note}
    </th>
  );
}
