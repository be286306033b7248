import type { NodeDefinition } from '@/lib/model/workflow';
import type { NodePolicy } from '@/lib/policy/schema';
import { toDocument } from '@/lib/policy/written';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import { isJsonObject, type JsonObject } from '@/lib/shared/json';
import { err, ok, type Result } from '@/lib/shared/result';
import { lostPolicies } from '../in-node';
import { plain, samePolicy } from '../policy-shape';
import { rememberingTrees } from '../source/parse';
import { deepEqual } from '../source/shape';
import { createSplicer, type Splicer } from '../source/splice';
import type { DefinitionText, Loss, PolicyChange, WriteResult } from '../types';
import { annotationChanges, POLICY_ANNOTATION } from './annotation';
import { copyTemplates } from './copy';
import { type ArgoDocument, readDocument } from './document';
import { meaningBut } from './meaning';
import type { ArgoNode } from './nodes';
import { keysOfText, nodeReader } from './read';
import { policyOfStrategy, project, type Strategy, saysTheSame } from './retry';
import { namesStatus, ownBlock, strategyChange, strategyOf } from './strategy';
import { argoLosses } from './support';
import type { ArgoTemplate } from './template';

/**
 * Splices policies into the templates of their nodes: what the engine can do of them into `retryStrategy`, and where
 * that does not say it all, the whole as text into an annotation. Refused when the text read back does not say exactly
 * the new policies and nothing else. Nodes that share a template change together, or get copies of it.
 */
export function writeArgo(source: DefinitionText, changes: readonly PolicyChange[]): WriteResult {
  return rememberingTrees(() => write(source, changes));
}

function write(source: DefinitionText, changes: readonly PolicyChange[]): WriteResult {
  const { text, sidecar, fileName } = source;
  if (changes.length === 0) return { ok: true, text, sidecar, losses: [], diagnostics: [] };
  const { document: before, diagnostics } = readDocument(text, fileName);
  if (!before) return { ok: false, diagnostics };
  const copied = copyTemplates(before, fileName, changes);
  if (!copied.ok) return copied;
  const { document } = copied;
  const { read } = nodeReader(document);
  const planned = changes.map((change) => targetOf(document, read, change, source.engineVersion));
  const refusals = planned.flatMap((each) => (each.ok ? [] : [each.error]));
  if (refusals.length > 0) return { ok: false, diagnostics: refusals };
  const targets = planned.flatMap((each) => (each.ok ? [each.value] : []));
  const differing = sharedDifferently(targets);
  if (differing.length > 0) return { ok: false, diagnostics: differing };
  const splicer = createSplicer(document.tree, [POLICY_ANNOTATION]);
  const like = firstStrategy(document);
  for (const target of new Map(targets.map((each) => [each.template.map, each])).values())
    setPolicy(splicer, target, like);
  const spliced = splicer.finish();
  if (!spliced.ok) return spliced;
  const refused = checkWritten(document, targets, { ...source, text: spliced.text }, changes);
  if (refused) return { ok: false, diagnostics: refused };
  const losses = targets.flatMap((target) => target.losses);
  return { ok: true, text: spliced.text, sidecar, losses, diagnostics: [...copied.notes, ...spliced.notes] };
}

interface Target {
  readonly node: ArgoNode;
  readonly template: ArgoTemplate;
  readonly policy: NodePolicy;
  /** The engine's own strategy stays, beside a policy that says nothing of retries. */
  readonly keepsRetry: boolean;
  readonly losses: readonly Loss[];
}

function targetOf(
  { nodes, ambiguous }: ArgoDocument,
  read: (node: ArgoNode) => NodeDefinition,
  { nodeId, policy, replaceEngineRetry = false }: PolicyChange,
  version: string | null | undefined,
): Result<Target, Diagnostic> {
  const refuse = (code: string) => err<Diagnostic>({ code, severity: 'error', nodeId, values: { id: nodeId } });
  const node = nodes.find(({ id }) => id === nodeId);
  if (!node) return refuse('node_unknown');
  if (ambiguous.has(nodeId)) return refuse('node_ambiguous');
  const found = read(node);
  const { template } = node;
  if (!template) return refuse('argo_no_template');
  if (!found.canCarryPolicy) return refuse('argo_cannot_carry');
  const inForce = !replaceEngineRetry && found.engineRetry.length > 0;
  if (inForce && policy.retry) return refuse('engine_retry_in_the_way');
  const losses = argoLosses(inForce ? found : { ...found, engineRetry: [] }, policy, version);
  return ok({ node, template, policy, losses, keepsRetry: inForce });
}

/** One template cannot say two things: of the nodes that share it, the later is refused. */
function sharedDifferently(targets: readonly Target[]): readonly Diagnostic[] {
  const wanted = new Map<unknown, Target>();
  return targets.flatMap((target): Diagnostic[] => {
    const { node, template, policy } = target;
    const earlier = wanted.get(template.map);
    wanted.set(template.map, earlier ?? target);
    if (!earlier || samePolicy(documentOf(earlier.policy), documentOf(policy))) return [];
    const values = { id: node.id, name: template.name ?? '', other: earlier.node.id };
    return [{ code: 'argo_shared_differs', severity: 'error', nodeId: node.id, values }];
  });
}

function setPolicy(splicer: Splicer, { template, policy, keepsRetry }: Target, like: JsonObject | null): void {
  const document = documentOf(policy);
  const strategy = project(policy, namesStatus(template));
  const rewritten = keepsRetry ? false : isRewritten(template, strategy, document);
  const ofStrategy = rewritten ? [strategyChange(template, strategy, like)] : [];
  const text = needsText(template, strategy, { document, rewritten }) ? document : null;
  const changed = annotationChanges(template, text);
  // All changes of one map together: keys that go side by side go with one comma.
  if (changed && changed.map !== template.map) splicer.setEntries(changed.map, [changed.change]);
  const ofText = changed?.map === template.map ? [changed.change] : [];
  splicer.setEntries(template.map, [...ofText, ...ofStrategy]);
}

/** Also where both say the same, but only a strategy written anew says it without an annotation. */
function isRewritten(template: ArgoTemplate, wanted: Strategy | null, document: JsonObject): boolean {
  if (!saysTheSame(strategyOf(template), wanted)) return true;
  const plainly = { document, rewritten: false };
  return needsText(template, wanted, plainly) && !needsText(template, wanted, { ...plainly, rewritten: true });
}

/** True where the strategy as it will stand does not say the whole policy. */
function needsText(
  template: ArgoTemplate,
  wanted: Strategy | null,
  { document, rewritten }: { readonly document: JsonObject; readonly rewritten: boolean },
): boolean {
  if (Object.keys(document).length === 0) return false;
  const { actions, ...present } = keysOfText(template);
  const anew = wanted ? policyOfStrategy(wanted) : {};
  const strategy = rewritten ? anew : present;
  return !samePolicy({ ...(actions !== undefined && { actions }), ...strategy }, document);
}

/** Reads the outcome back: the policies must be the wanted ones, and all the rest what it was. */
function checkWritten(
  before: ArgoDocument,
  targets: readonly Target[],
  { text, fileName }: DefinitionText,
  changes: readonly PolicyChange[],
): readonly Diagnostic[] | null {
  const { document: after, diagnostics } = readDocument(text, fileName, before.tree);
  if (!after) return [{ code: 'write_unreadable', severity: 'error' }, ...diagnostics];
  const changed = new Set(changes.map(({ nodeId }) => nodeId));
  const nodes = after.nodes.filter(({ id }) => changed.has(id));
  const written = nodes.flatMap(({ template }) => template ?? []);
  const templates = targets.map(({ template }) => template);
  if (!deepEqual(meaningBut(before, templates), meaningBut(after, written)))
    return [{ code: 'write_changed_meaning', severity: 'error' }];
  const { read } = nodeReader(after);
  const lost = lostPolicies(nodes.map(read), changes);
  return lost.length > 0 ? lost : null;
}

/** The first strategy of the text, whose habits a new one takes over. */
function firstStrategy({ workflows }: ArgoDocument): JsonObject | null {
  for (const { templates } of workflows)
    for (const template of templates) {
      const block = ownBlock(template);
      if (isJsonObject(block)) return block;
    }
  return null;
}

function documentOf(policy: NodePolicy): JsonObject {
  return plain(toDocument(policy));
}
