import { countsBy, type FindingCounts } from '@/lib/history/finding-row';
import { FINDINGS, type FindingKind } from '@/lib/judge/finding';
import { groupBy } from '@/lib/shared/group-by';
import { cutPage, type ListPage } from './list';

/** In place of a slug: nodes whose owner is no group. */
export const NO_OWNER = '-';

export const CONFORMANCE_SORTS = ['findings', 'last', 'node'] as const;
export type ConformanceSort = (typeof CONFORMANCE_SORTS)[number];

/** What the address of the page says; null = all. */
export interface ConformanceQuery {
  readonly finding: FindingKind | null;
  /** Row id. */
  readonly workflow: string | null;
  /** Slug, or `NO_OWNER`. */
  readonly group: string | null;
  /** As links write it (`readPeriod`); null = the usual one. */
  readonly period: string | null;
  readonly sort: ConformanceSort;
  readonly page: number;
}

/** A node with findings in the period. */
export interface NodeFindings {
  readonly workflowId: string | null;
  readonly workflowName: string;
  readonly nodeId: string;
  readonly nodeRowId: string | null;
  readonly nodeName: string;
  /** Slug of the group that owns it; null = none. */
  readonly owner: string | null;
  readonly counts: FindingCounts;
  readonly lastAt: Date;
}

/** What an owner group's nodes show. */
export interface GroupFindings {
  /** Null: no group owns them. */
  readonly owner: string | null;
  readonly nodes: number;
  readonly counts: FindingCounts;
  readonly total: number;
}

export interface ConformanceList extends ListPage<NodeFindings & { readonly total: number }> {
  /** Nodes that match. */
  readonly matches: number;
  /** Findings that match. */
  readonly total: number;
  /** All groups with findings of the chosen kind and workflow, most findings first; whichever group is chosen. */
  readonly groups: readonly GroupFindings[];
}

/** Narrows, sorts and pages nodes with findings, the worst first. Names are ordered as readers of `locale` expect. */
export function conformanceList(
  all: readonly NodeFindings[],
  query: ConformanceQuery,
  locale: string,
): ConformanceList {
  const { finding, workflow, group, sort, page } = query;
  const inside = all.flatMap((node) => {
    if (workflow !== null && node.workflowId !== workflow) return [];
    const total = totalOf(node.counts, finding);
    return total > 0 ? [{ ...node, total }] : [];
  });
  const matching = inside.filter(({ owner }) => group === null || (owner ?? NO_OWNER) === group);
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const byName = (a: NodeFindings, b: NodeFindings) =>
    compare(a.nodeName, b.nodeName) || compare(a.workflowName, b.workflowName) || compare(a.nodeId, b.nodeId);
  const orders: Readonly<Record<ConformanceSort, (a: Row, b: Row) => number>> = {
    findings: (a, b) => b.total - a.total || byName(a, b),
    last: (a, b) => b.lastAt.getTime() - a.lastAt.getTime() || byName(a, b),
    node: byName,
  };
  return {
    ...cutPage(matching.toSorted(orders[sort]), page),
    matches: matching.length,
    total: sum(matching.map(({ total }) => total)),
    groups: groupsOf(inside, finding),
  };
}

type Row = NodeFindings & { readonly total: number };

function groupsOf(rows: readonly Row[], finding: FindingKind | null): GroupFindings[] {
  const groups = [...groupBy(rows, ({ owner }) => owner)].map(([owner, nodes]) => {
    const counts = addedUp(nodes.map((node) => node.counts));
    return { owner, nodes: nodes.length, counts, total: totalOf(counts, finding) };
  });
  return groups.toSorted((a, b) => b.total - a.total || ((a.owner ?? '') < (b.owner ?? '') ? -1 : 1));
}

function addedUp(all: readonly FindingCounts[]): FindingCounts {
  return countsBy((kind) => sum(all.map((counts) => counts[kind])));
}

/** All findings, or those of one kind. */
export function totalOf(counts: FindingCounts, finding: FindingKind | null = null): number {
  return finding === null ? sum(FINDINGS.map((kind) => counts[kind])) : counts[finding];
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
