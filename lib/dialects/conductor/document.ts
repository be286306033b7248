import type { Diagnostic } from '@/lib/shared/diagnostic';
import { longName, MAX_DUPLICATE_KEYS } from '../source/limits';
import { duplicateKeys, formatOf, parseSource, reservedKeys, rootMap } from '../source/parse';
import {
  asList,
  asMap,
  asString,
  lookup,
  type SourceItem,
  type SourceList,
  type SourceMap,
  type SourceNode,
  type SourceTree,
} from '../source/tree';

/**
 * A Conductor workflow: `{"workflow": …, "taskDefs": […]}` as its tables hold both, or a definition by itself, whose task
 * definitions are elsewhere.
 */
export interface ConductorDocument {
  readonly tree: SourceTree;
  readonly root: SourceMap;
  readonly workflow: SourceMap;
  readonly tasks: readonly ConductorTask[];
  /** Reference names that stand more than once: nobody can tell which is meant. */
  readonly ambiguous: ReadonlySet<string>;
}

export interface ConductorTask {
  /** `taskReferenceName`: unique within the workflow, as the history names it. */
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly item: SourceItem;
  readonly map: SourceMap;
  readonly parent: string | null;
  readonly next: readonly string[];
  /** What says how it is retried: its own inline definition, or the one of its name that all workflows share. */
  readonly definition: TaskDefinition | null;
}

export interface TaskDefinition {
  readonly map: SourceMap;
  /** All tasks of that name, in every workflow, go by it. */
  readonly shared: boolean;
}

/** Fields below which other tasks stand: lists, lists of lists, or maps of lists. */
export const NESTED_FIELDS = ['decisionCases', 'defaultCase', 'forkTasks', 'loopOver'] as const;

/** Reads the frame of a Conductor text. Bad tasks are left out and reported. */
export function readDocument(
  text: string,
  fileName: string,
): { readonly document: ConductorDocument | null; readonly diagnostics: readonly Diagnostic[] } {
  const { tree, diagnostics } = parseSource(text, formatOf(text, fileName));
  if (!tree) return { document: null, diagnostics };
  const { map: root, diagnostics: rootProblems } = rootMap(tree);
  if (!root) return { document: null, diagnostics: rootProblems };
  const workflow = asMap(lookup(root, 'workflow')) ?? root;
  const list = asList(lookup(workflow, 'tasks'));
  if (!list) {
    const place = tree.place(workflow.start, workflow.start + 1);
    return { document: null, diagnostics: [{ code: 'conductor_no_tasks', severity: 'error', place }] };
  }
  const broken = duplicateKeys(tree);
  if (broken.length > MAX_DUPLICATE_KEYS) return { document: null, diagnostics: broken.slice(0, MAX_DUPLICATE_KEYS) };
  const found = [...reservedKeys(tree)];
  const all = tasksBelow(tree, list, definitionsOf(root), found);
  const around = (at: number) => all.findLast(({ map }) => map.start <= at && at < map.end);
  const homes = broken.map((each) => around(each.place?.start ?? -1));
  if (homes.includes(undefined)) return { document: null, diagnostics: broken };
  const sound = all.filter((task) => !homes.includes(task));
  return withoutRepeatedNames({ tree, root, workflow }, sound, [...broken, ...found]);
}

function definitionsOf(root: SourceMap): ReadonlyMap<string, SourceMap> {
  const found = new Map<string, SourceMap>();
  for (const { value } of asList(lookup(root, 'taskDefs'))?.items ?? []) {
    const map = asMap(value);
    const name = map && asString(lookup(map, 'name'));
    if (map && name && !found.has(name)) found.set(name, map);
  }
  return found;
}

function tasksBelow(
  tree: SourceTree,
  top: SourceList,
  definitions: ReadonlyMap<string, SourceMap>,
  found: Diagnostic[],
): readonly ConductorTask[] {
  return below(top, null);

  function below(list: SourceList, parent: string | null): readonly ConductorTask[] {
    return list.items.flatMap((item, i): readonly ConductorTask[] => {
      const place = tree.place(item.start, item.value.end);
      const map = asMap(item.value);
      if (!map) {
        found.push({ code: 'node_not_map', severity: 'error', place });
        return [];
      }
      const id = asString(lookup(map, 'taskReferenceName'));
      const children = listsIn(map);
      if (id === null || id === '' || longName('node_id_long', id, () => place)) {
        const long = id === null || id === '' ? null : longName('node_id_long', id, () => place);
        found.push(long ?? { code: 'conductor_no_reference', severity: 'error', place });
        return children.flatMap((each) => below(each, parent));
      }
      const task: ConductorTask = {
        ...{ id, item, map, parent },
        name: asString(lookup(map, 'name')) || id,
        type: asString(lookup(map, 'type')) || 'SIMPLE',
        next: [...children.map((each) => each.items[0]), list.items[i + 1]].flatMap((each) => referenceOf(each)),
        definition: definitionOf(map, definitions),
      };
      return [task, ...children.flatMap((each) => below(each, id))];
    });
  }
}

function definitionOf(map: SourceMap, definitions: ReadonlyMap<string, SourceMap>): TaskDefinition | null {
  const inline = asMap(lookup(map, 'taskDefinition'));
  if (inline) return { map: inline, shared: false };
  const named = definitions.get(asString(lookup(map, 'name')) ?? '');
  return named ? { map: named, shared: true } : null;
}

function referenceOf(item: SourceItem | undefined): readonly string[] {
  const map = item && asMap(item.value);
  const id = map && asString(lookup(map, 'taskReferenceName'));
  return id ? [id] : [];
}

function listsIn(map: SourceMap): readonly SourceList[] {
  const lists = (node: SourceNode | undefined): readonly SourceList[] => {
    const list = asList(node);
    const inner = list?.items.flatMap(({ value }) => asList(value) ?? []) ?? [];
    if (inner.length > 0) return inner;
    if (list) return [list];
    const cases = asMap(node);
    return cases ? cases.entries.flatMap(({ value }) => asList(value) ?? []) : [];
  };
  return NESTED_FIELDS.flatMap((field) => lists(lookup(map, field)));
}

function withoutRepeatedNames(
  frame: Pick<ConductorDocument, 'tree' | 'root' | 'workflow'>,
  tasks: readonly ConductorTask[],
  diagnostics: Diagnostic[],
) {
  const { tree } = frame;
  const first = new Map<string, ConductorTask>();
  const ambiguous = new Set<string>();
  for (const task of tasks) {
    const earlier = first.get(task.id);
    if (!earlier) {
      first.set(task.id, task);
      continue;
    }
    ambiguous.add(task.id);
    const values = { id: task.id, firstLine: tree.place(earlier.item.start, earlier.item.start).line };
    const place = tree.place(task.item.start, task.item.value.end);
    diagnostics.push({ code: 'duplicate_node_id', severity: 'error', values, nodeId: task.id, place });
  }
  return { document: { ...frame, tasks: [...first.values()], ambiguous }, diagnostics };
}
