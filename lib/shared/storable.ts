const HALF_PAIR = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/**
 * False for a text that Postgres cannot keep (text and jsonb): one with a NUL, or with half of a
 * surrogate pair. A file may hold either, written as an escape such as `"\\u0000"`.
 */
export function isStorable(text: string): boolean {
  return nextUnstorable(text, 0) === -1;
}

/** Where the next character stands that makes a text unstorable, from this offset on; -1 = there is none. */
export function nextUnstorable(text: string, from: number): number {
  const nul = text.indexOf('\0', from);
  HALF_PAIR.lastIndex = from;
  const half = HALF_PAIR.exec(text)?.index ?? -1;
  return nul === -1 || half === -1 ? Math.max(nul, half) : Math.min(nul, half);
}

/** An entry of an index holds 2,704 bytes at most: those of the history have four ids, or two and a code. */
const MAX_INDEX_BYTES = 600;

/** False for an id or code that is too long, in bytes, to stand in an index beside others. */
export function fitsIndex(text: string): boolean {
  // No character has more than three bytes for each of its UTF-16 units.
  return text.length * 3 <= MAX_INDEX_BYTES || new TextEncoder().encode(text).length <= MAX_INDEX_BYTES;
}

/** The same for every key and text within a JSON value. */
export function isStorableJson(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (Array.isArray(value)) return value.every(isStorableJson);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, each]) => isStorable(key) && isStorableJson(each));
}
