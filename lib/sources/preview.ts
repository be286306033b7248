import type { RawAttempt, RawDefinition, RawNode } from './attempt';
import type { StatusMeaning } from './schema';
import { understand } from './understand';
import type { UnknownKind } from './vocabulary';

/** What comes out of a mapping, on the newest rows. */
export interface Preview {
  /** Rows that were looked at, the newest ones. */
  readonly read: number;
  readonly understood: number;
  readonly leftOut: number;
  /** Those that were understood, the newest first. */
  readonly rows: readonly PreviewRow[];
  readonly problems: readonly PreviewProblem[];
  /** Status values of the last 30 days, the most frequent first. */
  readonly statuses: readonly StatusCount[];
  readonly workflows: readonly PreviewWorkflow[];
  /** Of all, of which some are shown. */
  readonly workflowCount: number;
  readonly warnings: readonly PreviewWarning[];
}

export interface PreviewRow {
  readonly id: string;
  readonly workflow: string;
  readonly node: string;
  readonly run: string;
  readonly attempt: number;
  readonly status: StatusMeaning;
  readonly code: string | null;
  readonly message: string | null;
  readonly at: Date;
}

/** Rows that were not understood for one reason. */
export interface PreviewProblem {
  readonly kind: UnknownKind;
  readonly value: string;
  readonly rows: number;
}

export interface StatusCount {
  readonly value: string;
  readonly rows: number;
}

export interface PreviewWorkflow {
  readonly id: string;
  readonly name: string | null;
  readonly nodes: readonly Pick<RawNode, 'id' | 'name' | 'type'>[];
}

/** What is to be known before it is saved; codes below `sourceWizard.warnings`. */
export const PREVIEW_WARNINGS = [
  /** The platform deletes before the window of the figures ends. */
  'retention_short',
  'writes_allowed',
  'superuser',
  'no_index',
  'retries_hidden',
  /** No attempts within the days that the first count goes back. */
  'nothing_recent',
  /** Several rows define one workflow: which is live is not said. */
  'several_definitions',
  /** Attempts name nodes that their workflow's definition does not have. */
  'nodes_unknown',
  /** Counting all took too long: statuses are those of the rows that are shown. */
  'statuses_of_sample',
] as const;

export interface PreviewWarning {
  readonly code: (typeof PREVIEW_WARNINGS)[number];
  readonly values: Readonly<Record<string, string | number>>;
}

const MAX_MESSAGE = 500;
const MAX_PROBLEMS = 50;
const MAX_NODES = 200;

type Statuses = Readonly<Record<string, StatusMeaning>>;

/** What becomes of the newest rows. */
export function previewRows(
  raws: readonly RawAttempt[],
  statuses: Statuses,
): Pick<Preview, 'read' | 'understood' | 'leftOut' | 'rows' | 'problems'> {
  const rows: PreviewRow[] = [];
  const problems = newCounts();
  let leftOut = 0;
  for (const [index, raw] of raws.entries()) {
    const understood = understand(raw, statuses);
    if (understood.kind === 'left_out') leftOut += 1;
    else if (understood.kind === 'not_understood')
      for (const reason of understood.reasons) problems.add(reason.kind, reason.value, 1);
    else {
      const { attempt } = understood;
      rows.push({
        id: String(index),
        workflow: attempt.workflowId,
        node: attempt.nodeId,
        run: attempt.runId,
        attempt: attempt.attempt,
        status: attempt.status,
        code: attempt.errorCode,
        message: attempt.errorMessage?.slice(0, MAX_MESSAGE) ?? null,
        at: attempt.occurredAt,
      });
    }
  }
  return { read: raws.length, understood: rows.length, leftOut, rows, problems: problems.all() };
}

/** Problems of the rows that were looked at, and of all status values and times: each once, with the more rows. */
export function allProblems(
  seen: readonly PreviewProblem[],
  counted: readonly StatusCount[],
  unreadable: readonly StatusCount[],
  statuses: Statuses,
): PreviewProblem[] {
  const problems = newCounts();
  for (const { kind, value, rows } of seen) problems.add(kind, value, rows);
  for (const { value, rows } of counted) if (!Object.hasOwn(statuses, value)) problems.atLeast('status', value, rows);
  for (const { value, rows } of unreadable) problems.atLeast('time', value, rows);
  return problems
    .all()
    .sort((a, b) => b.rows - a.rows)
    .slice(0, MAX_PROBLEMS);
}

/** Status values of the rows that were looked at, the most frequent first. */
export function statusesIn(raws: readonly RawAttempt[]): StatusCount[] {
  const counts = new Map<string, number>();
  for (const { status } of raws) if (status !== null) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([value, rows]) => ({ value, rows })).sort((a, b) => b.rows - a.rows);
}

/** A workflow as it is shown before it is taken in. */
export function previewWorkflow({ workflow_id: id, name, nodes }: RawDefinition): PreviewWorkflow {
  return {
    id,
    name,
    nodes: nodes.slice(0, MAX_NODES).map((node) => ({ id: node.id, name: node.name, type: node.type })),
  };
}

/** Workflows that are code: as the attempts name them. */
export function workflowsSeen(rows: readonly PreviewRow[]): PreviewWorkflow[] {
  const nodes = new Map<string, Set<string>>();
  for (const { workflow, node } of rows) nodes.set(workflow, (nodes.get(workflow) ?? new Set()).add(node));
  return [...nodes].map(([id, each]) => ({
    id,
    name: null,
    nodes: [...each].map((node) => ({ id: node, name: null, type: null })),
  }));
}

/** What definitions and attempts say against each other. */
export function definitionWarnings(
  definitions: readonly RawDefinition[],
  rows: readonly PreviewRow[],
): PreviewWarning[] {
  const nodes = new Map<string, Set<string>>();
  const several = new Map<string, number>();
  for (const { workflow_id: workflow, nodes: each } of definitions) {
    several.set(workflow, (several.get(workflow) ?? 0) + 1);
    const known = nodes.get(workflow) ?? new Set();
    for (const { id } of each) known.add(id);
    nodes.set(workflow, known);
  }
  const unknown = new Set(
    rows.filter(({ workflow, node }) => nodes.get(workflow)?.has(node) === false).map(({ node }) => node),
  );
  const warnings: PreviewWarning[] = [...several]
    .filter(([, count]) => count > 1)
    .slice(0, 1)
    .map(([workflow, count]) => ({ code: 'several_definitions', values: { workflow, count } }));
  const [node] = unknown;
  if (node !== undefined) warnings.push({ code: 'nodes_unknown', values: { node, count: unknown.size } });
  return warnings;
}

function newCounts() {
  const found = new Map<string, PreviewProblem>();
  const put = (kind: UnknownKind, value: string, rows: (before: number) => number) => {
    const key = `${kind} ${value}`;
    found.set(key, { kind, value, rows: rows(found.get(key)?.rows ?? 0) });
  };
  return {
    add: (kind: UnknownKind, value: string, rows: number) => put(kind, value, (before) => before + rows),
    atLeast: (kind: UnknownKind, value: string, rows: number) => put(kind, value, (before) => Math.max(before, rows)),
    all: () => [...found.values()],
  };
}
