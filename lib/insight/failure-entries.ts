import {
  type CodeFailures,
  type FailureRow,
  mergeFailures,
  type NodeTotals,
  type WorkflowFailures,
} from '@/lib/history/stats';
import { effectiveOwner } from '@/lib/owners/schema';
import { type ClassifyInput, classify, classifyInput } from '@/lib/policy/classify';
import { readPolicy } from '@/lib/policy/read';
import type { JsonObject } from '@/lib/shared/json';

/** What a node makes of a code; `unknown`: its policy cannot be read, or Failpath does not have the node. */
export const STANDINGS = ['transient', 'terminal', 'unclassified', 'unknown'] as const;
export type Standing = (typeof STANDINGS)[number];

/** A node that Failpath has, with what class and owner are read from. */
export interface NodeFact {
  readonly id: string;
  readonly nodeId: string;
  readonly name: string;
  readonly config: JsonObject;
  readonly sourceId: string;
  readonly workflowKey: string;
}

/** A workflow that Failpath has. */
export interface WorkflowFact {
  readonly id: string;
  readonly sourceId: string;
  readonly key: string;
  readonly name: string;
  readonly owner: string | null;
}

/** All that the failures page is made of. */
export interface FailureFacts {
  readonly rows: readonly FailureRow[];
  readonly totals: readonly NodeTotals[];
  readonly nodes: readonly NodeFact[];
  readonly workflows: readonly WorkflowFact[];
  readonly groups: readonly { readonly slug: string; readonly name: string }[];
}

/** A workflow to choose. History may name workflows that were never imported: `imported` is then false. */
export interface WorkflowChoice {
  /** Row id of the workflow, or `<source>/<key>` where there is none. */
  readonly id: string;
  readonly sourceId: string;
  readonly workflowKey: string;
  readonly name: string;
  readonly imported: boolean;
}

export interface FailureOwner {
  readonly slug: string;
  readonly name: string;
}

/** One workflow's share of an entry, with what its node says of the code. */
export interface FailurePart extends WorkflowFailures {
  readonly workflowName: string;
  /** Null when the workflow was never imported. */
  readonly workflowId: string | null;
  /** Null when the workflow's definition has no such node. */
  readonly nodeRowId: string | null;
  readonly nodeName: string | null;
  readonly standing: Standing;
  /** Null: nobody, or not known (no such workflow). */
  readonly owner: FailureOwner | null;
}

/** A row of the page: a row of the brief's query, opening into workflows. */
export interface FailureEntry extends Omit<CodeFailures, 'workflows'> {
  readonly key: string;
  /** The node's name when all workflows agree on it, else its `node_id`. */
  readonly nodeName: string;
  readonly parts: readonly FailurePart[];
}

/** Imported workflows and those that only history knows, by name. */
export function workflowChoices(facts: FailureFacts, locale: string): WorkflowChoice[] {
  const choices = new Map<string, WorkflowChoice>();
  for (const { id, sourceId, key, name } of facts.workflows)
    choices.set(keyOf(sourceId, key), { id, sourceId, workflowKey: key, name, imported: true });
  for (const { sourceId, workflowKey } of [...facts.totals, ...facts.rows]) {
    const key = keyOf(sourceId, workflowKey);
    if (choices.has(key)) continue;
    const id = `${sourceId}/${workflowKey}`;
    choices.set(key, { id, sourceId, workflowKey, name: workflowKey, imported: false });
  }
  const { compare } = new Intl.Collator(locale, { numeric: true });
  return [...choices.values()].sort((a, b) => compare(a.name, b.name));
}

/** The choice that a link names: by id, or by the platform's own id of the workflow. */
export function chosenWorkflow(choices: readonly WorkflowChoice[], wanted: string | null): WorkflowChoice | null {
  return choices.find(({ id }) => id === wanted) ?? choices.find(({ workflowKey }) => workflowKey === wanted) ?? null;
}

/** True for what belongs to the chosen workflow (or for everything when none is chosen). */
export function inWorkflow(of: { sourceId: string; workflowKey: string }, choice: WorkflowChoice | null): boolean {
  return choice === null || (of.sourceId === choice.sourceId && of.workflowKey === choice.workflowKey);
}

/**
 * One entry per node_id and raw code, as the brief's query groups them, most failures first; of one
 * workflow, or over all. Each workflow's share is classified by that workflow's own node.
 */
export function failureEntries(facts: FailureFacts, choice: WorkflowChoice | null): FailureEntry[] {
  const rows = facts.rows.filter((row) => inWorkflow(row, choice));
  const totals = facts.totals.filter((row) => inWorkflow(row, choice));
  const toPart = partMaker(facts);
  return mergeFailures(rows, totals).map(({ workflows, ...rest }) => {
    const parts = workflows.map((share) => toPart(share, rest.nodeId, rest.errorCode));
    const names = new Set(parts.map((part) => part.nodeName));
    const [name] = names;
    const nodeName = names.size === 1 && name ? name : rest.nodeId;
    return { ...rest, key: entryKey(rest), nodeName, parts };
  });
}

/** What makes an entry one: node_id and raw code. */
export function entryKey({ nodeId, errorCode }: { nodeId: string; errorCode: string | null }): string {
  return JSON.stringify([nodeId, errorCode]);
}

function partMaker({ nodes, workflows, groups }: FailureFacts) {
  const workflowOf = new Map(workflows.map((each) => [keyOf(each.sourceId, each.key), each]));
  const nodeOf = new Map(nodes.map((each) => [keyOf(each.sourceId, each.workflowKey, each.nodeId), each]));
  const rulesOf = rulesReader();
  const nameOf = new Map(groups.map(({ slug, name }) => [slug, name]));
  return (share: WorkflowFailures, nodeId: string, errorCode: string | null): FailurePart => {
    const workflow = workflowOf.get(keyOf(share.sourceId, share.workflowKey));
    const node = nodeOf.get(keyOf(share.sourceId, share.workflowKey, nodeId));
    const owner = effectiveOwner(node?.config.owner, workflow?.owner ?? null);
    return {
      ...share,
      workflowName: workflow?.name ?? share.workflowKey,
      workflowId: workflow?.id ?? null,
      nodeRowId: node?.id ?? null,
      nodeName: node?.name ?? null,
      standing: standingOf(node ? rulesOf(node) : null, errorCode),
      owner: owner && { slug: owner.slug, name: nameOf.get(owner.slug) ?? owner.slug },
    };
  };
}

/** Reads each node's policy once, however many codes it has; null = there is none that can be read. */
function rulesReader(): (node: NodeFact) => ClassifyInput | null {
  const read = new Map<NodeFact, ClassifyInput | null>();
  return (node) => {
    const known = read.get(node);
    if (known !== undefined) return known;
    const { policy } = readPolicy(node.config);
    const rules = policy && classifyInput(policy);
    read.set(node, rules);
    return rules;
  };
}

function standingOf(rules: ClassifyInput | null, errorCode: string | null): Standing {
  if (rules === null) return 'unknown';
  const { class: failureClass, unknown } = classify(rules, errorCode);
  return unknown ? 'unclassified' : failureClass;
}

function keyOf(...parts: string[]): string {
  return JSON.stringify(parts);
}
