import { ownerSlugSchema } from '@/lib/model/ids';
import type { NodeDefinition, WorkflowDefinition } from '@/lib/model/workflow';
import type { NodePolicy } from '@/lib/policy/schema';
import { toDocument } from '@/lib/policy/written';
import type { Diagnostic, Place } from '@/lib/shared/diagnostic';
import { isJsonObject, type JsonObject } from '@/lib/shared/json';
import { err, ok, type Result } from '@/lib/shared/result';
import { baseName } from './file-name';
import { policyOf } from './policy-diagnostics';
import { plain } from './policy-shape';
import { readSidecar, type Sidecar, writeSidecar } from './sidecar';
import { deepEqual, own } from './source/shape';
import type { SpliceResult } from './source/splice';
import type { DefinitionText, Loss, PolicyChange, WriteResult } from './types';

/** A workflow as read, with what was noticed. */
export interface WorkflowRead {
  readonly workflow: WorkflowDefinition;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The workflow of a text whose engine says a part of each policy, and of the sidecar that says the rest. `nodesOf` reads
 * the nodes and adds to the diagnostics. Key and name are the sidecar's, else the file's, unless `identify` says them.
 */
export function workflowWithSidecar(
  source: DefinitionText,
  nodesOf: (sidecar: Sidecar | null, found: Diagnostic[]) => readonly NodeDefinition[],
  identify = (sidecar: Sidecar | null, _found: Diagnostic[]): { readonly key: string; readonly name: string } => {
    const key = sidecar?.workflow ?? baseName(source.fileName);
    return { key, name: sidecar?.name ?? key };
  },
): WorkflowRead {
  const { sidecar, diagnostics } = readSidecar(source.sidecar, source.fileName);
  const found = [...diagnostics];
  const nodes = nodesOf(sidecar, found);
  const ids = new Set(nodes.map(({ id }) => id));
  for (const id of sidecar?.policies.keys() ?? [])
    if (!ids.has(id)) found.push({ code: 'sidecar_node_unknown', severity: 'warning', values: { id } });
  const { key, name } = identify(sidecar, found);
  const owner = ownerSlugSchema.safeParse(sidecar?.owner ?? undefined);
  return { workflow: { key, name, owner: owner.success ? owner.data : null, nodes }, diagnostics: found };
}

/** Where a sidecar's policy stands against the text: it agrees and holds whole, or the text holds for what it can say. */
export function policyBeside(
  beside: JsonObject,
  nodeId: string,
  { engineHolds, agrees }: { readonly engineHolds: boolean; readonly agrees: (policy: NodePolicy) => boolean },
): { readonly holds: boolean; readonly diagnostics: readonly Diagnostic[] } {
  const { policy, diagnostics } = policyOf(beside, nodeId);
  const keepsEngine = engineHolds && policy?.retry === undefined;
  return { holds: policy !== null && (keepsEngine || agrees(policy)), diagnostics };
}

/** A node whose text and sidecar do not say the same; `name` as people know it, `place` in the text. */
export function sidecarDiffers(nodeId: string, name: string, place: Place): Diagnostic {
  return { code: 'sidecar_differs', severity: 'warning', nodeId, values: { name }, place };
}

/** A policy of a sidecar without what the text says of it: retry and classes. */
export function saidBeside({ retry, classification: _, ...rest }: JsonObject): JsonObject {
  const nested = isJsonObject(retry) && own(rest, 'onExhausted') === undefined ? own(retry, 'onExhausted') : undefined;
  return { ...rest, ...(nested !== undefined && { onExhausted: nested }) };
}

/** A node that gets a policy. */
export interface SidecarTarget {
  /** Without the engine's own retry where that shall be replaced. */
  readonly node: NodeDefinition;
  readonly policy: NodePolicy;
  /** What the text does not say of it, and the sidecar therefore does. */
  readonly losses: readonly Loss[];
}

/** The node of a change as it shall be written to; refused where the text forbids it, `cannotCarry` with that code. */
export function nodeToWrite(
  { nodes }: WorkflowDefinition,
  { nodeId, policy, replaceEngineRetry }: PolicyChange,
  ambiguous: ReadonlySet<string>,
  cannotCarry: string,
): Result<NodeDefinition, Diagnostic> {
  const refuse = (code: string) => err<Diagnostic>({ code, severity: 'error', nodeId, values: { id: nodeId } });
  const found = nodes.find(({ id }) => id === nodeId);
  if (!found) return refuse('node_unknown');
  if (ambiguous.has(nodeId)) return refuse('node_ambiguous');
  if (!found.canCarryPolicy) return refuse(cannotCarry);
  const node = replaceEngineRetry ? { ...found, engineRetry: [] } : found;
  if (node.engineRetry.length > 0 && policy.retry) return refuse('engine_retry_in_the_way');
  return ok(node);
}

/** What a dialect knows of its engine: `D` is its parsed text, `T` a node of it that gets a policy. */
export interface SidecarWriting<D, T extends SidecarTarget> {
  /** `earlier`: the text that this one was made of. */
  readonly read: (
    text: string,
    fileName: string,
    earlier?: D,
  ) => { readonly document: D | null; readonly diagnostics: readonly Diagnostic[] };
  readonly workflowOf: (document: D, source: DefinitionText) => WorkflowRead;
  readonly target: (document: D, before: WorkflowDefinition, change: PolicyChange) => Result<T, Diagnostic>;
  /** Puts what the engine can say of the targets into the text. */
  readonly splice: (document: D, targets: readonly T[]) => SpliceResult;
  /** True where both texts say the same, save what the policies of these nodes own. */
  readonly sameBut: (before: D, after: D, changed: ReadonlySet<string>) => boolean;
  /** True where a node that was read back says this policy, as far as its engine and sidecar can. */
  readonly survived: (node: NodeDefinition, wanted: NodePolicy) => boolean;
}

/**
 * Splices policies into a text, and into its sidecar what the engine cannot say. Refused when the texts read back do not
 * say exactly the new policies and nothing else.
 */
export function writeWithSidecar<D, T extends SidecarTarget>(
  source: DefinitionText,
  changes: readonly PolicyChange[],
  writing: SidecarWriting<D, T>,
): WriteResult {
  const { text, sidecar: besideText, fileName } = source;
  if (changes.length === 0) return { ok: true, text, sidecar: besideText, losses: [], diagnostics: [] };
  const { document, diagnostics } = writing.read(text, fileName);
  if (!document) return { ok: false, diagnostics };
  const { sidecar, diagnostics: ofSidecar } = readSidecar(besideText, fileName);
  if (besideText !== null && !sidecar) return { ok: false, diagnostics: ofSidecar };
  const before = writing.workflowOf(document, source).workflow;
  const planned = changes.map((change) => writing.target(document, before, change));
  const refusals = planned.flatMap((each) => (each.ok ? [] : [each.error]));
  if (refusals.length > 0) return { ok: false, diagnostics: refusals };
  const targets = planned.flatMap((each) => (each.ok ? [each.value] : []));
  const spliced = writing.splice(document, targets);
  if (!spliced.ok) return spliced;
  const edits = targets.filter(({ losses, node }) => losses.length > 0 || sidecar?.policies.has(node.id));
  const beside = writeBeside(source, edits);
  if (!beside.ok) return beside;
  const result = { ...source, text: spliced.text, sidecar: beside.text };
  const refused = readBack({ document, workflow: before, result, changes }, writing);
  if (refused.length > 0) return { ok: false, diagnostics: refused };
  return {
    ok: true,
    text: result.text,
    sidecar: result.sidecar,
    losses: targets.flatMap(({ losses }) => losses),
    diagnostics: [...spliced.notes, ...beside.notes],
  };
}

function writeBeside({ sidecar, fileName }: DefinitionText, targets: readonly SidecarTarget[]) {
  if (targets.length === 0) return { ok: true as const, text: sidecar, notes: [] };
  const edits = targets.map(({ node, policy }) => ({ nodeId: node.id, policy: plain(toDocument(policy)) }));
  return writeSidecar(sidecar, fileName, edits);
}

/** Reads the outcome back: the policies must be the wanted ones, and all the rest what it was. */
function readBack<D, T extends SidecarTarget>(
  {
    document,
    workflow,
    result,
    changes,
  }: {
    readonly document: D;
    readonly workflow: WorkflowDefinition;
    readonly result: DefinitionText;
    readonly changes: readonly PolicyChange[];
  },
  writing: SidecarWriting<D, T>,
): readonly Diagnostic[] {
  const after = writing.read(result.text, result.fileName, document);
  if (!after.document) return [{ code: 'write_unreadable', severity: 'error' }, ...after.diagnostics];
  const { nodes } = writing.workflowOf(after.document, result).workflow;
  const changed = new Set(changes.map(({ nodeId }) => nodeId));
  const others = (all: readonly NodeDefinition[]) =>
    all.filter(({ id }) => !changed.has(id)).map(({ config }) => config);
  const same = writing.sameBut(document, after.document, changed) && deepEqual(others(workflow.nodes), others(nodes));
  if (!same) return [{ code: 'write_changed_meaning', severity: 'error' }];
  const nodeOf = new Map(nodes.map((node) => [node.id, node]));
  return changes.flatMap(({ nodeId, policy }): Diagnostic[] => {
    const node = nodeOf.get(nodeId);
    if (node && writing.survived(node, policy)) return [];
    return [{ code: 'write_policy_lost', severity: 'error', nodeId, values: { id: nodeId } }];
  });
}
