import { countCoverage, leftToDo } from '../coverage';
import { cutPage, type ListPage, type SortOrder } from '../list';
import {
  failureRate,
  type NodeFilter,
  type NodeListPage,
  type NodeQuery,
  type NodeSort,
  type WorkflowChoice,
  withFilter,
} from '../node-list';
import type { NodeRow } from '../node-row';
import { hasWords, searchWords } from '../search';
import { standingOf } from '../standard-choice';

type ReferencePage = ListPage<NodeRow> & Omit<NodeListPage, 'rows' | 'total' | 'standards'>;

/**
 * The list of nodes over rows that are all in memory: what the query is compared with, in its answers by
 * a test and in its time by the bench. Filters, sorts, counts and pages the nodes. Names are ordered as readers of `locale` expect;
 * nodes without the figure that is sorted by stand last in either order.
 */
export function listPage(all: readonly NodeRow[], query: NodeQuery, locale: string): ReferencePage {
  const compareNames = new Intl.Collator(locale, { numeric: true }).compare;
  const workflows = workflowChoices(all, compareNames);
  const workflow = workflows.some(({ id }) => id === query.workflow) ? query.workflow : null;
  const inWorkflow = workflow === null ? all : all.filter((row) => row.workflowId === workflow);
  const { standard: asked = null } = query;
  const held = asked && all.find((row) => row.standard !== null && row.owner?.slug === asked.group);
  const standard = asked && held ? { ...asked, name: held.ownerName ?? '' } : null;
  const inside = inWorkflow.filter(
    (row) =>
      standard === null ||
      (row.standard !== null &&
        row.owner?.slug === standard.group &&
        standingOf(row.standard, standard.part) === standard.standing),
  );
  const words = searchWords(query.search);
  const found = inside.filter((row) => hasWords(textsOf(row), words));
  const matching = found.filter((row) => passes(row, query.filters));
  const sorted = matching.toSorted(comparator(query.sort, query.order, compareNames));
  return {
    ...cutPage(sorted, query.page),
    matches: sorted.length,
    counts: countChips(found, query.filters),
    coverage: countCoverage(inside.map((row) => row.coverage)),
    workflows,
    workflow,
    group: null,
    standard,
  };
}

const TESTS: Readonly<Record<NodeFilter, (row: NodeRow) => boolean>> = {
  failing: (row) => row.failures > 0,
  no_owner: (row) => row.coverage.lacks.includes('owner'),
  nothing_classified: (row) => row.coverage.lacks.includes('classification'),
  unclassified_codes: (row) => row.coverage.lacks.includes('unclassified_codes'),
  no_retry: (row) => row.coverage.lacks.includes('retry'),
  incomplete: (row) => row.coverage.state === 'incomplete',
  deviates: (row) => (row.standard?.deviates.length ?? 0) > 0,
  configured: (row) => row.coverage.state === 'configured' && !row.coverage.idle,
  stale: (row) => row.coverage.state === 'stale',
  proved: (row) => row.coverage.state === 'simulated' || row.coverage.state === 'proven',
};

function passes(row: NodeRow, filters: readonly NodeFilter[]): boolean {
  return filters.every((filter) => TESTS[filter](row));
}

function countChips(rows: readonly NodeRow[], filters: readonly NodeFilter[]): Record<NodeFilter, number> {
  const count = (filter: NodeFilter) => {
    const chosen = withFilter(filters, filter);
    return rows.filter((row) => passes(row, chosen)).length;
  };
  return {
    failing: count('failing'),
    no_owner: count('no_owner'),
    nothing_classified: count('nothing_classified'),
    unclassified_codes: count('unclassified_codes'),
    no_retry: count('no_retry'),
    deviates: count('deviates'),
    incomplete: count('incomplete'),
    configured: count('configured'),
    stale: count('stale'),
    proved: count('proved'),
  };
}

/** What a search looks through: name, id, workflow, owner, codes seen, and targets. */
function textsOf(row: NodeRow): (string | null | undefined)[] {
  const codes = row.codes.map(({ errorCode }) => errorCode);
  const targets = row.actions.map(({ target }) => target);
  const { name, nodeId, workflowName, workflowKey, owner, ownerName } = row;
  return [name, nodeId, workflowName, workflowKey, owner?.slug, ownerName, ...codes, ...targets];
}

function workflowChoices(rows: readonly NodeRow[], compareNames: (a: string, b: string) => number): WorkflowChoice[] {
  const choices = new Map<string, WorkflowChoice>();
  for (const { workflowId: id, workflowName: name } of rows)
    choices.set(id, { id, name, nodes: (choices.get(id)?.nodes ?? 0) + 1 });
  return [...choices.values()].sort((a, b) => compareNames(a.name, b.name));
}

type Compare = (a: NodeRow, b: NodeRow) => number;

/** By what is asked, then most failures first, then by name; the id makes the order total. */
function comparator(sort: NodeSort, order: SortOrder, compareNames: (a: string, b: string) => number): Compare {
  const sign = order === 'asc' ? 1 : -1;
  const byFigure =
    (figure: (row: NodeRow) => number | null): Compare =>
    (a, b) => {
      const [left, right] = [figure(a), figure(b)];
      if (left === null || right === null) return Number(left === null) - Number(right === null);
      return sign * (left - right);
    };
  const by: Record<NodeSort, Compare> = {
    failures: byFigure((row) => row.failures),
    rate: byFigure(failureRate),
    last: byFigure((row) => row.lastFailedAt?.getTime() ?? null),
    name: (a, b) => sign * compareNames(a.name, b.name),
    workflow: (a, b) => sign * compareNames(a.workflowName, b.workflowName),
    coverage: byFigure((row) => leftToDo(row.coverage)),
  };
  return (a, b) => by[sort](a, b) || b.failures - a.failures || compareNames(a.name, b.name) || (a.id < b.id ? -1 : 1);
}
