import type { ActionKind } from '@/lib/model/action-kinds';
import type { NodeDefinition, ReadResult, WorkflowDefinition } from '@/lib/model/workflow';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import { isJsonObject, type JsonObject } from '@/lib/shared/json';
import { baseName } from '../file-name';
import { POLICY_KEY, policyConfig, policyIn, policyProblems } from '../in-node';
import { own } from '../source/shape';
import { asList, asMap, asString, lookup, mapToJson, toJson } from '../source/tree';
import type { DefinitionText } from '../types';
import { type Graph, type GraphNode, readGraph } from './graph';
import { interpretRetry, RETRYING, saysTheSame } from './retry';

/** What only steers the flow, or marks where it begins and ends: nothing there fails by itself. */
const STEERING = [
  'start',
  'end',
  'answer',
  'if-else',
  'iteration-start',
  'loop-start',
  'loop-end',
  'variable-aggregator',
  'variable-assigner',
  'assigner',
];
/** What the editor keeps of itself in a node's settings: it changes with each click. */
const OF_EDITOR = /^(?:selected$|_)/;
const KINDS: Readonly<Record<string, ActionKind>> = {
  'http-request': 'http',
  'knowledge-retrieval': 'database',
  llm: 'third_party',
  tool: 'third_party',
  agent: 'third_party',
};

/** Reads a graph or an exported app. The policy stands in a node's settings; a sidecar is not needed, nor looked at. */
export function readDify(source: DefinitionText): ReadResult {
  const { graph, diagnostics } = readGraph(source.text, source.fileName);
  if (!graph) return { workflow: null, diagnostics };
  const { workflow, diagnostics: found } = workflowOf(graph, source.fileName);
  return { workflow, diagnostics: [...diagnostics, ...found] };
}

/** The workflow that a graph makes. */
export function workflowOf(
  graph: Graph,
  fileName: string,
): { readonly workflow: WorkflowDefinition; readonly diagnostics: readonly Diagnostic[] } {
  const found: Diagnostic[] = [];
  const ids = new Set(graph.nodes.map(({ id }) => id));
  const next = edgesOf(graph);
  const nodes = graph.nodes.map((node) => readNode(graph, node, { ids, next, found }));
  const app = asMap(lookup(graph.root, 'app'));
  const key = baseName(fileName);
  const name = app && asString(lookup(app, 'name'));
  return { workflow: { key, name: name ?? key, owner: null, nodes }, diagnostics: found };
}

interface Around {
  readonly ids: ReadonlySet<string>;
  readonly next: ReadonlyMap<string, readonly string[]>;
  readonly found: Diagnostic[];
}

function readNode(graph: Graph, node: GraphNode, { ids, next, found }: Around): NodeDefinition {
  const { tree } = graph;
  const { id, map, data, item } = node;
  const type = asString(lookup(data, 'type'));
  const name = asString(lookup(data, 'title')) || id;
  const retryNode = lookup(data, 'retry_config');
  const retry = retryNode && toJson(retryNode);
  const canCarryPolicy = type !== null && type !== '' && !STEERING.includes(type);
  const settings = Object.entries(mapToJson(data, [POLICY_KEY, 'retry_config'])).filter(
    ([key]) => !OF_EDITOR.test(key),
  );
  const engine: JsonObject = Object.fromEntries(settings);
  const honoured = RETRYING.includes(type ?? '');
  const { keys, engineRetry } = canCarryPolicy
    ? policyConfig(data, honoured ? interpretRetry(retry) : { kind: 'none' }, {
        actions: guessActions(type ?? '', engine),
        matches: (policy) => !honoured || saysTheSame(retry, policy),
      })
    : { keys: {}, engineRetry: [] };
  if (canCarryPolicy) found.push(...policyProblems(tree, data, id));
  if (retryNode && engineRetry.length > 0) {
    const kept = { nodeId: id, place: tree.place(retryNode.start, retryNode.end) };
    if (policyIn(data)) found.push({ ...kept, code: 'dify_retry_page', severity: 'warning', values: { name } });
    else found.push({ ...kept, code: 'engine_retry_kept', severity: 'info', values: { name, reason: 'limits' } });
  }
  const parent = asString(lookup(map, 'parentId'));
  return {
    id,
    name,
    type,
    parentId: parent !== null && parent !== id && ids.has(parent) ? parent : null,
    next: (next.get(id) ?? []).filter((each) => ids.has(each)),
    canCarryPolicy,
    config: { id, name, ...(type !== null && { type }), engine, ...keys },
    engineRetry,
    place: tree.place(item.start, item.value.end),
  };
}

function edgesOf({ graph }: Graph): ReadonlyMap<string, readonly string[]> {
  const next = new Map<string, string[]>();
  for (const { value } of asList(lookup(graph, 'edges'))?.items ?? []) {
    const edge = asMap(value);
    const [from, to] = edge ? [asString(lookup(edge, 'source')), asString(lookup(edge, 'target'))] : [null, null];
    if (from === null || to === null) continue;
    const known = next.get(from) ?? [];
    if (!known.includes(to)) next.set(from, [...known, to]);
  }
  return next;
}

/** What a node reaches outside, guessed from its type and settings; never whether it may be done twice. */
function guessActions(type: string, engine: JsonObject): JsonObject {
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  if (!kind) return {};
  const target = targetOf(type, engine);
  return { actions: [{ id: type, kind, ...(target && { target }) }] };
}

function targetOf(type: string, engine: JsonObject): string | null {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  if (type === 'http-request') {
    const url = text(own(engine, 'url'));
    return url && [text(own(engine, 'method'))?.toUpperCase(), url].filter(Boolean).join(' ');
  }
  const model = own(engine, 'model');
  if (type === 'llm') return isJsonObject(model) ? text(own(model, 'name')) : null;
  return text(own(engine, 'tool_name')) ?? text(own(engine, 'tool_label'));
}
