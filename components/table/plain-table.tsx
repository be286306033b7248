import type { ReactNode } from 'react';
import classes from './data-table.module.css';

export interface PlainColumn<Row> {
  readonly key: string;
  readonly label: string;
  readonly align?: 'end';
  /** The cell that names the row. */
  readonly heading?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

/** A short table as it comes, in the looks of the sortable one; where it is narrow, each row becomes a card. */
export function PlainTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  slim = false,
}: {
  label: string;
  columns: readonly PlainColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Few columns of few words: it stays a table wherever it stands. */
  slim?: boolean;
}) {
  return (
    <div className={classes.frame} data-slim={slim || undefined}>
      <table className={classes.table} aria-label={label}>
        <thead className={classes.head}>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={classes.headCell} data-align={column.align}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className={classes.row}>
              {columns.map((column) => (
                <Cell key={column.key} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell<Row>({ column, row }: { column: PlainColumn<Row>; row: Row }) {
  const { heading, align, label, cell } = column;
  const Tag = heading ? 'th' : 'td';
  return (
    <Tag
      scope={heading ? 'row' : undefined}
      className={classes.cell}
      data-heading={heading || undefined}
      data-align={align}
    >
      {heading ? null : <span className={classes.label}>{label}</span>}
      <div className={classes.value}>{cell(row)}</div>
    </Tag>
  );
}
