import type { Diagnostic } from '@/lib/shared/diagnostic';
import { longName, MAX_DUPLICATE_KEYS } from '../source/limits';
import { duplicateKeys, formatOf, parseSource, reservedKeys, rootMap } from '../source/parse';
import {
  asList,
  asMap,
  asString,
  lookup,
  ownEntry,
  type SourceEntry,
  type SourceItem,
  type SourceList,
  type SourceMap,
  type SourceTree,
} from '../source/tree';

/** A workflow of the DSL 1.x: its tasks in order of appearance, those within other tasks included. */
export interface WorkflowDocument {
  readonly tree: SourceTree;
  readonly root: SourceMap;
  readonly tasks: readonly Task[];
  /** `use.retries`: retry policies by name, which any `catch` may go by. */
  readonly retries: SourceMap | null;
  /** Ids that stand more than once: nobody can tell which is meant. */
  readonly ambiguous: ReadonlySet<string>;
}

export interface Task {
  /** Its name; where another task has the same, with the names of the tasks around it: `outer/name`. */
  readonly id: string;
  readonly name: string;
  /** Where it stands in its list: with the `try` around it that has its name. */
  readonly item: SourceItem;
  /** Its key there, and what stands behind it: the task, or the `try` of its name. */
  readonly entry: SourceEntry;
  /** What the task itself says. */
  readonly map: SourceMap;
  /** What carries `if` and `then`: the `try` of its name where there is one, else `map`. */
  readonly outer: SourceMap;
  readonly parent: string | null;
  readonly next: readonly string[];
  /** The `try` by which it alone is tried again; null = there is none. */
  readonly attempt: Attempt | null;
  /** A `try` farther out tries it again too, with others. */
  readonly triedWithOthers: boolean;
}

/** A `try` of one task. */
export interface Attempt {
  readonly map: SourceMap;
  readonly catch: SourceMap;
  /** It has the name of its task, so that both are one node. */
  readonly named: boolean;
}

export interface ReadDocument {
  readonly document: WorkflowDocument | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** What has been read already: nobody changes a tree. */
const known = new WeakMap<SourceTree, ReadDocument>();

/** Reads the frame of a text (YAML or JSON). Bad tasks are left out and reported. */
export function readDocument(text: string, fileName: string): ReadDocument {
  const { tree, diagnostics } = parseSource(text, formatOf(text, fileName));
  if (!tree) return { document: null, diagnostics };
  const read = known.get(tree) ?? documentOf(tree);
  known.set(tree, read);
  return read;
}

function documentOf(tree: SourceTree): ReadDocument {
  const { map: root, diagnostics: rootProblems } = rootMap(tree);
  if (!root) return { document: null, diagnostics: rootProblems };
  const list = asList(lookup(root, 'do'));
  if (!list) {
    const place = tree.place(root.start, root.start + 1);
    return { document: null, diagnostics: [{ code: 'serverless_no_tasks', severity: 'error', place }] };
  }
  const found = [...reservedKeys(tree)];
  const raw = tasksBelow(tree, list, found);
  const broken = duplicateKeys(tree);
  if (broken.length > MAX_DUPLICATE_KEYS) return { document: null, diagnostics: broken.slice(0, MAX_DUPLICATE_KEYS) };
  const around = (at: number) => raw.findLast(({ outer }) => outer.start <= at && at < outer.end);
  const homes = broken.map((each) => around(each.place?.start ?? -1));
  if (homes.includes(undefined)) return { document: null, diagnostics: broken };
  const sound = raw.filter((each) => !homes.includes(each));
  const use = asMap(lookup(root, 'use'));
  const retries = use && asMap(lookup(use, 'retries'));
  return withIds({ tree, root, retries }, sound, [...broken, ...found]);
}

/** Lists of tasks directly within a task, each with what tells its tasks apart from others of their names. */
export function listsIn(map: SourceMap): readonly { readonly entry: SourceEntry; readonly path: string }[] {
  const inner = (key: string) => asMap(lookup(map, key));
  const settings = inner('with');
  const subscription = settings && asMap(lookup(settings, 'subscription'));
  const homes: readonly (readonly [SourceMap | null, string, string])[] = [
    [map, 'do', ''],
    [map, 'try', ''],
    [inner('catch'), 'do', 'catch/'],
    [inner('fork'), 'branches', ''],
    [inner('foreach'), 'do', ''],
    [subscription && asMap(lookup(subscription, 'foreach')), 'do', ''],
  ];
  return homes.flatMap(([home, key, path]) => {
    const entry = home && ownEntry(home, key);
    return entry && asList(entry.value) ? [{ entry, path }] : [];
  });
}

/** A task before its id is known. */
interface RawTask extends Omit<Task, 'id' | 'parent' | 'next'> {
  readonly above: RawTask | null;
  readonly path: string;
  readonly list: SourceList;
  /** Names of tasks of the same list that may follow. */
  readonly follows: readonly string[];
  /** Lists of which the first task may follow. */
  readonly lists: readonly SourceList[];
}

interface Around {
  readonly above: RawTask | null;
  readonly path: string;
  readonly attempt: Omit<Attempt, 'named'> | null;
  readonly triedWithOthers: boolean;
}

function tasksBelow(tree: SourceTree, top: SourceList, found: Diagnostic[]): readonly RawTask[] {
  return below(top, { above: null, path: '', attempt: null, triedWithOthers: false });

  function below(list: SourceList, around: Around): readonly RawTask[] {
    return list.items.flatMap((item, i): readonly RawTask[] => {
      const entries = asMap(item.value)?.entries ?? [];
      const [entry] = entries;
      const outer = entry && asMap(entry.value);
      if (!entry || !outer || entries.length > 1) {
        const place = tree.place(item.start, item.value.end);
        found.push({ code: 'serverless_task_shape', severity: 'error', place });
        return [];
      }
      const long = longName('node_id_long', around.path + entry.key, () => tree.place(entry.start, entry.keyEnd));
      if (long) {
        found.push(long);
        return [];
      }
      const { map, attempt, retried } = attemptOf(entry, outer, around);
      const follows = [...jumpsOf(outer), ...(leaves(outer) ? [] : namesOf(list.items[i + 1]))];
      const raw = { name: entry.key, item, entry, map, outer, attempt, list, follows };
      const lists = [...listsIn(map), ...(map === outer ? [] : listsIn(outer).filter(({ path }) => path !== ''))];
      const inner = lists.flatMap(({ entry: { value } }) => asList(value) ?? []);
      const task: RawTask = {
        ...{ ...raw, lists: inner, above: around.above, path: around.path + entry.key },
        triedWithOthers: around.triedWithOthers || (attempt?.named === true && around.attempt !== null),
      };
      return [task, ...lists.flatMap((each) => within(each, task, retried))];
    });
  }

  function within(
    { entry: { key, value }, path }: ReturnType<typeof listsIn>[number],
    task: RawTask,
    retried: boolean,
  ): readonly RawTask[] {
    const list = asList(value);
    if (!list) return [];
    const caught = asMap(lookup(task.map, 'catch'));
    const alone = key === 'try' && caught !== null && list.items.length === 1;
    const again = key === 'try' && caught !== null && lookup(caught, 'retry') !== undefined;
    return below(list, {
      above: task,
      path: `${task.path}/${path}`,
      attempt: alone && again ? { map: task.map, catch: caught } : null,
      triedWithOthers: retried || (again && !alone),
    });
  }
}

/** What a task says itself, and the `try` by which it alone is tried again: of its own name, or the task around it. */
function attemptOf(entry: SourceEntry, outer: SourceMap, around: Around) {
  const caught = asMap(lookup(outer, 'catch'));
  const items = asList(lookup(outer, 'try'))?.items ?? [];
  const entries = asMap(items[0]?.value)?.entries ?? [];
  const map = asMap(entries[0]?.value);
  const named = caught && map && items.length === 1 && entries.length === 1 && entries[0]?.key === entry.key;
  const attempt: Attempt | null = named
    ? { map: outer, catch: caught, named: true }
    : around.attempt && { ...around.attempt, named: false };
  // What is put around one task alone is not counted for those within it: it comes and goes with that task's policy.
  return { map: named ? map : outer, attempt, retried: around.triedWithOthers || around.attempt !== null };
}

/** Where `then` goes on to, of the task and of the cases of a `switch`. */
function jumpsOf(map: SourceMap): readonly string[] {
  const cases = asList(lookup(map, 'switch'))?.items.flatMap(({ value }) => asMap(value)?.entries ?? []) ?? [];
  const maps = [map, ...cases.flatMap(({ value }) => asMap(value) ?? [])];
  return maps.flatMap((each) => asString(lookup(each, 'then')) ?? []);
}

/** True where the flow does not go on to the task below. */
function leaves(map: SourceMap): boolean {
  const then = asString(lookup(map, 'then'));
  return (then !== null && then !== 'continue') || lookup(map, 'raise') !== undefined;
}

function namesOf(item: SourceItem | undefined): readonly string[] {
  return item ? (asMap(item.value)?.entries ?? []).slice(0, 1).map(({ key }) => key) : [];
}

function withIds(
  frame: Pick<WorkflowDocument, 'tree' | 'root' | 'retries'>,
  raw: readonly RawTask[],
  found: readonly Diagnostic[],
) {
  const counts = new Map<string, number>();
  for (const { name } of raw) counts.set(name, (counts.get(name) ?? 0) + 1);
  const idOf = ({ name, path }: RawTask) => (counts.get(name) === 1 ? name : path);
  const inList = new Map<SourceList, Map<string, string>>();
  for (const each of raw) inList.set(each.list, (inList.get(each.list) ?? new Map()).set(each.name, idOf(each)));
  const nextOf = ({ list, follows, lists }: RawTask) => [
    ...lists.flatMap((each) => namesOf(each.items[0]).flatMap((name) => inList.get(each)?.get(name) ?? [])),
    ...follows.flatMap((name) => inList.get(list)?.get(name) ?? []),
  ];
  const first = new Map<string, Task>();
  const ambiguous = new Set<string>();
  const diagnostics = [...found];
  for (const each of raw) {
    const { name, item, entry, map, outer, attempt, triedWithOthers, above } = each;
    const id = idOf(each);
    const earlier = first.get(id);
    if (earlier) {
      ambiguous.add(id);
      const values = { id, firstLine: frame.tree.place(earlier.entry.start, earlier.entry.start).line };
      const place = frame.tree.place(item.start, item.value.end);
      diagnostics.push({ code: 'duplicate_node_id', severity: 'error', values, nodeId: id, place });
      continue;
    }
    const next = [...new Set(nextOf(each))];
    const parent = above && idOf(above);
    first.set(id, { id, name, item, entry, map, outer, attempt, triedWithOthers, parent, next });
  }
  return { document: { ...frame, tasks: [...first.values()], ambiguous }, diagnostics };
}
