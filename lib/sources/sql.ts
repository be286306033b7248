import type { SqlText } from './attempt';

/** What may stand as a parameter. */
export type SqlValue = string | number | boolean | Date | null | readonly (string | null)[];

/** A piece of SQL that may stand within another: `chunks` has one text more than there are values. */
export interface SqlFragment extends SqlText {
  readonly chunks: readonly string[];
  readonly values: readonly SqlValue[];
}

/** Postgres cuts longer identifiers, and would then name something else. */
const MAX_IDENTIFIER_BYTES = 63;

/**
 * SQL with everything that is not our own text as a parameter (`$1`, …), but fragments: those of `ident`, `joinSql` and
 * other `sqlText`s stand in it as they are, their parameters numbered on.
 */
export function sqlText(texts: TemplateStringsArray, ...parts: readonly (SqlFragment | SqlValue)[]): SqlFragment {
  const chunks: string[] = [];
  const values: SqlValue[] = [];
  let open = texts[0] ?? '';
  for (const [index, part] of parts.entries()) {
    const after = texts[index + 1] ?? '';
    if (!isFragment(part)) {
      chunks.push(open);
      values.push(part);
      open = after;
      continue;
    }
    const [first = '', ...rest] = part.chunks;
    const last = rest.pop();
    values.push(...part.values);
    if (last === undefined) {
      open += first + after;
    } else {
      chunks.push(open + first, ...rest);
      open = last + after;
    }
  }
  return fragment([...chunks, open], values);
}

/**
 * Identifiers as they are, quoted and joined by dots: `ident('dify', 'apps')`. The only place that quotes. Throws for
 * what can be none (empty, NUL, more than 63 bytes); mappings refuse those before.
 */
export function ident(...names: readonly [string, ...string[]]): SqlFragment {
  return fragment([names.map(quoted).join('.')], []);
}

/** Fragments in a row, with one of our own texts between them; none: nothing. */
export function joinSql(
  parts: readonly SqlFragment[],
  between: ', ' | ' and ' | ' or ' | ' union all ' | ' ',
): SqlFragment {
  return parts.reduce((sum, part, index) => {
    if (index === 0) return part;
    return sqlText`${sum}${fragment([between], [])}${part}`;
  }, NOTHING);
}

/** No text at all. */
export const NOTHING: SqlFragment = fragment([''], []);

function fragment(chunks: readonly string[], values: readonly SqlValue[]): SqlFragment {
  const [first = '', ...rest] = chunks;
  return { chunks, values, text: rest.reduce((text, chunk, index) => `${text}$${index + 1}${chunk}`, first) };
}

function isFragment(part: SqlFragment | SqlValue): part is SqlFragment {
  return typeof part === 'object' && part !== null && 'chunks' in part;
}

function quoted(name: string): string {
  const bytes = new TextEncoder().encode(name).length;
  if (bytes === 0 || bytes > MAX_IDENTIFIER_BYTES || name.includes('\0')) throw new Error('not an identifier');
  return `"${name.replaceAll('"', '""')}"`;
}
