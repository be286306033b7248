import type { NodeDefinition, ReadResult } from '@/lib/model/workflow';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import { formatDuration } from '@/lib/shared/duration';
import { isJsonObject, type Json, type JsonObject } from '@/lib/shared/json';
import { plainActions } from '../guessed-actions';
import type { Sidecar } from '../sidecar';
import { own } from '../source/shape';
import { asList, asMap, asString, lookup, mapToJson, type SourceNode, type SourceTree, toJson } from '../source/tree';
import type { DefinitionText } from '../types';
import { policyBeside, saidBeside, sidecarDiffers, type WorkflowRead, workflowWithSidecar } from '../with-sidecar';
import { guessActions } from './actions';
import { type Machine, NESTED_FIELDS, nextOf, readMachine, type State } from './machine';
import { project, saysTheSame } from './project';
import { type Interpretation, interpretRetry, largestDelayMs, policyOfRetry } from './retriers';

/** States on which the engine allows `Retry` and `Catch`. */
const CAN_CARRY = ['Task', 'Parallel', 'Map'];
const TYPES = [...CAN_CARRY, 'Pass', 'Choice', 'Wait', 'Succeed', 'Fail'];

/**
 * Reads a state machine and its sidecar. Where `Retry` says what the sidecar's policy comes to, the
 * sidecar holds whole; else `Retry` holds for retry and classes, and a warning names the state.
 */
export function readAsl(source: DefinitionText): ReadResult {
  const { document: machine, diagnostics } = readMachine(source.text, source.fileName);
  if (!machine) return { workflow: null, diagnostics };
  const { workflow, diagnostics: found } = workflowOf(machine, source);
  return { workflow, diagnostics: [...diagnostics, ...found] };
}

/** The workflow that a machine and its sidecar make. */
export function workflowOf(machine: Machine, source: DefinitionText): WorkflowRead {
  return workflowWithSidecar(source, (sidecar, found) =>
    machine.states.map((state) => readNode(machine, state, sidecar, found)),
  );
}

/** True where the engine lets a failure policy stand. */
export function canCarry(state: State): boolean {
  return CAN_CARRY.includes(asString(lookup(state.map, 'Type')) ?? '');
}

function readNode(machine: Machine, state: State, sidecar: Sidecar | null, found: Diagnostic[]): NodeDefinition {
  const { tree } = machine;
  const { name, map, entry } = state;
  const type = asString(lookup(map, 'Type'));
  const engine = mapToJson(map, ['Retry', ...NESTED_FIELDS]);
  if (type === null || !TYPES.includes(type)) {
    const at = lookup(map, 'Type') ?? map;
    found.push({
      code: 'asl_state_type',
      severity: 'error',
      values: { name, type: type ?? 'none' },
      nodeId: name,
      place: tree.place(at.start, at.end),
    });
  }
  const retryNode = lookup(map, 'Retry');
  const retry = retryNode && toJson(retryNode);
  const carries = canCarry(state);
  const interpretation = interpretRetry(retry);
  if (carries) noteRetry(tree, state, retryNode, interpretation, found);
  const catchers = failurePath(lookup(map, 'Catch'));
  const actions = guessActions(engine);
  const config: JsonObject = {
    id: name,
    name,
    ...(type !== null && { type }),
    ...(own(engine, 'Resource') !== undefined && { resource: own(engine, 'Resource') }),
    ...(catchers.length > 0 && { failurePath: catchers }),
    engine,
    ...(actions.length > 0 && { actions: plainActions(actions) }),
    ...(carries ? policyKeys(machine, state, interpretation, sidecar, found) : {}),
  };
  return {
    id: name,
    name,
    type,
    parentId: state.parent,
    next: nextOf(state),
    canCarryPolicy: carries,
    config,
    engineRetry: carries && interpretation.kind === 'engine' ? asBlocks(retry) : [],
    place: tree.place(entry.start, entry.value.end),
  };
}

/** The policy in force: what the text says, what the sidecar says, or each for its part. */
function policyKeys(
  machine: Machine,
  state: State,
  found: Interpretation,
  sidecar: Sidecar | null,
  diagnostics: Diagnostic[],
): JsonObject {
  const ofText = found.kind === 'plain' ? policyOfRetry(found) : {};
  const beside = sidecar?.policies.get(state.name);
  if (!beside) return ofText;
  const resource = lookup(state.map, 'Resource');
  const { holds, diagnostics: problems } = policyBeside(beside, state.name, {
    engineHolds: found.kind === 'engine',
    agrees: (policy) => saysTheSame(found, project(policy, resource && toJson(resource))),
  });
  diagnostics.push(...problems);
  if (holds) return beside;
  const at = lookup(state.map, 'Retry') ?? state.entry;
  const place = machine.tree.place(at.start, 'kind' in at ? at.end : at.keyEnd);
  diagnostics.push(sidecarDiffers(state.name, state.name, place));
  return { ...ofText, ...saidBeside(beside) };
}

function noteRetry(
  tree: SourceTree,
  state: State,
  node: SourceNode | undefined,
  found: Interpretation,
  diagnostics: Diagnostic[],
): void {
  if (!node) return;
  const base = { severity: 'info', nodeId: state.name, place: tree.place(node.start, node.end) } as const;
  if (found.kind === 'engine') {
    const severity = found.reason === 'malformed' ? 'warning' : 'info';
    diagnostics.push({
      ...base,
      severity,
      code: 'engine_retry_kept',
      values: { name: state.name, reason: found.reason },
    });
  } else if (found.transient?.capDerived) {
    const { schedule, index } = found.transient;
    const item = asList(node)?.items[index]?.value ?? node;
    const values = {
      name: state.name,
      cap: formatDuration(schedule.capMs),
      reached: largestDelayMs(schedule) > schedule.capMs ? 'no' : 'yes',
    };
    diagnostics.push({
      ...base,
      code: 'cap_derived',
      values,
      path: ['retry', 'maxInterval'],
      place: tree.place(item.start, item.end),
    });
  }
}

function asBlocks(retry: Json | undefined): readonly JsonObject[] {
  if (Array.isArray(retry)) return retry.map((item: Json) => (isJsonObject(item) ? item : { value: item }));
  return [{ value: retry ?? null }];
}

/** Catchers, read only: where the flow goes on by itself after a failure. */
function failurePath(node: SourceNode | undefined): readonly Json[] {
  return (asList(node)?.items ?? []).flatMap((item): Json[] => {
    const catcher = asMap(item.value);
    if (!catcher) return [];
    const errors = lookup(catcher, 'ErrorEquals');
    return [{ errorEquals: errors ? toJson(errors) : [], next: asString(lookup(catcher, 'Next')) }];
  });
}
