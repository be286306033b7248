/** The words of a search, folded: case and full-width letters make no difference. */
export function searchWords(search: string): string[] {
  return fold(search)
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** True when every word stands somewhere in one of the texts. */
export function hasWords(texts: readonly (string | null | undefined)[], words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const folded = texts.filter((text) => typeof text === 'string').map(fold);
  return words.every((word) => folded.some((text) => text.includes(word)));
}

/** Makes texts comparable for a search: case and width no longer count. Postgres: `lower(normalize(…, NFKC))`. */
export function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
