import type { NodeDefinition, ReadResult, WorkflowDefinition } from '@/lib/model/workflow';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import { isJsonObject, type Json, type JsonObject } from '@/lib/shared/json';
import { baseName } from '../file-name';
import { plainActions } from '../guessed-actions';
import { POLICY_KEY, policyConfig, policyIn, policyProblems } from '../in-node';
import { own } from '../source/shape';
import { asMap, asString, lookup, mapToJson, type SourceMap } from '../source/tree';
import type { DefinitionText } from '../types';
import { guessActions, kindOfTask, reachesOutside, typeOfTask } from './actions';
import { readDocument, type Task, type WorkflowDocument } from './document';
import { catchesForOthers, FILTER_KEYS, interpretRetry, projectRetry, RETRY_KEY, saysTheSame } from './retry';
import { CAUGHT_FOR_OTHERS, TRIED_WITH_OTHERS } from './support';

/** Reads a workflow. The policy stands in the `metadata` of a task; a sidecar is not needed, nor looked at. */
export function readServerless(source: DefinitionText): ReadResult {
  const { document, diagnostics } = readDocument(source.text, source.fileName);
  if (!document) return { workflow: null, diagnostics };
  const { workflow, diagnostics: found } = workflowOf(document, source.fileName);
  return { workflow, diagnostics: [...diagnostics, ...found] };
}

/** Nodes that have been read already: nobody changes a document. */
const known = new WeakMap<WorkflowDocument, ReturnType<typeof nodesOf>>();

/** The workflow that a document makes. */
export function workflowOf(
  document: WorkflowDocument,
  fileName: string,
): { readonly workflow: WorkflowDefinition; readonly diagnostics: readonly Diagnostic[] } {
  const { nodes, diagnostics } = known.get(document) ?? nodesOf(document);
  known.set(document, { nodes, diagnostics });
  const head = asMap(lookup(document.root, 'document'));
  const key = (head && asString(lookup(head, 'name'))) || baseName(fileName);
  const title = head && asString(lookup(head, 'title'));
  return { workflow: { key, name: title || key, owner: null, nodes }, diagnostics };
}

function nodesOf(document: WorkflowDocument) {
  const diagnostics: Diagnostic[] = [];
  const nodes = document.tasks.map((task) => readNode(document, task, diagnostics));
  return { nodes, diagnostics };
}

/** The map in which the policy of a task stands; null = it has none yet. */
export function metadataOf({ map }: Pick<Task, 'map'>): SourceMap | null {
  return asMap(lookup(map, 'metadata'));
}

/** True where a failure policy may stand. */
export function canCarry({ map }: Pick<Task, 'map'>): boolean {
  return reachesOutside(kindOfTask(map.entries.map(({ key }) => key)));
}

function readNode(document: WorkflowDocument, task: Task, found: Diagnostic[]): NodeDefinition {
  const { tree } = document;
  const { id, name, item, map, outer, attempt, parent, next } = task;
  const kind = kindOfTask(map.entries.map(({ key }) => key));
  const canCarryPolicy = reachesOutside(kind);
  const metadata = metadataOf(task);
  const carrier = metadata ?? EMPTY;
  const engine = engineOf(task);
  const actions = guessActions(kind, engine);
  const { keys, engineRetry } = canCarryPolicy
    ? policyConfig(carrier, interpretRetry(document, task), {
        actions: actions.length > 0 ? { actions: [...plainActions(actions)] } : {},
        matches: (policy) => saysTheSame(document, task, projectRetry(policy)),
      })
    : { keys: {}, engineRetry: [] };
  if (canCarryPolicy && metadata) found.push(...policyProblems(tree, metadata, id));
  if (engineRetry.length > 0 && attempt) {
    const place = tree.place(attempt.catch.start, attempt.catch.start + 1);
    if (policyIn(carrier))
      found.push({ code: 'serverless_retry_page', severity: 'warning', values: { name }, nodeId: id, place });
    else
      found.push({
        code: 'engine_retry_kept',
        severity: 'info',
        values: { name, reason: 'limits' },
        nodeId: id,
        place,
      });
  }
  const flags = {
    ...(canCarryPolicy && task.triedWithOthers && { [TRIED_WITH_OTHERS]: true }),
    ...(canCarryPolicy && attempt && catchesForOthers(attempt.catch) && { [CAUGHT_FOR_OTHERS]: true }),
  };
  return {
    ...{ id, name, type: typeOfTask(kind, engine), parentId: parent, next, canCarryPolicy, engineRetry },
    config: { id, name, ...flags, engine, ...keys },
    place: tree.place(item.start, outer === map ? item.value.end : outer.end),
  };
}

const EMPTY: SourceMap = { kind: 'map', flow: true, entries: [], start: 0, end: 0, anchor: null };

/** A task without what its policy owns, and without the tasks below it. */
function engineOf({ map, outer, attempt }: Task): JsonObject {
  const { metadata, fork, foreach, with: settings, ...rest } = mapToJson(map, ['do', 'try', 'catch']);
  const caught = outer === map ? asMap(lookup(map, 'catch')) : (attempt?.catch ?? null);
  const around = outer === map ? {} : mapToJson(outer, ['try', 'catch', 'metadata']);
  return {
    ...rest,
    ...around,
    ...without('with', settings, ['subscription'], (all) => {
      const subscription = own(all, 'subscription');
      if (!isJsonObject(subscription)) return {};
      const { foreach: each, ...others } = subscription;
      return { subscription: { ...others, ...without('foreach', each, ['do']) } };
    }),
    ...without('fork', fork, ['branches']),
    ...without('foreach', foreach, ['do']),
    ...without('metadata', metadata, [POLICY_KEY]),
    ...(caught && without('catch', mapToJson(caught), [...FILTER_KEYS, RETRY_KEY, 'do'])),
  };
}

function without(
  key: string,
  value: Json | undefined,
  keys: readonly string[],
  instead: (all: JsonObject) => JsonObject = () => ({}),
): JsonObject {
  if (value === undefined) return {};
  if (!isJsonObject(value)) return { [key]: value };
  const rest = {
    ...Object.fromEntries(Object.entries(value).filter(([each]) => !keys.includes(each))),
    ...instead(value),
  };
  return Object.keys(rest).length === 0 ? {} : { [key]: rest };
}
