import {
  type CodeFailures,
  type FailureRow,
  mergeFailures,
  type NodeTotals,
  type WorkflowFailures,
} from '@/lib/history/stats';
import { effectiveOwner } from '@/lib/owners/effective-owner';
import type { CatalogueExtra } from '@/lib/policy/catalogue';
import type { JsonObject } from '@/lib/shared/json';
import { NO_OWNER, OWNER_NOT_KNOWN, type Standing } from './failure-query';
import { standings } from './node-facts';

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
  /** What people have added to the catalogue. */
  readonly extra?: CatalogueExtra;
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

/** The rows and totals that belong to a workflow and to one of the owners (slugs, or the marks above); null = all. */
export function chosenFacts(
  facts: FailureFacts,
  choice: WorkflowChoice | null,
  owners: readonly string[] | null,
): FailureFacts {
  const of = ownerReader(facts);
  const wanted = (row: { sourceId: string; workflowKey: string; nodeId: string }) =>
    inWorkflow(row, choice) && (owners === null || owners.includes(of(row)));
  return { ...facts, rows: facts.rows.filter(wanted), totals: facts.totals.filter(wanted) };
}

/**
 * One entry per node_id and raw code, as the brief's query groups them, most failures first; of one
 * workflow or of owners, or over all. Each workflow's share is classified by that workflow's own node.
 */
export function failureEntries(
  facts: FailureFacts,
  choice: WorkflowChoice | null,
  owners: readonly string[] | null = null,
): FailureEntry[] {
  const { rows, totals } = chosenFacts(facts, choice, owners);
  const toPart = partMaker(facts);
  return mergeFailures(rows, totals).map(({ workflows, ...rest }) => {
    const parts = workflows.map((share) => toPart(share, rest.nodeId, rest.errorCode));
    return { ...rest, key: entryKey(rest), nodeName: commonName(parts) ?? rest.nodeId, parts };
  });
}

/**
 * An entry of only some of its workflows' shares: every figure is theirs. Null when none is left. Workflows
 * without the code then count no more among the executions.
 */
export function narrowEntry(entry: FailureEntry, wanted: (part: FailurePart) => boolean): FailureEntry | null {
  const parts = entry.parts.filter(wanted);
  if (parts.length === entry.parts.length && entry.elsewhere.workflows === 0) return entry;
  const { nodeId, errorCode, key } = entry;
  const rows = parts.map((part) => ({ ...part, nodeId, errorCode }));
  const totals = rows.map((row) => ({ ...row, attempts: 0 }));
  const [merged] = mergeFailures(rows, totals);
  if (!merged) return null;
  const { workflows: _, ...figures } = merged;
  return { ...figures, key, nodeName: commonName(parts) ?? nodeId, parts };
}

/** What makes an entry one: node_id and raw code. */
export function entryKey({ nodeId, errorCode }: { nodeId: string; errorCode: string | null }): string {
  return JSON.stringify([nodeId, errorCode]);
}

function commonName(parts: readonly FailurePart[]): string | null {
  const names = new Set(parts.map((part) => part.nodeName));
  const [name] = names;
  return names.size === 1 && name ? name : null;
}

/** Whose a node is: a slug, `NO_OWNER`, or `OWNER_NOT_KNOWN`. */
function ownerReader({ nodes, workflows, groups }: FailureFacts) {
  const workflowOf = new Map(workflows.map((each) => [keyOf(each.sourceId, each.key), each]));
  const nodeOf = new Map(nodes.map((each) => [keyOf(each.sourceId, each.workflowKey, each.nodeId), each]));
  const made = new Set(groups.map(({ slug }) => slug));
  return ({ sourceId, workflowKey, nodeId }: { sourceId: string; workflowKey: string; nodeId: string }): string => {
    const workflow = workflowOf.get(keyOf(sourceId, workflowKey));
    if (!workflow) return OWNER_NOT_KNOWN;
    // A group that nobody made tells nobody: the node has no owner yet, whatever the file calls it.
    const named = effectiveOwner(nodeOf.get(keyOf(sourceId, workflowKey, nodeId))?.config.owner, workflow.owner);
    return named && made.has(named.slug) ? named.slug : NO_OWNER;
  };
}

function partMaker(facts: FailureFacts) {
  const { nodes, workflows, groups, extra = {} } = facts;
  const workflowOf = new Map(workflows.map((each) => [keyOf(each.sourceId, each.key), each]));
  const nodeOf = new Map(nodes.map((each) => [keyOf(each.sourceId, each.workflowKey, each.nodeId), each]));
  const standingOf = standingReader(extra);
  const groupOf = new Map(groups.map((group) => [group.slug, group]));
  const ownerOf = ownerReader(facts);
  return (share: WorkflowFailures, nodeId: string, errorCode: string | null): FailurePart => {
    const workflow = workflowOf.get(keyOf(share.sourceId, share.workflowKey));
    const node = nodeOf.get(keyOf(share.sourceId, share.workflowKey, nodeId));
    const owner = groupOf.get(ownerOf({ ...share, nodeId }));
    return {
      ...share,
      workflowName: workflow?.name ?? share.workflowKey,
      workflowId: workflow?.id ?? null,
      nodeRowId: node?.id ?? null,
      nodeName: node?.name ?? null,
      standing: standingOf(node, errorCode),
      owner: owner ? { slug: owner.slug, name: owner.name } : null,
    };
  };
}

/** What a node makes of a code; each node's policy is read once, however many codes it has. */
function standingReader(extra: CatalogueExtra): (node: NodeFact | undefined, errorCode: string | null) => Standing {
  const read = new Map<NodeFact, ReturnType<typeof standings>>();
  return (node, errorCode) => {
    if (!node) return 'unknown';
    const standing = read.get(node) ?? standings(node.config, extra);
    read.set(node, standing);
    return standing(errorCode);
  };
}

function keyOf(...parts: string[]): string {
  return JSON.stringify(parts);
}
