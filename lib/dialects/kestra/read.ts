import type { NodeDefinition, ReadResult } from '@/lib/model/workflow';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import { isJsonObject, type JsonObject } from '@/lib/shared/json';
import { baseName } from '../file-name';
import { plainActions } from '../guessed-actions';
import type { Sidecar } from '../sidecar';
import { longName } from '../source/limits';
import { own } from '../source/shape';
import { lookup, mapToJson, ownEntry, type SourceTree } from '../source/tree';
import type { DefinitionText } from '../types';
import { policyBeside, sidecarDiffers, type WorkflowRead, workflowWithSidecar } from '../with-sidecar';
import { guessActions, isRetried, isSteering } from './actions';
import { effectiveRetry, type Inherited, type KestraText, NESTED_FIELDS, ownRetry, readText, type Task } from './flow';
import { project, saysTheSame } from './project';
import { type Interpretation, interpretRetry } from './schedule';

/**
 * Reads flows and their sidecar. Where `retry` says what the sidecar's policy comes to, the sidecar holds whole; else
 * the text holds for what it can say, and a warning names the task.
 */
export function readKestra(source: DefinitionText): ReadResult {
  const { document, diagnostics } = readText(source.text, source.fileName);
  if (!document) return { workflow: null, diagnostics };
  const { workflow, diagnostics: found } = workflowOf(document, source);
  return { workflow, diagnostics: [...diagnostics, ...found] };
}

/** The workflow that a text and its sidecar make. */
export function workflowOf(document: KestraText, source: DefinitionText): WorkflowRead {
  const { tree, tasks, flows } = document;
  const ids = new Set(tasks.map(({ id }) => id));
  return workflowWithSidecar(
    source,
    (sidecar, found) => tasks.map((task) => readTask(task, { tree, sidecar, found, ids })),
    (sidecar, found) => {
      const key = keyOf(document, source, found);
      return { key, name: sidecar?.name ?? (flows.length === 1 ? flows[0]?.id : null) ?? key };
    },
  );
}

/** True where the engine lets a failure policy stand. */
export function canCarry({ type }: Task): boolean {
  return type !== null && type !== '' && !isSteering(type);
}

/** Ids are unique within a namespace only. */
function keyOf({ flows, tree }: KestraText, { fileName }: DefinitionText, found: Diagnostic[]): string {
  const [flow, ...others] = flows;
  if (!flow?.id || others.length > 0) return baseName(fileName);
  const key = [flow.namespace, flow.id].filter(Boolean).join('.');
  const at = ownEntry(flow.map, 'id')?.value ?? flow.map;
  const long = longName('workflow_key_long', key, () => tree.place(at.start, at.end));
  if (!long) return key;
  found.push(long);
  return baseName(fileName);
}

interface Around {
  readonly tree: SourceTree;
  readonly sidecar: Sidecar | null;
  readonly found: Diagnostic[];
  readonly ids: ReadonlySet<string>;
}

function readTask(task: Task, { tree, sidecar, found, ids }: Around): NodeDefinition {
  const { id, name, type, map, start, value, next, failure, parent } = task;
  const prefix = id.slice(0, id.length - name.length);
  const place = tree.place(start, value.end);
  if (type === null || type === '') found.push({ code: 'kestra_no_type', severity: 'error', values: { id }, place });
  const carries = canCarry(task);
  const engine = mapToJson(map, ['retry', ...NESTED_FIELDS]);
  const { value: retry, inherited } = effectiveRetry(task, ownRetry(task));
  const retried = carries && isRetried(type ?? '');
  const interpretation: Interpretation = retried ? interpretRetry(retry) : { kind: 'none' };
  if (retried) found.push(...notesOf(tree, task, interpretation, inherited));
  const actions = guessActions(engine);
  const config: JsonObject = {
    id,
    name,
    ...(type !== null && { type }),
    ...(failure !== null && { failurePath: [{ next: prefix + failure }] }),
    engine,
    ...(actions.length > 0 && { actions: plainActions(actions) }),
    ...(carries ? policyKeys(tree, task, interpretation, { sidecar, found, retried }) : {}),
  };
  return {
    id,
    name,
    type,
    parentId: parent && ids.has(parent.id) ? parent.id : null,
    next: [...next].map((each) => prefix + each).filter((each) => ids.has(each)),
    canCarryPolicy: carries,
    config,
    engineRetry: interpretation.kind === 'engine' ? [isJsonObject(retry) ? retry : { value: retry ?? null }] : [],
    place,
  };
}

/** The policy in force: what the text says, what the sidecar says, or each for its part. */
function policyKeys(
  tree: SourceTree,
  { id, name, map, start, from }: Task,
  found: Interpretation,
  { sidecar, found: diagnostics, retried }: Pick<Around, 'sidecar' | 'found'> & { readonly retried: boolean },
): JsonObject {
  const ofText = found.kind === 'plain' ? found.retry : null;
  const beside = sidecar?.policies.get(id);
  if (!beside) return ofText ? { retry: ofText } : {};
  const { holds, diagnostics: problems } = policyBeside(beside, id, {
    engineHolds: found.kind === 'engine',
    agrees: (policy) => saysTheSame(found, project(policy)),
  });
  diagnostics.push(...problems);
  if (!retried || holds) return beside;
  const entry = ownEntry(map, 'retry');
  const place = entry ? tree.place(entry.start, entry.keyEnd) : tree.place(start, from);
  diagnostics.push(sidecarDiffers(id, name, place));
  return together(ofText, beside);
}

/** Which errors are tried again, and why, is what the text cannot say. */
function together(ofText: JsonObject | null, { retry, ...rest }: JsonObject): JsonObject {
  const kept = isJsonObject(retry) ? retry : {};
  const nested = own(rest, 'onExhausted') === undefined ? own(kept, 'onExhausted') : undefined;
  const { retryOn: _, ...said } = ofText ?? {};
  const [retryOn, waiver] = [own(kept, 'retryOn'), own(kept, 'waiver')];
  const both = { ...said, ...(retryOn !== undefined && { retryOn }), ...(waiver !== undefined && { waiver }) };
  return { ...(ofText && { retry: both }), ...rest, ...(nested !== undefined && { onExhausted: nested }) };
}

/** What there is to say of a task's retry: that it stays the engine's own, or is not said by the task itself. */
function notesOf(
  tree: SourceTree,
  { id, name, map }: Task,
  found: Interpretation,
  inherited: Inherited | null,
): readonly Diagnostic[] {
  const node = inherited?.node ?? lookup(map, 'retry');
  if (!node) return [];
  const base = { nodeId: id, place: tree.place(node.start, node.end) };
  const notes: Diagnostic[] = [];
  if (inherited) {
    const values = { name, type: inherited.from, other: inherited.name };
    notes.push({ ...base, code: 'kestra_retry_inherited', severity: 'info', values });
  }
  if (found.kind === 'engine') {
    const severity = found.reason === 'malformed' ? 'warning' : 'info';
    notes.push({ ...base, code: 'kestra_retry_kept', severity, values: { name, reason: found.reason } });
  }
  return notes;
}
