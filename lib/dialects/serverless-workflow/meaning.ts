import type { Json } from '@/lib/shared/json';
import { POLICY_KEY } from '../in-node';
import {
  asMap,
  lookup,
  ownEntry,
  resolve,
  type SourceEntry,
  type SourceMap,
  type SourceNode,
  toJson,
} from '../source/tree';
import type { Task, WorkflowDocument } from './document';
import { catchesForOthers, FILTER_KEYS, RETRY_KEY, retryAt } from './retry';
import { isOurs } from './wrap';

/**
 * What a text means but for what the policies of these tasks own: `failpath` in their `metadata`, the retry in the
 * `catch` that they go by with the errors that it is for, and a `try` of ours around them; and but for the `shared`
 * retry policies of these names. `hidden` becomes null wherever it stands.
 */
export function meaningBut(
  document: WorkflowDocument,
  changed: ReadonlySet<string>,
  { shared, hidden }: { readonly shared: ReadonlySet<string>; readonly hidden?: SourceNode },
): Json {
  const omitted = new Set<SourceEntry>();
  const lifted = new Map<SourceMap, readonly SourceEntry[]>();
  for (const task of document.tasks) {
    if (!changed.has(task.id)) continue;
    omitMetadata(task.map);
    if (isOurs(document.tree.text, task)) {
      const around = task.outer.entries.filter(({ key }) => !['try', 'catch', 'metadata'].includes(key));
      lifted.set(task.outer, [...task.map.entries, ...around]);
    } else if (task.attempt) omitRetry(task.attempt.catch);
  }
  for (const { key, value } of document.retries?.entries ?? []) {
    const map = shared.has(key) ? asMap(value) : null;
    if (map)
      omit(
        map,
        map.entries.map((entry) => entry.key),
      );
  }
  return said(document.root);

  function omitMetadata(map: SourceMap): void {
    const metadata = ownEntry(map, 'metadata');
    const inner = metadata && asMap(metadata.value);
    if (metadata && toJson(metadata.value) === null) omitted.add(metadata);
    if (!metadata || !inner) return;
    omit(inner, [POLICY_KEY]);
    if (inner.entries.every(({ key }) => key === POLICY_KEY)) omitted.add(metadata);
  }

  function omitRetry(caught: SourceMap): void {
    omit(caught, [RETRY_KEY, ...(catchesForOthers(caught) ? [] : FILTER_KEYS)]);
  }

  function omit(map: SourceMap, keys: readonly string[]): void {
    for (const entry of map.entries) if (keys.includes(entry.key)) omitted.add(entry);
  }

  function said(node: SourceNode): Json {
    const target = resolve(node);
    if (target === hidden) return null;
    if (target.kind === 'scalar') return target.value;
    if (target.kind === 'list') return target.items.map(({ value }) => said(value));
    if (target.kind !== 'map') return null;
    const entries = lifted.get(target) ?? target.entries;
    return Object.fromEntries(
      entries.filter((entry) => !omitted.has(entry)).map(({ key, value }) => [key, said(value)]),
    );
  }
}

/** The name of the shared retry policy that a task goes by. */
export function sharedName({ retries }: WorkflowDocument, { attempt }: Task): readonly string[] {
  const name = attempt && retryAt(retries, attempt.catch)?.name;
  return name == null ? [] : [name];
}

/** Tasks whose retry policy is the shared one that this task goes by, itself excluded. */
export function sharing({ tasks, retries }: WorkflowDocument, task: Task): readonly Task[] {
  const own = task.attempt && retryAt(retries, task.attempt.catch);
  if (!own?.map || own.name === null) return [];
  return tasks.filter((each) => {
    if (each.id === task.id) return false;
    // A `try` of several tasks goes by its retry policy itself; of one task, that task does.
    const caught = each.attempt?.catch ?? (isTryOfSeveral(each) ? asMap(lookup(each.map, 'catch')) : null);
    return caught ? retryAt(retries, caught)?.map === own.map : false;
  });
}

function isTryOfSeveral({ map }: Task): boolean {
  const list = lookup(map, 'try');
  const target = list && resolve(list);
  return target?.kind === 'list' && target.items.length > 1;
}
