import { MAX_KEY_CHARACTERS } from '@/lib/model/ids';
import type { Diagnostic, Place } from '@/lib/shared/diagnostic';

/** Deeper nesting is refused: no workflow needs it, and readers recurse. */
export const MAX_DEPTH = 100;
/** More values than this are refused; the largest public workflow files have some ten thousand. */
export const MAX_NODES = 200_000;
/** YAML words, marks and line breaks; keeps the reading of any text below a second or so. */
export const MAX_LEXEMES = 300_000;
/** Values that a text may come to once its aliases are expanded. */
export const MAX_EXPANDED_NODES = 400_000;
/** Beyond this the whole text is refused: to tell the sound nodes from the broken ones costs time for each. */
export const MAX_DUPLICATE_KEYS = 100;
/** After so many syntax errors the rest is noise. */
export const MAX_SYNTAX_ERRORS = 10;

/** What is wrong with a name that no index could hold, which stands at `place`; null where it is short enough. */
export function longName(
  code: 'node_id_long' | 'workflow_key_long',
  name: string,
  place: () => Place,
): Diagnostic | null {
  if (name.length <= MAX_KEY_CHARACTERS) return null;
  const values = { count: name.length, limit: MAX_KEY_CHARACTERS };
  return { code, severity: 'error', values, place: place() };
}
