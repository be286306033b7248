import { type FailureEntry, narrowEntry } from './failure-entries';
import { type FailureChoice, type FailureQuery, type FailureSort, STANDINGS, type Standing } from './failure-query';
import { cutPage, type ListPage } from './list';
import { hasWords, searchWords } from './search';

export interface FailureList extends ListPage<FailureEntry> {
  /** All that match, on every page, in order: what the chart shows and a download holds. */
  readonly matching: readonly FailureEntry[];
  /** How many entries the list would hold with that class chosen. */
  readonly counts: Readonly<Record<Standing, number>>;
}

/** How readers of a language order words, and how they call a missing code (so that it can be found). */
export interface ReaderWords {
  readonly locale: string;
  readonly noCode: string;
}

/**
 * Filters, sorts, counts and pages the entries. What lacks the figure sorted by stands last in either order.
 * Of an entry that is of several classes, a chosen class shows the workflows in which it is that.
 */
export function failureList(all: readonly FailureEntry[], query: FailureQuery, words: ReaderWords): FailureList {
  const found = searched(all, query.search, words.noCode);
  const matching = ofStanding(found, query.standing).toSorted(comparator(query, words));
  return {
    ...cutPage(matching, query.page),
    matching,
    counts: {
      transient: found.filter((entry) => stands(entry, 'transient')).length,
      terminal: found.filter((entry) => stands(entry, 'terminal')).length,
      unclassified: found.filter((entry) => stands(entry, 'unclassified')).length,
      unknown: found.filter((entry) => stands(entry, 'unknown')).length,
    },
  };
}

/** What a search and a class leave of the entries. */
export function chosenEntries(
  all: readonly FailureEntry[],
  { search, standing }: Pick<FailureChoice, 'search' | 'standing'>,
  noCode: string,
): FailureEntry[] {
  return ofStanding(searched(all, search, noCode), standing);
}

/** The distinct classes of an entry, over its workflows, in the order of `STANDINGS`. */
export function standingsOf(entry: FailureEntry): Standing[] {
  return STANDINGS.filter((standing) => stands(entry, standing));
}

function searched(all: readonly FailureEntry[], search: string, noCode: string): FailureEntry[] {
  const wanted = searchWords(search);
  return all.filter((entry) => hasWords(textsOf(entry, noCode), wanted));
}

function ofStanding(entries: readonly FailureEntry[], standing: Standing | null): FailureEntry[] {
  if (standing === null) return [...entries];
  return entries.flatMap((entry) => narrowEntry(entry, (part) => part.standing === standing) ?? []);
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
