import type { CatalogueEntry } from '@/lib/catalogue/entry';
import { extraOf, isReplaced } from '@/lib/catalogue/entry';
import { ALIASES, type AliasRow, SQLSTATES } from '@/lib/policy/aliases';
import {
  CATALOGUE,
  type CatalogueRow,
  type CatalogueSaying,
  catalogueRow,
  catalogueSays,
} from '@/lib/policy/catalogue';
import { FAILURE_CLASSES, type FailureClass } from '@/lib/policy/vocabulary';
import { groupBy } from '@/lib/shared/group-by';
import { hasWords, searchWords } from './search';

/** What narrows the page of the catalogue; null = not narrowed. */
export interface CatalogueFilter {
  readonly search: string;
  readonly class: FailureClass | null;
  /** Only what people added, or only what is built in. */
  readonly from: CatalogueOrigin | null;
}

export const CATALOGUE_ORIGINS = ['added', 'built_in'] as const;
export type CatalogueOrigin = (typeof CATALOGUE_ORIGINS)[number];

/** A built-in row with what systems write for it. */
export interface BuiltInRow extends CatalogueRow {
  readonly spellings: readonly string[];
  /** Somebody has said otherwise of the same token: theirs holds. */
  readonly replaced: boolean;
}

/** What somebody added, with the class that it comes to. */
export interface AddedRow extends CatalogueEntry {
  readonly becomes: FailureClass;
}

export interface CatalogueList {
  readonly added: readonly AddedRow[];
  readonly builtIn: readonly BuiltInRow[];
  /** What the catalogue says of exactly what was searched for; null = nothing, or nothing was. */
  readonly says: CatalogueSaying | null;
}

/** What was typed or linked to, as a class; null for anything else. */
export function classNamed(text: string | undefined): FailureClass | null {
  return FAILURE_CLASSES.find((each) => each === text) ?? null;
}

/** Rows in which every word of the search stands, or which the search means as a code: `503` finds `http_5xx`. */
export function catalogueList(entries: readonly CatalogueEntry[], filter: CatalogueFilter): CatalogueList {
  const { search, from } = filter;
  const extra = extraOf(entries);
  const words = searchWords(search);
  const says = search.trim() === '' ? null : catalogueSays(search, extra);
  const meant = says && catalogueRow(says.token, extra)?.token;
  const wanted = (failureClass: FailureClass) => filter.class === null || filter.class === failureClass;
  const added = entries.flatMap((entry): AddedRow[] => {
    const becomes = entry.class ?? catalogueRow(entry.means ?? '', extra)?.class ?? 'terminal';
    const found = hasWords([entry.code, entry.means, entry.source, entry.writtenBy], words);
    return found && wanted(becomes) ? [{ ...entry, becomes }] : [];
  });
  const builtIn = CATALOGUE.filter(({ class: each }) => wanted(each)).flatMap((row): BuiltInRow[] => {
    const spellings = SPELLINGS.get(row.token) ?? [];
    if (row.token !== meant && !hasWords([row.token, row.source, ...spellings], words)) return [];
    return [{ ...row, spellings, replaced: isReplaced(row, entries) }];
  });
  return { added: from === 'built_in' ? [] : added, builtIn: from === 'added' ? [] : builtIn, says };
}

/** A class of SQLSTATEs is no code by itself: `22` stands for all that begin with it. */
function ofClass(row: AliasRow): AliasRow {
  return row.from.length === 2 ? { ...row, from: `${row.from}xxx` } : row;
}

/** By the row that decides them, short names first. */
const SPELLINGS: ReadonlyMap<string, readonly string[]> = new Map(
  [...groupBy([...ALIASES, ...SQLSTATES.map(ofClass)], ({ token }) => catalogueRow(token)?.token ?? token)].map(
    ([token, rows]) => [token, rows.map(({ from }) => from).toSorted((a, b) => a.length - b.length)],
  ),
);
