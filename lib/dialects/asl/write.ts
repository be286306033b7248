import type { NodeDefinition } from '@/lib/model/workflow';
import { patternKey } from '@/lib/policy/classify';
import type { NodePolicy } from '@/lib/policy/schema';
import { toDocument } from '@/lib/policy/written';
import { ok } from '@/lib/shared/result';
import { areGuessed } from '../guessed-actions';
import { policyOf } from '../policy-diagnostics';
import { plain, samePolicy } from '../policy-shape';
import { deepEqual } from '../source/shape';
import { createSplicer, type EntryChange } from '../source/splice';
import { lookup, ownEntry, toJson, toJsonWithout } from '../source/tree';
import type { DefinitionText, PolicyChange, WriteResult } from '../types';
import { nodeToWrite, type SidecarTarget, type SidecarWriting, writeWithSidecar } from '../with-sidecar';
import { guessActions } from './actions';
import { arrangeRetry, plannedValue, RETRY_SHAPE } from './arrange';
import { type Machine, readMachine, type State } from './machine';
import { project, sameSet, saysTheSame } from './project';
import { workflowOf } from './read';
import { interpretRetry } from './retriers';
import { aslLosses, engineOf } from './support';

/**
 * Splices policies into `Retry`, and into the sidecar what the engine cannot say. Refused when the
 * texts read back do not say exactly the new policies and nothing else.
 */
export function writeAsl(source: DefinitionText, changes: readonly PolicyChange[]): WriteResult {
  return writeWithSidecar(source, changes, WRITING);
}

interface Target extends SidecarTarget {
  readonly state: State;
}

const WRITING: SidecarWriting<Machine, Target> = {
  read: readMachine,
  workflowOf,
  target: (machine, before, change) => {
    const node = nodeToWrite(before, change, machine.ambiguous, 'node_cannot_carry');
    if (!node.ok) return node;
    const state = machine.states.find(({ name }) => name === change.nodeId);
    if (!state) throw new Error(`no state for the node ${change.nodeId}`);
    return ok({ state, node: node.value, policy: change.policy, losses: aslLosses(node.value, change.policy) });
  },
  splice: (machine, targets) => {
    const splicer = createSplicer(machine.tree);
    for (const { state, node, policy } of targets) {
      const entry = retryEntry(state, node, policy);
      if (entry) splicer.setEntries(state.map, [entry]);
    }
    return splicer.finish();
  },
  sameBut: (before, after, changed) => {
    const meaning = (each: Machine) => toJsonWithout(each.root, retriesOf(each, changed));
    return deepEqual(meaning(before), meaning(after));
  },
  survived,
};

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
