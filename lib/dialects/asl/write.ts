import { patternKey } from '@/lib/policy/classify';
import { toDocument } from '@/lib/policy/read';
import type { NodePolicy } from '@/lib/policy/schema';
import type { NodeDefinition, WorkflowDefinition } from '@/lib/model/workflow';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import { plain, type PolicyEdit, samePolicy } from '../failpath/write';
import { policyOf } from '../policy-diagnostics';
import { readSidecar, writeSidecar } from '../sidecar';
import { deepEqual } from '../source/shape';
import { createSplicer, type EntryChange } from '../source/splice';
import { lookup, ownEntry, toJson } from '../source/tree';
import type { DefinitionText, Loss, PolicyChange, WriteResult } from '../types';
import { arrangeRetry, plannedValue, RETRY_SHAPE } from './arrange';
import { canCarry, workflowOf } from './read';
import { type Machine, readMachine, type State, toJsonWithout } from './machine';
import { project, sameSet, saysTheSame } from './project';
import { interpretRetry } from './retriers';
import { areGuessed, aslLosses, engineOf } from './support';

type Refused = { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/**
 * Splices policies into `Retry`, and into the sidecar what the engine cannot say. Refused when the
 * texts read back do not say exactly the new policies and nothing else.
 */
export function writeAsl(source: DefinitionText, changes: readonly PolicyChange[]): WriteResult {
  const { machine, diagnostics } = readMachine(source.text, source.fileName);
  if (!machine) return { ok: false, diagnostics };
  const before = workflowOf(machine, source).workflow;
  const { sidecar, diagnostics: ofSidecar } = readSidecar(source.sidecar, source.fileName);
  if (source.sidecar !== null && !sidecar) return { ok: false, diagnostics: ofSidecar };

  const splicer = createSplicer(machine.tree);
  const losses: Loss[] = [];
  const beside: PolicyEdit[] = [];
  const refusals: Diagnostic[] = [];
  for (const change of changes) {
    const state = machine.states.find((each) => each.name === change.nodeId);
    const node = before.nodes.find((each) => each.id === change.nodeId);
    const problem = problemOf(machine, state, node, change);
    if (problem || !state || !node) {
      refusals.push(problem ?? { code: 'node_unknown', severity: 'error', nodeId: change.nodeId, values: { id: change.nodeId } });
      continue;
    }
    const replaced = change.replaceEngineRetry ? { ...node, engineRetry: [] } : node;
    const entry = retryEntry(state, replaced, change.policy);
    if (entry) splicer.setEntries(state.map, [entry]);
    const found = aslLosses(replaced, change.policy);
    losses.push(...found);
    if (found.length > 0 || sidecar?.policies.has(change.nodeId))
      beside.push({ nodeId: change.nodeId, policy: plain(toDocument(change.policy)) });
  }
  if (refusals.length > 0) return { ok: false, diagnostics: refusals };
  const spliced = splicer.finish();
  if (!spliced.ok) return spliced;
  const written = beside.length > 0 ? writeSidecar(source.sidecar, source.fileName, beside) : null;
  if (written && !written.ok) return written;
  const result = { text: spliced.text, sidecar: written?.text ?? source.sidecar, fileName: source.fileName };
  const refused = checkWritten(machine, before, result, changes);
  if (refused) return refused;
  return { ok: true, text: result.text, sidecar: result.sidecar, losses, diagnostics: [...spliced.notes, ...(written?.notes ?? [])] };
}

function problemOf(machine: Machine, state: State | undefined, node: NodeDefinition | undefined, change: PolicyChange): Diagnostic | null {
  const { nodeId } = change;
  const refuse = (code: string): Diagnostic => ({ code, severity: 'error', nodeId, values: { id: nodeId } });
  if (!state || !node) return refuse('node_unknown');
  if (machine.ambiguous.has(nodeId)) return refuse('node_ambiguous');
  if (!canCarry(state)) return refuse('node_cannot_carry');
  return node.engineRetry.length > 0 && change.policy.retry && !change.replaceEngineRetry ? refuse('engine_retry_in_the_way') : null;
}

/** The new `Retry`; null where the text says it already, or where the engine's own stays. */
function retryEntry({ map }: State, node: NodeDefinition, policy: NodePolicy): EntryChange | null {
  if (node.engineRetry.length > 0) return null;
  const present = lookup(map, 'Retry');
  const value = present && toJson(present);
  const resource = lookup(map, 'Resource');
  const projection = project(policy, resource && toJson(resource));
  const found = interpretRetry(value);
  if (saysTheSame(found, projection)) return null;
  const plan = arrangeRetry(value, found.kind === 'plain' ? found : { kind: 'plain', terminal: [], transient: null }, projection);
  const wanted = plannedValue(plan);
  return { key: 'Retry', value: wanted.length > 0 ? wanted : undefined, shape: RETRY_SHAPE, plan, before: ['Catch', 'Next', 'End'] };
}

/** Reads the outcome back: the policies must be the wanted ones, and all the rest what it was. */
function checkWritten(
  machine: Machine,
  before: WorkflowDefinition,
  result: DefinitionText,
  changes: readonly PolicyChange[],
): Refused | null {
  const after = readMachine(result.text, result.fileName);
  if (!after.machine) return { ok: false, diagnostics: [{ code: 'write_unreadable', severity: 'error' }, ...after.diagnostics] };
  const { workflow } = workflowOf(after.machine, result);
  const changed = new Set(changes.map((change) => change.nodeId));
  const meaning = (each: Machine) => toJsonWithout(each.root, retriesOf(each, changed));
  const others = (nodes: readonly NodeDefinition[]) => nodes.filter((node) => !changed.has(node.id)).map((node) => node.config);
  if (!deepEqual(meaning(machine), meaning(after.machine)) || !deepEqual(others(before.nodes), others(workflow.nodes)))
    return { ok: false, diagnostics: [{ code: 'write_changed_meaning', severity: 'error' }] };
  const lost = changes.flatMap(({ nodeId, policy }): Diagnostic[] => {
    const node = workflow.nodes.find((each) => each.id === nodeId);
    return node && survived(node, policy) ? [] : [{ code: 'write_policy_lost', severity: 'error', nodeId, values: { id: nodeId } }];
  });
  return lost.length > 0 ? { ok: false, diagnostics: lost } : null;
}

function retriesOf(machine: Machine, changed: ReadonlySet<string>) {
  return new Set(machine.states.flatMap((state) => (changed.has(state.name) ? (ownEntry(state.map, 'Retry') ?? []) : [])));
}

/** Equal, save that the engine spells codes its own way and says a constant delay as a fixed one. */
function survived(node: NodeDefinition, wanted: NodePolicy): boolean {
  const { policy } = policyOf(node.config, node.id);
  if (!policy) return false;
  const actions = areGuessed(engineOf(node), wanted.actions) && areGuessed(engineOf(node), policy.actions);
  const normal = (each: NodePolicy) => plain(toDocument(normalised(each, actions)));
  return samePolicy(normal(policy), normal(wanted)) && sameCodes(policy, wanted);
}

function normalised(policy: NodePolicy, withoutActions: boolean): NodePolicy {
  const { actions, retry, classification, ...rest } = policy;
  const rules = classification?.map((rule) => ({ ...rule, code: patternKey(rule.code) })).sort((a, b) => (a.code < b.code ? -1 : 1));
  return {
    ...rest,
    ...(!withoutActions && actions && { actions }),
    ...(rules && { classification: rules }),
    ...(retry && { retry: normalRetry(retry) }),
  };
}

function normalRetry(retry: NonNullable<NodePolicy['retry']>): NonNullable<NodePolicy['retry']> {
  const { retryOn: _, multiplier, jitter, ...rest } = retry;
  const { backoff, initialInterval, maxInterval } = rest;
  const constant = backoff === 'fixed' || maxInterval === initialInterval || (backoff === 'exponential' && multiplier === 1);
  return {
    ...rest,
    ...(constant ? { backoff: 'fixed' } : backoff === 'exponential' && { multiplier: multiplier ?? 2 }),
    ...(jitter && jitter !== 'none' && { jitter }),
  };
}

function sameCodes(a: NodePolicy, b: NodePolicy): boolean {
  if (!a.retry?.retryOn || !b.retry?.retryOn) return a.retry?.retryOn === b.retry?.retryOn;
  return sameSet(a.retry.retryOn.map((code) => patternKey(code)), b.retry.retryOn.map((code) => patternKey(code)));
}
