import type { NodeDefinition, ReadResult, WorkflowDefinition } from '@/lib/model/workflow';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import { isJsonObject, type Json, type JsonObject } from '@/lib/shared/json';
import { baseName } from '../file-name';
import { plainActions } from '../guessed-actions';
import { longName } from '../source/limits';
import { own } from '../source/shape';
import { mapToJson, ownEntry, type SourceTree } from '../source/tree';
import type { DefinitionText } from '../types';
import { guessActions } from './actions';
import { ANNOTATIONS, POLICY_ANNOTATION, placeInText, policyTextOf } from './annotation';
import { type ArgoDocument, readDocument } from './document';
import type { ArgoNode } from './nodes';
import { policyOfStrategy, project, saysTheSame } from './retry';
import { namesStatus, RETRY_STRATEGY, retryPolicyOf, strategyOf } from './strategy';
import type { ArgoTemplate } from './template';

/** Reads workflows with the policies of their templates. A sidecar is not looked at. */
export function readArgo(source: DefinitionText): ReadResult {
  const { document, diagnostics } = readDocument(source.text, source.fileName);
  if (!document) return { workflow: null, diagnostics };
  const { workflow, diagnostics: found } = workflowOf(document, source.fileName);
  return { workflow, diagnostics: [...diagnostics, ...found] };
}

/** The workflow that a document makes; of several in one file, the file names it. */
export function workflowOf(
  document: ArgoDocument,
  fileName: string,
): { readonly workflow: WorkflowDefinition; readonly diagnostics: readonly Diagnostic[] } {
  const { read, diagnostics } = nodeReader(document);
  const nodes = document.nodes.map(read);
  const [first, second] = document.workflows;
  const named = (!second && first?.name) || baseName(fileName);
  const { tree } = document;
  const long = longName('workflow_key_long', named, () => tree.place(first?.map.start ?? 0, first?.map.start ?? 0));
  const key = long ? baseName(fileName) : named;
  return { workflow: { key, name: key, owner: null, nodes }, diagnostics: long ? [long, ...diagnostics] : diagnostics };
}

/** Reads single nodes; what a template says is read once for all that go by it, and what is wrong there is said once. */
export function nodeReader({ tree }: Pick<ArgoDocument, 'tree'>): {
  readonly read: (node: ArgoNode) => NodeDefinition;
  readonly diagnostics: readonly Diagnostic[];
} {
  const diagnostics: Diagnostic[] = [];
  const known = new Map<unknown, TemplateSays>();
  const sayOf = (node: ArgoNode, template: ArgoTemplate) => {
    const said = known.get(template.map) ?? readTemplate(tree, node, template, diagnostics);
    known.set(template.map, said);
    return said;
  };
  return { read: (node) => readNode(tree, node, sayOf, diagnostics), diagnostics };
}

/** True where a failure policy may stand: what waits for a person or for its time cannot fail by itself. */
export function canCarry({ template }: Pick<ArgoNode, 'template'>): boolean {
  return template !== null && template.type !== null && template.type !== 'suspend';
}

/** Where a node's own text stands: that of its template, or its step where others go by the template too. */
export function partOf({ step, template }: ArgoNode, alone: boolean): { readonly start: number; readonly end: number } {
  if (template && (alone || !step)) return { start: template.start, end: template.map.end };
  return step ? { start: step.item.start, end: step.item.value.end } : { start: 0, end: 0 };
}

interface TemplateSays {
  readonly engine: JsonObject;
  readonly keys: JsonObject;
  readonly engineRetry: readonly JsonObject[];
  readonly retryPolicy: string | null;
}

function readNode(
  tree: SourceTree,
  node: ArgoNode,
  sayOf: (node: ArgoNode, template: ArgoTemplate) => TemplateSays,
  found: Diagnostic[],
): NodeDefinition {
  const { id, name, step, template } = node;
  const says = template && sayOf(node, template);
  const carries = canCarry(node);
  if (step?.reference !== null && step?.reference !== undefined) {
    const values = { name: id, key: step.calls ?? '', other: step.reference };
    const place = tree.place(step.item.start, step.map.end);
    found.push({ code: 'argo_template_elsewhere', severity: 'info', nodeId: id, values, place });
  } else if (step && !template && !step.calls?.includes('{{')) {
    const place = tree.place(step.item.start, step.map.end);
    const values = { name: id, key: step.calls ?? '' };
    found.push({ code: 'argo_template_unknown', severity: 'warning', nodeId: id, values, place });
  }
  const type = template?.type ?? (step?.reference ? 'templateRef' : null);
  const { start, end } = partOf(node, node.alone);
  return {
    id,
    name,
    type,
    parentId: node.parentId,
    next: node.next,
    canCarryPolicy: carries,
    config: {
      id,
      name,
      ...(type !== null && { type }),
      ...(template?.name != null && { template: template.name }),
      ...(step && { step: mapToJson(step.map, ['inline']) }),
      ...(says && { engine: says.engine }),
      ...(says?.retryPolicy && { retryPolicy: says.retryPolicy }),
      ...(carries && template && { namesStatus: namesStatus(template) }),
      ...(carries && says?.keys),
    },
    engineRetry: carries ? (says?.engineRetry ?? []) : [],
    place: tree.place(start, end),
  };
}

function readTemplate(tree: SourceTree, node: ArgoNode, template: ArgoTemplate, found: Diagnostic[]): TemplateSays {
  const interpretation = strategyOf(template);
  const { keys, differs } = policyKeys(tree, node, template, found);
  const entry = ownEntry(template.map, RETRY_STRATEGY);
  const place = entry ? tree.place(entry.start, entry.value.end) : tree.place(template.start, template.start);
  const values = { name: node.id };
  if (differs) found.push({ code: 'argo_policy_differs', severity: 'warning', nodeId: node.id, values, place });
  if (interpretation.kind === 'engine' && canCarry(node)) {
    const { reason } = interpretation;
    const severity = reason === 'malformed' ? 'warning' : 'info';
    found.push({ code: 'argo_retry_kept', severity, nodeId: node.id, values: { ...values, reason }, place });
  }
  return {
    engine: engineOf(template),
    keys,
    engineRetry: interpretation.kind === 'engine' ? [interpretation.block] : [],
    retryPolicy: retryPolicyOf(template),
  };
}

/** The policy in force: what the strategy says, what the annotation says, or each for its part. */
function policyKeys(
  tree: SourceTree,
  { id }: ArgoNode,
  template: ArgoTemplate,
  found: Diagnostic[],
): { readonly keys: JsonObject; readonly differs: boolean } {
  const ofText = keysOfText(template);
  const written = policyTextOf(template);
  if (!written) return { keys: ofText, differs: false };
  if (!written.inner) {
    const { start, end } = written.node;
    const at = { nodeId: id, values: { name: id }, place: tree.place(start, end) };
    found.push({ code: 'argo_policy_text', severity: 'warning', ...at });
    return { keys: ofText, differs: false };
  }
  const { document: beside, policy, diagnostics } = written.inner;
  found.push(
    ...diagnostics.map((each) => ({ ...each, nodeId: id, place: placeInText(tree, written, each.path ?? []) })),
  );
  const interpretation = strategyOf(template);
  const keepsEngine = interpretation.kind === 'engine' && policy?.retry === undefined;
  const http = namesStatus(template);
  if (policy && (keepsEngine || saysTheSame(interpretation, project(policy, http))))
    return { keys: beside, differs: false };
  const { actions: _, ...engine } = ofText;
  const { retry, ...rest } = beside;
  const merged = { ...rest, ...engine, ...(isJsonObject(engine.retry) && { retry: withUnsaid(engine.retry, retry) }) };
  return { keys: merged, differs: true };
}

/** What Argo cannot say of a retry comes from the annotation still. */
function withUnsaid(retry: JsonObject, beside: Json | undefined): JsonObject {
  const said = isJsonObject(beside) ? beside : {};
  const kept = ['jitter', 'retryOn', 'waiver', 'onExhausted'].flatMap((key) =>
    own(said, key) === undefined ? [] : [[key, own(said, key)] as const],
  );
  return { ...Object.fromEntries(kept), ...retry };
}

/** The policy keys that a template says without an annotation. */
export function keysOfText(template: ArgoTemplate): JsonObject {
  const interpretation = strategyOf(template);
  const actions = plainActions(guessActions(template));
  return {
    ...(actions.length > 0 && { actions }),
    ...(interpretation.kind === 'plain' && policyOfStrategy(interpretation.strategy)),
  };
}

/** A template without what its policy owns, and without the steps below it. */
function engineOf({ map }: ArgoTemplate): JsonObject {
  const { [ANNOTATIONS]: annotations, ...rest } = mapToJson(map, [RETRY_STRATEGY, 'steps', 'dag']);
  if (!isJsonObject(annotations)) return rest;
  const others = Object.entries(annotations).filter(([key]) => key !== POLICY_ANNOTATION);
  return others.length === 0 ? rest : { ...rest, [ANNOTATIONS]: Object.fromEntries(others) };
}
