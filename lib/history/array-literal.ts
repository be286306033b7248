/** Values as the text of a one-dimensional Postgres array; null and undefined are NULL. */
export function arrayLiteral(values: readonly (string | number | null | undefined)[]): string {
  return `{${values.map(element).join(',')}}`;
}

/** Quoted, nothing is taken for something else: no `NULL`, no blank that is trimmed, no brace. */
function element(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return 'NULL';
  return typeof value === 'number' ? String(value) : `"${value.replace(/["\\]/g, '\\$&')}"`;
}
