import type { ActionKind } from '@/lib/model/action-kinds';
import type { NodeDefinition, ReadResult, WorkflowDefinition } from '@/lib/model/workflow';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import { isJsonObject, type Json, type JsonObject } from '@/lib/shared/json';
import { baseName } from '../file-name';
import { POLICY_KEY, policyConfig, policyIn, policyProblems } from '../in-node';
import { own } from '../source/shape';
import { asMap, asString, lookup, mapToJson, type SourceMap } from '../source/tree';
import type { DefinitionText } from '../types';
import { type ConductorDocument, type ConductorTask, NESTED_FIELDS, readDocument } from './document';
import { blockOf, interpretRetry, RETRY_KEYS, saysTheSame } from './retry';
import { NO_DEFINITION } from './support';

/** What only steers the flow, or waits: nothing there fails by itself. */
const STEERING = [
  'SWITCH',
  'DECISION',
  'FORK_JOIN',
  'FORK_JOIN_DYNAMIC',
  'JOIN',
  'EXCLUSIVE_JOIN',
  'DO_WHILE',
  'TERMINATE',
  'SET_VARIABLE',
  'WAIT',
  'HUMAN',
  'NOOP',
];
const KINDS: Readonly<Record<string, ActionKind>> = {
  HTTP: 'http',
  KAFKA_PUBLISH: 'queue',
  EVENT: 'queue',
  SUB_WORKFLOW: 'sub_workflow',
  START_WORKFLOW: 'sub_workflow',
  CALL_MCP_TOOL: 'third_party',
};

/** Reads a workflow with its task definitions. The policy stands in a task's `metadata`; a sidecar is not looked at. */
export function readConductor(source: DefinitionText): ReadResult {
  const { document, diagnostics } = readDocument(source.text, source.fileName);
  if (!document) return { workflow: null, diagnostics };
  const { workflow, diagnostics: found } = workflowOf(document, source.fileName);
  return { workflow, diagnostics: [...diagnostics, ...found] };
}

/** The workflow that a document makes. */
export function workflowOf(
  document: ConductorDocument,
  fileName: string,
): { readonly workflow: WorkflowDefinition; readonly diagnostics: readonly Diagnostic[] } {
  const found: Diagnostic[] = [];
  const ids = new Set(document.tasks.map(({ id }) => id));
  const nodes = document.tasks.map((task) => readNode(document, task, ids, found));
  const key = asString(lookup(document.workflow, 'name')) || baseName(fileName);
  return { workflow: { key, name: key, owner: null, nodes }, diagnostics: found };
}

/** The map in which the policy of a task stands; null = it has none yet. */
export function metadataOf({ map }: Pick<ConductorTask, 'map'>): SourceMap | null {
  return asMap(lookup(map, 'metadata'));
}

/** True where a failure policy may stand. */
export function canCarry({ type }: Pick<ConductorTask, 'type'>): boolean {
  return !STEERING.includes(type);
}

function readNode(
  { tree }: ConductorDocument,
  task: ConductorTask,
  ids: ReadonlySet<string>,
  found: Diagnostic[],
): NodeDefinition {
  const { id, name, type, item, map, definition } = task;
  const canCarryPolicy = canCarry(task);
  const metadata = metadataOf(task);
  const block = blockOf(task);
  const engine = engineOf(map);
  const carrier = metadata ?? EMPTY;
  const { keys, engineRetry } = canCarryPolicy
    ? policyConfig(carrier, interpretRetry(block), {
        actions: guessActions(type, engine),
        matches: (policy) => saysTheSame(block, policy),
      })
    : { keys: {}, engineRetry: [] };
  if (canCarryPolicy && metadata) found.push(...policyProblems(tree, metadata, id));
  if (engineRetry.length > 0) {
    const at = definition?.map ?? map;
    const kept = { nodeId: id, place: tree.place(at.start, at.start + 1) };
    if (policyIn(carrier))
      found.push({ ...kept, code: 'conductor_retry_page', severity: 'warning', values: { name: id } });
    else found.push({ ...kept, code: 'engine_retry_kept', severity: 'info', values: { name: id, reason: 'limits' } });
  }
  return {
    id,
    name,
    type,
    parentId: task.parent,
    next: task.next.filter((each) => ids.has(each)),
    canCarryPolicy,
    config: { id, name, type, ...(canCarryPolicy && !definition && { [NO_DEFINITION]: true }), engine, ...keys },
    engineRetry,
    place: tree.place(item.start, item.value.end),
  };
}

const EMPTY: SourceMap = { kind: 'map', flow: true, entries: [], start: 0, end: 0, anchor: null };

/** A task without what its policy owns, and without the tasks below it. */
function engineOf(map: SourceMap): JsonObject {
  const { metadata, taskDefinition, ...rest } = mapToJson(map, ['retryCount', ...NESTED_FIELDS]);
  return {
    ...rest,
    ...without('metadata', metadata, [POLICY_KEY]),
    ...without('taskDefinition', taskDefinition, RETRY_KEYS),
  };
}

function without(key: string, value: Json | undefined, keys: readonly string[]): JsonObject {
  if (value === undefined) return {};
  if (!isJsonObject(value)) return { [key]: value };
  const rest = Object.entries(value).filter(([each]) => !keys.includes(each));
  return rest.length === 0 ? {} : { [key]: Object.fromEntries(rest) };
}

/** What a task reaches outside, guessed from its type and parameters; never whether it may be done twice. */
function guessActions(type: string, engine: JsonObject): JsonObject {
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : type.startsWith('LLM_') && 'third_party';
  if (!kind) return {};
  const target = targetOf(type, engine);
  return { actions: [{ id: type.toLowerCase(), kind, ...(target && { target }) }] };
}

function targetOf(type: string, engine: JsonObject): string | null {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  const inner = (object: Json | undefined, key: string) => (isJsonObject(object) ? own(object, key) : undefined);
  const input = own(engine, 'inputParameters');
  if (type === 'EVENT') return text(own(engine, 'sink'));
  if (type === 'SUB_WORKFLOW') return text(inner(own(engine, 'subWorkflowParam'), 'name'));
  if (type !== 'HTTP') return null;
  const request = inner(input, 'http_request') ?? input;
  const uri = text(inner(request, 'uri'));
  return uri && [text(inner(request, 'method'))?.toUpperCase(), uri].filter(Boolean).join(' ');
}
