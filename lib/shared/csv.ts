import { type Options, stringify } from 'csv-stringify/sync';

/** A cell: numbers stay numbers, null is empty. */
export type CsvCell = string | number | null;

const OPTIONS: Options = {
  record_delimiter: 'windows',
  // Any line end within a cell, not only the file's own.
  quoted_match: /[\r\n]/,
  // A cell that a spreadsheet would run as a formula (= + - @ tab CR first) gets an apostrophe before it.
  escape_formulas: true,
};

/** The beginning of a CSV file (RFC 4180, UTF-8): a byte order mark, so that Excel reads it right, and the header. */
export function csvHead(header: readonly string[]): string {
  return stringify([[...header]], { ...OPTIONS, bom: true });
}

/** Rows of a CSV file. */
export function csvRows(rows: readonly (readonly CsvCell[])[]): string {
  return stringify(
    rows.map((row) => [...row]),
    OPTIONS,
  );
}
