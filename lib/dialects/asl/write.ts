import type { NodeDefinition, WorkflowDefinition } from '@/lib/model/workflow';
import { patternKey } from '@/lib/policy/classify';
import type { NodePolicy } from '@/lib/policy/schema';
import { toDocument } from '@/lib/policy/written';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import { err, ok, type Result } from '@/lib/shared/result';
import { areGuessed } from '../guessed-actions';
import { policyOf } from '../policy-diagnostics';
import { plain, samePolicy } from '../policy-shape';
import { readSidecar, writeSidecar } from '../sidecar';
import { deepEqual } from '../source/shape';
import { createSplicer, type EntryChange } from '../source/splice';
import { lookup, ownEntry, toJson, toJsonWithout } from '../source/tree';
import type { DefinitionText, Loss, PolicyChange, WriteResult } from '../types';
import { guessActions } from './actions';
import { arrangeRetry, plannedValue, RETRY_SHAPE } from './arrange';
import { type Machine, readMachine, type State } from './machine';
import { project, sameSet, saysTheSame } from './project';
import { canCarry, workflowOf } from './read';
import { interpretRetry } from './retriers';
import { aslLosses, engineOf } from './support';

type Refused = { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/**
 * Splices policies into `Retry`, and into the sidecar what the engine cannot say. Refused when the
 * texts read back do not say exactly the new policies and nothing else.
 */
export function writeAsl(source: DefinitionText, changes: readonly PolicyChange[]): WriteResult {
  const { text, sidecar: besideText, fileName } = source;
  if (changes.length === 0) return { ok: true, text, sidecar: besideText, losses: [], diagnostics: [] };
  const { machine, diagnostics } = readMachine(text, fileName);
  if (!machine) return { ok: false, diagnostics };
  const { sidecar, diagnostics: ofSidecar } = readSidecar(besideText, fileName);
  if (besideText !== null && !sidecar) return { ok: false, diagnostics: ofSidecar };
  const before = workflowOf(machine, source).workflow;

  const planned = changes.map((change) => targetOf(machine, before, change));
  const refusals = planned.flatMap((each) => (each.ok ? [] : [each.error]));
  if (refusals.length > 0) return { ok: false, diagnostics: refusals };
  const targets = planned.flatMap((each) => (each.ok ? [each.value] : []));
  const splicer = createSplicer(machine.tree);
  for (const { state, node, policy } of targets) {
    const entry = retryEntry(state, node, policy);
    if (entry) splicer.setEntries(state.map, [entry]);
  }
  const spliced = splicer.finish();
  if (!spliced.ok) return spliced;
  const edits = targets.filter(({ losses, node }) => losses.length > 0 || sidecar?.policies.has(node.id));
  const beside = writeBeside(source, edits);
  if (!beside.ok) return beside;
  const refused = checkWritten(machine, before, { text: spliced.text, sidecar: beside.text, fileName }, changes);
  if (refused) return refused;
  const losses = targets.flatMap((target) => target.losses);
  return {
    ok: true,
    text: spliced.text,
    sidecar: beside.text,
    losses,
    diagnostics: [...spliced.notes, ...beside.notes],
  };
}

interface Target {
  readonly state: State;
  /** Without the engine's own retriers where they shall be replaced. */
  readonly node: NodeDefinition;
  readonly policy: NodePolicy;
  readonly losses: readonly Loss[];
}

function targetOf(machine: Machine, before: WorkflowDefinition, change: PolicyChange): Result<Target, Diagnostic> {
  const { nodeId, policy, replaceEngineRetry } = change;
  const refuse = (code: string) => err<Diagnostic>({ code, severity: 'error', nodeId, values: { id: nodeId } });
  const state = machine.states.find((each) => each.name === nodeId);
  const found = before.nodes.find((each) => each.id === nodeId);
  if (!state || !found) return refuse('node_unknown');
  if (machine.ambiguous.has(nodeId)) return refuse('node_ambiguous');
  if (!canCarry(state)) return refuse('node_cannot_carry');
  const node = replaceEngineRetry ? { ...found, engineRetry: [] } : found;
  if (node.engineRetry.length > 0 && policy.retry) return refuse('engine_retry_in_the_way');
  return ok({ state, node, policy, losses: aslLosses(node, policy) });
}

function writeBeside({ sidecar, fileName }: DefinitionText, targets: readonly Target[]) {
  if (targets.length === 0) return { ok: true as const, text: sidecar, notes: [] };
  const edits = targets.map(({ node, policy }) => ({ nodeId: node.id, policy: plain(toDocument(policy)) }));
  return writeSidecar(sidecar, fileName, edits);
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
  const plan = arrangeRetry(
    value,
    found.kind === 'plain' ? found : { kind: 'plain', terminal: [], transient: null },
    projection,
  );
  const wanted = plannedValue(plan);
  return {
    key: 'Retry',
    value: wanted.length > 0 ? wanted : undefined,
    shape: RETRY_SHAPE,
    plan,
    before: ['Catch', 'Next', 'End'],
  };
}

/** Reads the outcome back: the policies must be the wanted ones, and all the rest what it was. */
function checkWritten(
  machine: Machine,
  before: WorkflowDefinition,
  result: DefinitionText,
  changes: readonly PolicyChange[],
): Refused | null {
  const after = readMachine(result.text, result.fileName);
  if (!after.machine)
    return { ok: false, diagnostics: [{ code: 'write_unreadable', severity: 'error' }, ...after.diagnostics] };
  const { workflow } = workflowOf(after.machine, result);
  const changed = new Set(changes.map((change) => change.nodeId));
  const meaning = (each: Machine) => toJsonWithout(each.root, retriesOf(each, changed));
  const others = (nodes: readonly NodeDefinition[]) =>
    nodes.filter((node) => !changed.has(node.id)).map((node) => node.config);
  if (!deepEqual(meaning(machine), meaning(after.machine)) || !deepEqual(others(before.nodes), others(workflow.nodes)))
    return { ok: false, diagnostics: [{ code: 'write_changed_meaning', severity: 'error' }] };
  const lost = changes.flatMap(({ nodeId, policy }): Diagnostic[] => {
    const node = workflow.nodes.find((each) => each.id === nodeId);
    return node && survived(node, policy)
      ? []
      : [{ code: 'write_policy_lost', severity: 'error', nodeId, values: { id: nodeId } }];
  });
  return lost.length > 0 ? { ok: false, diagnostics: lost } : null;
}

function retriesOf(machine: Machine, changed: ReadonlySet<string>) {
  return new Set(
    machine.states.flatMap((state) => (changed.has(state.name) ? (ownEntry(state.map, 'Retry') ?? []) : [])),
  );
}

/** Equal, save that the engine spells codes its own way and says a constant delay as a fixed one. */
function survived(node: NodeDefinition, wanted: NodePolicy): boolean {
  const { policy } = policyOf(node.config, node.id);
  if (!policy) return false;
  const guessed = guessActions(engineOf(node));
  const actions = areGuessed(guessed, wanted.actions) && areGuessed(guessed, policy.actions);
  const normal = (each: NodePolicy) => plain(toDocument(normalised(each, actions)));
  return samePolicy(normal(policy), normal(wanted)) && sameCodes(policy, wanted);
}

function normalised(policy: NodePolicy, withoutActions: boolean): NodePolicy {
  const { actions, retry, classification, ...rest } = policy;
  // One code of ours may be several names of the engine: then its rule comes back as several.
  const rules = new Map(
    classification
      ?.map((rule) => ({ ...rule, code: patternKey(rule.code) }))
      .sort((a, b) => (a.code < b.code ? -1 : 1))
      .map((rule) => [JSON.stringify(plain(rule)), rule]),
  );
  return {
    ...rest,
    ...(!withoutActions && actions && { actions }),
    ...(classification && { classification: [...rules.values()] }),
    ...(retry && { retry: normalRetry(retry) }),
  };
}

function normalRetry(retry: NonNullable<NodePolicy['retry']>): NonNullable<NodePolicy['retry']> {
  const { retryOn: _, multiplier, jitter, ...rest } = retry;
  const { backoff, initialInterval, maxInterval } = rest;
  const constant =
    backoff === 'fixed' || maxInterval === initialInterval || (backoff === 'exponential' && multiplier === 1);
  return {
    ...rest,
    ...(constant ? { backoff: 'fixed' } : backoff === 'exponential' && { multiplier: multiplier ?? 2 }),
    ...(jitter && jitter !== 'none' && { jitter }),
  };
}

function sameCodes(a: NodePolicy, b: NodePolicy): boolean {
  if (!a.retry?.retryOn || !b.retry?.retryOn) return a.retry?.retryOn === b.retry?.retryOn;
  return sameSet(
    a.retry.retryOn.map((code) => patternKey(code)),
    b.retry.retryOn.map((code) => patternKey(code)),
  );
}
