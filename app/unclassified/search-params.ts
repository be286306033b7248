import { firstOf, type ListRules, listHref, type RawParams, readListQuery } from '@/app/_list/search-params';
import {
  firstUnclassifiedOrder,
  UNCLASSIFIED_SORTS,
  type UnclassifiedQuery,
  type UnclassifiedSort,
} from '@/lib/insight/unclassified-list';
import { isStorable } from '@/lib/shared/storable';

const UNCLASSIFIED: ListRules<UnclassifiedSort> = {
  path: '/unclassified',
  sorts: UNCLASSIFIED_SORTS,
  usual: 'failures',
  firstOrder: firstUnclassifiedOrder,
};

/** Reads the list's state from the URL; what makes no sense there is as good as absent. */
export function readUnclassifiedQuery(params: RawParams): UnclassifiedQuery {
  return { ...readListQuery(params, UNCLASSIFIED), group: firstOf(params.group) || null };
}

/** Writes the state into a link; what is as usual is left out, so that links stay short. */
export function unclassifiedHref(query: UnclassifiedQuery): string {
  return listHref(query, UNCLASSIFIED, { group: query.group ?? '' });
}

/** The list of a group (slug, or that of the reader's own); null = of all. */
export function unclassifiedOf(group: string | null): string {
  return unclassifiedHref({ ...readUnclassifiedQuery({}), group });
}

/** The list as a download: the same state, all pages of it. */
export function unclassifiedCsvHref(query: UnclassifiedQuery): string {
  return listHref(
    { ...query, page: 1 },
    { ...UNCLASSIFIED, path: '/api/v1/unclassified.csv' },
    { group: query.group ?? '' },
  );
}

/** What the page of one code is about. */
export interface CodeAsked {
  /** As the log has it; null = failures without a code. */
  readonly code: string | null;
  /** Row id of the node that one came from: it alone is chosen at first; null = all that show the code. */
  readonly node: string | null;
}

/** Reads which code a link is about; null where it names none. An empty code is a code. */
export function readCodeAsked(params: RawParams): CodeAsked | null {
  const code = firstOf(params.code);
  const node = firstOf(params.node) || null;
  if (code !== undefined) return isStorable(code) ? { code, node } : null;
  return firstOf(params.nocode) === '1' ? { code: null, node } : null;
}

/** The page of one code. */
export function codeHref({
  code,
  node = null,
}: {
  readonly code: string | null;
  readonly node?: string | null;
}): string {
  const params = new URLSearchParams(code === null ? { nocode: '1' } : { code });
  if (node !== null) params.set('node', node);
  return `/unclassified/code?${params}`;
}
