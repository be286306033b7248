import type { Diagnostic } from '@/lib/shared/diagnostic';
import {
  asList,
  asMap,
  asString,
  lookup,
  ownEntry,
  type SourceMap,
  type SourceNode,
  type SourceTree,
} from '../source/tree';

/** A task as it stands in a flow, and what it leads to. */
export interface TaskLinks {
  /** Its id as it stands there. */
  readonly name: string;
  readonly type: string | null;
  readonly map: SourceMap;
  readonly value: SourceNode;
  /** Where its item or entry begins, and where its dash or colon ends. */
  readonly start: number;
  readonly from: number;
  readonly above: TaskLinks | null;
  /** Names of the tasks that may follow. */
  readonly next: ReadonlySet<string>;
  /** Name of the task with which the flow goes on after a failure. */
  readonly failure: string | null;
}

/** All begin at once. */
const AT_ONCE = /\.(?:Parallel|EachParallel)$/;
/** Of a flow itself, in the order in which they run. */
const LATER = ['finally', 'afterExecution'] as const;

/** Has an id and a type, or stands one level deeper as in a Dag. */
function isTask(node: SourceNode): boolean {
  const map = asMap(node);
  const has = (key: string) => map !== null && ownEntry(map, key) !== undefined;
  return (has('id') && has('type')) || has('task');
}

/** A task while its links are still being found. */
interface Draft extends TaskLinks {
  readonly next: Set<string>;
  failure: string | null;
  readonly dependsOn: readonly string[] | null;
}

/** The tasks of a flow, each before those within it; what is none is reported. */
export function linksOf(tree: SourceTree, flow: SourceMap, found: Diagnostic[]): readonly TaskLinks[] {
  const all: Draft[] = [];
  const errors = tasksIn(lookup(flow, 'errors'), null, null);
  const failure = errors[0]?.name ?? null;
  const main = tasksIn(lookup(flow, 'tasks'), null, failure);
  if (failure !== null) for (const task of main) task.next.add(failure);
  const listeners = asList(lookup(flow, 'listeners'))?.items.flatMap(({ value }) => asMap(value) ?? []) ?? [];
  for (const listener of listeners) tasksIn(lookup(listener, 'tasks'), null, null);
  let ends = [main.at(-1), errors.at(-1)];
  for (const field of LATER) {
    const list = tasksIn(lookup(flow, field), null, null);
    const [first] = list;
    if (!first) continue;
    for (const end of ends) end?.next.add(first.name);
    ends = [list.at(-1)];
  }
  return all.sort((a, b) => a.start - b.start);

  function tasksIn(node: SourceNode | undefined, above: Draft | null, failsTo: string | null): readonly Draft[] {
    const items = asList(node)?.items ?? [];
    // A plugin may call a setting of its own by one of these names.
    if (above && !items.some(({ value }) => isTask(value))) return [];
    const list = items.flatMap((item) => taskOf(item.value, item, above, failsTo) ?? []);
    const atOnce = (above?.type && AT_ONCE.test(above.type)) || list.some(({ dependsOn }) => dependsOn !== null);
    const byName = new Map(list.map((each) => [each.name, each]));
    list.forEach((task, i) => {
      if (!atOnce) task.next.add(list[i + 1]?.name ?? task.name);
      for (const name of task.dependsOn ?? []) byName.get(name)?.next.add(task.name);
      task.next.delete(task.name);
    });
    const begin = list.filter(({ dependsOn }, i) => (atOnce ? (dependsOn ?? []).length === 0 : i === 0));
    for (const each of begin) above?.next.add(each.name);
    return list;
  }

  function taskOf(
    node: SourceNode,
    at: { readonly start: number; readonly valueStart: number },
    above: Draft | null,
    failsTo: string | null,
  ): Draft | null {
    const map = asMap(node);
    const inDag = map && ownEntry(map, 'task');
    // A task of a Dag stands one level deeper, beside what it waits for.
    const inner = inDag && !ownEntry(map, 'type') ? asMap(inDag.value) : null;
    if (map && inDag && inner) {
      const waits = asList(lookup(map, 'dependsOn'))?.items.flatMap(({ value }) => asString(value) ?? []) ?? [];
      const place = { value: inDag.value, start: inDag.start, from: inDag.colonEnd };
      return draft(inner, place, above, { failsTo, dependsOn: waits });
    }
    // In a flow list an item begins with its value, in a block list with its dash.
    const from = at.start === at.valueStart ? at.valueStart : at.start + 1;
    if (map) return draft(map, { value: node, start: at.start, from }, above, { failsTo, dependsOn: null });
    found.push({ code: 'node_not_map', severity: 'error', place: tree.place(at.start, node.end) });
    return null;
  }

  function draft(
    map: SourceMap,
    place: Pick<Draft, 'value' | 'start' | 'from'>,
    above: Draft | null,
    { failsTo, dependsOn }: { readonly failsTo: string | null; readonly dependsOn: readonly string[] | null },
  ): Draft | null {
    const name = asString(lookup(map, 'id'));
    const type = asString(lookup(map, 'type'));
    const task: Draft = { ...place, name: name ?? '', type, map, above, next: new Set(), failure: failsTo, dependsOn };
    if (name === null || name === '') {
      found.push({ code: 'kestra_no_id', severity: 'error', place: tree.place(place.start, place.value.end) });
      below(task, above);
      return null;
    }
    all.push(task);
    below(task, task);
    return task;
  }

  /** Lists below a task; those of one without a name belong to what is above it. */
  function below(task: Draft, above: Draft | null): void {
    const errors = tasksIn(lookup(task.map, 'errors'), above, task.failure);
    const failure = errors[0]?.name ?? task.failure;
    if (errors[0]) task.failure = errors[0].name;
    for (const field of ['tasks', 'then', 'else', 'defaults'] as const)
      tasksIn(lookup(task.map, field), above, failure);
    const single = ownEntry(task.map, 'task');
    const inner = single && isTask(single.value) ? asMap(single.value) : null;
    if (single && inner) {
      const place = { value: single.value, start: single.start, from: single.colonEnd };
      const only = draft(inner, place, above, { failsTo: failure, dependsOn: null });
      if (only) above?.next.add(only.name);
    }
    const cases = asMap(lookup(task.map, 'cases'));
    for (const { value } of cases?.entries ?? []) tasksIn(value, above, failure);
    tasksIn(lookup(task.map, 'finally'), above, failure);
  }
}
