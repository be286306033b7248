import type { NodeDefinition } from '@/lib/model/workflow';
import type { NodePolicy } from '@/lib/policy/schema';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import { err, ok, type Result } from '@/lib/shared/result';
import { lostPolicies, POLICY_KEY, policyChange } from '../in-node';
import { deepEqual, type Shape } from '../source/shape';
import { createSplicer, type EntryChange } from '../source/splice';
import { lookup, ownEntry, toJson, toJsonWithout } from '../source/tree';
import type { DefinitionText, Loss, PolicyChange, WriteResult } from '../types';
import { type Graph, type GraphNode, readGraph } from './graph';
import { workflowOf } from './read';
import { projectRetry, RETRYING, saysTheSame } from './retry';
import { difyLosses } from './support';

const RETRY_CONFIG = 'retry_config';
/** Other keys of `retry_config` stay: older releases have some that the engine no longer reads. */
const RETRY_SHAPE: Shape = { keys: { retry_enabled: {}, max_retries: {}, retry_interval: {} } };

/**
 * Splices policies into the settings of their nodes: whole under `failpath`, and what the engine can do of them into
 * `retry_config`. Refused when the text read back does not say exactly the new policies and nothing else.
 */
export function writeDify(source: DefinitionText, changes: readonly PolicyChange[]): WriteResult {
  const { text, sidecar, fileName } = source;
  if (changes.length === 0) return { ok: true, text, sidecar, losses: [], diagnostics: [] };
  const { graph, diagnostics } = readGraph(text, fileName);
  if (!graph) return { ok: false, diagnostics };
  const before = workflowOf(graph, fileName).workflow;
  const planned = changes.map((change) => targetOf(graph, before.nodes, change));
  const refusals = planned.flatMap((each) => (each.ok ? [] : [each.error]));
  if (refusals.length > 0) return { ok: false, diagnostics: refusals };
  const targets = planned.flatMap((each) => (each.ok ? [each.value] : []));
  const splicer = createSplicer(graph.tree);
  for (const { node, policy, keepsRetry } of targets)
    splicer.setEntries(node.data, [...(keepsRetry ? [] : retryChange(node, policy)), policyChange(node.data, policy)]);
  const spliced = splicer.finish();
  if (!spliced.ok) return spliced;
  const refused = checkWritten(graph, before.nodes, { ...source, text: spliced.text }, changes);
  if (refused) return { ok: false, diagnostics: refused };
  const losses = targets.flatMap((target) => target.losses);
  return { ok: true, text: spliced.text, sidecar, losses, diagnostics: spliced.notes };
}

interface Target {
  readonly node: GraphNode;
  readonly policy: NodePolicy;
  /** What somebody set on Dify's own page stays in force. */
  readonly keepsRetry: boolean;
  readonly losses: readonly Loss[];
}

function targetOf(graph: Graph, before: readonly NodeDefinition[], change: PolicyChange): Result<Target, Diagnostic> {
  const { nodeId, policy, replaceEngineRetry = false } = change;
  const refuse = (code: string) => err<Diagnostic>({ code, severity: 'error', nodeId, values: { id: nodeId } });
  const node = graph.nodes.find((each) => each.id === nodeId);
  const found = before.find((each) => each.id === nodeId);
  if (!node || !found) return refuse('node_unknown');
  if (graph.ambiguous.has(nodeId)) return refuse('node_ambiguous');
  if (!found.canCarryPolicy) return refuse('dify_cannot_carry');
  const keepsRetry = !replaceEngineRetry && found.engineRetry.length > 0;
  const losses = difyLosses(keepsRetry ? found : { ...found, engineRetry: [] }, policy);
  return ok({ node, policy, losses, keepsRetry: keepsRetry || !RETRYING.includes(found.type ?? '') });
}

/** The new `retry_config`; none where it says the same already. */
function retryChange({ data }: GraphNode, policy: NodePolicy): readonly EntryChange[] {
  const present = lookup(data, RETRY_CONFIG);
  const value = present && toJson(present);
  if (saysTheSame(value, policy)) return [];
  const { retry_enabled, max_retries, retry_interval } = projectRetry(policy);
  if (retry_enabled && max_retries !== undefined && retry_interval !== undefined)
    return [{ key: RETRY_CONFIG, value: { retry_enabled, max_retries, retry_interval }, shape: RETRY_SHAPE }];
  // Switched off: the numbers that somebody chose stay on Dify's page.
  return [{ key: RETRY_CONFIG, value: { retry_enabled: false }, shape: { keys: { retry_enabled: {} } } }];
}

/** Reads the outcome back: the policies must be the wanted ones, and all the rest what it was. */
function checkWritten(
  before: Graph,
  nodesBefore: readonly NodeDefinition[],
  { text, fileName }: DefinitionText,
  changes: readonly PolicyChange[],
): readonly Diagnostic[] | null {
  const { graph: after, diagnostics } = readGraph(text, fileName);
  if (!after) return [{ code: 'write_unreadable', severity: 'error' }, ...diagnostics];
  const { nodes } = workflowOf(after, fileName).workflow;
  const changed = new Set(changes.map(({ nodeId }) => nodeId));
  const others = (all: readonly NodeDefinition[]) =>
    all.filter(({ id }) => !changed.has(id)).map(({ config }) => config);
  const same = deepEqual(meaning(before, changed), meaning(after, changed));
  if (!same || !deepEqual(others(nodesBefore), others(nodes)))
    return [{ code: 'write_changed_meaning', severity: 'error' }];
  const lost = lostPolicies(nodes, changes);
  return lost.length > 0 ? lost : null;
}

function meaning({ root, nodes }: Graph, changed: ReadonlySet<string>) {
  const ours = nodes
    .filter(({ id }) => changed.has(id))
    .flatMap(({ data }) => [ownEntry(data, POLICY_KEY), ownEntry(data, RETRY_CONFIG)]);
  return toJsonWithout(root, new Set(ours.filter((entry) => entry !== undefined)));
}
