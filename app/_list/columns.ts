/** Written for "none of them", which an empty parameter could not say. */
const NONE = '-';

/** Reads a choice of columns (`a.b.c`) from a URL or cookie, in the list's own order; null where it says nothing. */
export function readColumns<Column extends string>(
  text: string | undefined,
  all: readonly Column[],
): readonly Column[] | null {
  if (text === NONE) return [];
  const named = (text ?? '').split('.');
  const columns = all.filter((column) => named.includes(column));
  return columns.length === 0 ? null : columns;
}

/** Writes a choice of columns; empty for null, which leaves it to what is remembered. */
export function writeColumns(columns: readonly string[] | null): string {
  if (columns === null) return '';
  return columns.length === 0 ? NONE : columns.join('.');
}

/** The cookie that remembers the columns of a list. */
export function columnsCookie(list: string): string {
  return `columns_${list}`;
}
