const HALF_PAIR = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/**
 * False for a text that Postgres cannot keep (text and jsonb): one with a NUL, or with half of a
 * surrogate pair. A file may hold either, written as an escape such as `"\\u0000"`.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && !HALF_PAIR.test(text);
}

/** The same for every key and text within a JSON value. */
export function isStorableJson(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (Array.isArray(value)) return value.every(isStorableJson);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, each]) => isStorable(key) && isStorableJson(each));
}
