import { type FailureEntry, STANDINGS, type Standing } from './failure-entries';
import { cutPage, type ListPage, type ListQuery, type SortOrder } from './list';
import { hasWords, searchWords } from './search';

export const FAILURE_SORTS = [
  'failures',
  'executions',
  'rate',
  'final',
  'recovered',
  'first',
  'last',
  'node',
  'code',
  'class',
  'owner',
] as const;
export type FailureSort = (typeof FAILURE_SORTS)[number];

/** Everything that the URL says about the page; `workflow` names a `WorkflowChoice`. */
export interface FailureQuery extends ListQuery<FailureSort> {
  readonly standing: Standing | null;
}

export interface FailureList extends ListPage<FailureEntry> {
  /** All that match, on every page: what the chart shows. */
  readonly matching: readonly FailureEntry[];
  /** How many entries the list would hold with that class chosen. */
  readonly counts: Readonly<Record<Standing, number>>;
}

/** How readers of a language order words, and how they call a missing code (so that it can be found). */
export interface ReaderWords {
  readonly locale: string;
  readonly noCode: string;
}

/** Filters, sorts, counts and pages the entries. What lacks the figure sorted by stands last in either order. */
export function failureList(all: readonly FailureEntry[], query: FailureQuery, words: ReaderWords): FailureList {
  const wanted = searchWords(query.search);
  const found = all.filter((entry) => hasWords(textsOf(entry, words.noCode), wanted));
  const matching = query.standing === null ? found : found.filter((entry) => stands(entry, query.standing));
  const sorted = matching.toSorted(comparator(query, words));
  return {
    ...cutPage(sorted, query.page),
    matching,
    counts: {
      transient: found.filter((entry) => stands(entry, 'transient')).length,
      terminal: found.filter((entry) => stands(entry, 'terminal')).length,
      unclassified: found.filter((entry) => stands(entry, 'unclassified')).length,
      unknown: found.filter((entry) => stands(entry, 'unknown')).length,
    },
  };
}

/** The order in which a column starts: figures and times from the highest, words from A. */
export function firstFailureOrder(sort: FailureSort): SortOrder {
  return sort === 'node' || sort === 'code' || sort === 'class' || sort === 'owner' ? 'asc' : 'desc';
}

/** The distinct classes of an entry, over its workflows, in the order of `STANDINGS`. */
export function standingsOf(entry: FailureEntry): Standing[] {
  return STANDINGS.filter((standing) => stands(entry, standing));
}

function stands(entry: FailureEntry, standing: Standing | null): boolean {
  return entry.parts.some((part) => part.standing === standing);
}

function textsOf(entry: FailureEntry, noCode: string): (string | null)[] {
  const parts = entry.parts.flatMap((part) => [
    part.nodeName,
    part.workflowName,
    part.workflowKey,
    part.owner?.name ?? null,
    part.owner?.slug ?? null,
  ]);
  return [entry.nodeId, entry.errorCode ?? noCode, ...parts];
}

type Compare = (a: FailureEntry, b: FailureEntry) => number;

/** By what is asked, then most failures first; the key makes the order total. */
function comparator({ sort, order }: FailureQuery, { locale, noCode }: ReaderWords): Compare {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const sign = order === 'asc' ? 1 : -1;
  const by: Record<FailureSort, (entry: FailureEntry) => number | string | null> = {
    failures: (entry) => entry.failures,
    executions: (entry) => entry.executions,
    rate: (entry) => entry.rate,
    final: (entry) => entry.finalFailures,
    recovered: (entry) => entry.recovered,
    first: (entry) => entry.firstSeen.getTime(),
    last: (entry) => entry.lastSeen.getTime(),
    node: (entry) => entry.nodeName,
    code: (entry) => entry.errorCode ?? noCode,
    class: (entry) => Math.max(...entry.parts.map((part) => STANDINGS.indexOf(part.standing))),
    owner: (entry) => entry.parts.find((part) => part.owner !== null)?.owner?.name ?? null,
  };
  const value = by[sort];
  const asked: Compare = (a, b) => {
    const [left, right] = [value(a), value(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    if (typeof left === 'string' || typeof right === 'string') return sign * compare(String(left), String(right));
    return sign * (left - right);
  };
  return (a, b) => asked(a, b) || b.failures - a.failures || (a.key < b.key ? -1 : 1);
}
