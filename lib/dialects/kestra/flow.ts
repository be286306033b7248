import type { Diagnostic } from '@/lib/shared/diagnostic';
import { isJsonObject, type Json } from '@/lib/shared/json';
import { longName, MAX_DUPLICATE_KEYS } from '../source/limits';
import { duplicateKeys, formatOf, parseDocuments, parseEdited, reservedKeys } from '../source/parse';
import {
  asList,
  asMap,
  asString,
  lookup,
  type SourceMap,
  type SourceNode,
  type SourceTree,
  toJson,
} from '../source/tree';
import { linksOf, type TaskLinks } from './links';

/** A text of Kestra: one flow, or several as documents of one file. */
export interface KestraText {
  readonly tree: SourceTree;
  readonly flows: readonly Flow[];
  /** In order of appearance, those within others included. */
  readonly tasks: readonly Task[];
  /** Ids that stand more than once: nobody can tell which is meant. */
  readonly ambiguous: ReadonlySet<string>;
}

export interface Flow {
  readonly map: SourceMap;
  readonly id: string | null;
  readonly namespace: string | null;
  readonly retry: SourceNode | undefined;
  /** `pluginDefaults` that say a retry, in order. */
  readonly defaults: readonly PluginDefault[];
}

interface PluginDefault {
  readonly type: string;
  /** Holds over what the task itself says. */
  readonly forced: boolean;
  readonly retry: SourceNode;
  readonly value: Json;
}

export interface Task extends TaskLinks {
  /** Unique in the text: with the flow's id before it where there are several flows. */
  readonly id: string;
  /** As it stands there. */
  readonly name: string;
  readonly type: string | null;
  readonly map: SourceMap;
  readonly value: SourceNode;
  /** Where its item or entry begins, and where its dash or colon ends. */
  readonly start: number;
  readonly from: number;
  readonly flow: Flow;
  readonly parent: Task | null;
}

/** A retry that a task does not say itself, and where it stands. */
export interface Inherited {
  readonly from: 'flow' | 'task' | 'defaults';
  /** Id of the task that says it. */
  readonly name: string;
  readonly node: SourceNode;
}

/** Fields below which other tasks stand. */
export const NESTED_FIELDS = ['tasks', 'task', 'then', 'else', 'cases', 'defaults', 'errors', 'finally'] as const;

/** Reads the frame of a Kestra text, which came from an `earlier` one by edits. Bad tasks are left out and reported. */
export function readText(
  text: string,
  fileName: string,
  earlier?: SourceTree,
): { readonly document: KestraText | null; readonly diagnostics: readonly Diagnostic[] } {
  const parsed = earlier ? parseEdited(earlier, text) : parseDocuments(text, formatOf(text, fileName));
  const { tree, diagnostics } = parsed;
  if (!tree) return { document: null, diagnostics };
  const flows = tree.documents.flatMap((each) => flowOf(each) ?? []);
  if (flows.length === 0) {
    const place = tree.place(tree.root.start, tree.root.start + 1);
    return { document: null, diagnostics: [{ code: 'kestra_no_tasks', severity: 'error', place }] };
  }
  const found = [...reservedKeys(tree)];
  const all = flows.flatMap((flow) => {
    const prefix = flows.length > 1 ? `${flow.id ?? ''}/` : '';
    return linksOf(tree, flow.map, found).map((links) => ({ links, flow, prefix }));
  });
  const tasks: Task[] = [];
  const made = new Map<TaskLinks, Task>();
  for (const { links, flow, prefix } of all) {
    const task = { ...links, flow, id: prefix + links.name, parent: links.above && (made.get(links.above) ?? null) };
    made.set(links, task);
    const long = longName('node_id_long', task.id, () => tree.place(links.start, links.value.end));
    if (long) found.push(long);
    else tasks.push(task);
  }
  return withoutBroken({ tree, flows }, tasks, found);
}

/** The retry that holds for a task which says `said` itself, and where it is from if not from there. */
export function effectiveRetry(
  task: Task,
  said: Json | undefined,
): { readonly value: Json | undefined; readonly inherited: Inherited | null } {
  const merged = withDefaults(task, said);
  if (merged.value !== undefined) return merged;
  for (let at = task.parent; at; at = at.parent) {
    const node = lookup(at.map, 'retry');
    const above = withDefaults(at, node && toJson(node));
    if (above.value === undefined) continue;
    if (above.inherited) return above;
    if (node) return { value: above.value, inherited: { from: 'task', name: at.name, node } };
  }
  const { retry } = task.flow;
  return retry
    ? { value: toJson(retry), inherited: { from: 'flow', name: task.flow.id ?? '', node: retry } }
    : { value: undefined, inherited: null };
}

/** What the task itself says of its retry. */
export function ownRetry({ map }: Task): Json | undefined {
  const node = lookup(map, 'retry');
  const value = node && toJson(node);
  return value === null ? undefined : value;
}

/** Defaults of its type fill in what a task does not say; forced ones replace it. The earlier win (`PluginDefaultService`). */
function withDefaults({ flow, type, name }: Task, said: Json | undefined) {
  if (type === null || flow.defaults.length === 0) return { value: said ?? undefined, inherited: null };
  const { usual, forced } = defaultsFor(flow, type);
  const filled = merged(usual, said ?? undefined, filledIn);
  const replaced = merged(forced, filled.value, putOver);
  const node = replaced.node ?? (said === undefined ? filled.node : null);
  return { value: replaced.value, inherited: node && ({ from: 'defaults', name, node } as const) };
}

/** What several defaults come to, and the last one that had a say: over nothing, and over a map. */
interface Fold {
  readonly alone: Merged;
  readonly maps: Merged;
}
interface Merged {
  readonly value: Json | undefined;
  readonly node: SourceNode | null;
}
type Merge = (value: Json | undefined, each: Json) => Json | undefined;
const filledIn: Merge = (value, each) => over(value, each);
const putOver: Merge = (value, each) => over(each, value);
const NOTHING: Merged = { value: undefined, node: null };

/** By the defaults of a flow, and the type: many tasks may have many defaults in common. */
const folds = new WeakMap<readonly PluginDefault[], Map<string, { readonly usual: Fold; readonly forced: Fold }>>();

function defaultsFor({ defaults }: Flow, type: string): { readonly usual: Fold; readonly forced: Fold } {
  const known = folds.get(defaults) ?? new Map<string, { readonly usual: Fold; readonly forced: Fold }>();
  folds.set(defaults, known);
  const matching = known.has(type) ? [] : defaults.filter((each) => type.startsWith(each.type));
  const [usual, forced] = [matching.filter((each) => !each.forced), matching.filter((each) => each.forced)];
  const found = known.get(type) ?? { usual: fold(usual, filledIn), forced: fold(forced.toReversed(), putOver) };
  known.set(type, found);
  return found;
}

function fold(defaults: readonly PluginDefault[], merge: Merge): Fold {
  const next = ({ value, node }: Merged, each: PluginDefault): Merged => {
    const stays = value !== undefined && !(isJsonObject(value) && isJsonObject(each.value));
    return stays ? { value, node } : { value: merge(value, each.value), node: each.retry };
  };
  const maps = defaults.filter((each) => isJsonObject(each.value));
  return { alone: defaults.reduce(next, NOTHING), maps: maps.reduce(next, NOTHING) };
}

function merged({ alone, maps }: Fold, value: Json | undefined, merge: Merge): Merged {
  if (value === undefined) return alone;
  if (!isJsonObject(value) || maps.value === undefined) return { value, node: null };
  return { value: merge(value, maps.value), node: maps.node };
}

function over(upper: Json | undefined, lower: Json | undefined): Json | undefined {
  if (isJsonObject(upper) && isJsonObject(lower)) return { ...lower, ...upper };
  return upper ?? lower;
}

function flowOf(root: SourceNode): Flow | null {
  const map = asMap(root);
  if (!map || !asList(lookup(map, 'tasks'))) return null;
  const lists = ['pluginDefaults', 'taskDefaults'].flatMap((key) => asList(lookup(map, key))?.items ?? []);
  return {
    map,
    id: asString(lookup(map, 'id')),
    namespace: asString(lookup(map, 'namespace')),
    retry: lookup(map, 'retry'),
    defaults: lists.flatMap(({ value }) => {
      const each = asMap(value);
      const values = each && asMap(lookup(each, 'values'));
      const retry = values && lookup(values, 'retry');
      const type = each && asString(lookup(each, 'type'));
      const forced = each && lookup(each, 'forced');
      return retry && type ? [{ type, retry, value: toJson(retry), forced: (forced && toJson(forced)) === true }] : [];
    }),
  };
}

/** Without tasks that a duplicate key spoils; one beyond all tasks spoils the whole text. */
function withoutBroken(frame: Pick<KestraText, 'tree' | 'flows'>, tasks: readonly Task[], found: Diagnostic[]) {
  const { tree } = frame;
  const broken = duplicateKeys(tree);
  const around = (at: number) => tasks.findLast(({ map }) => map.start <= at && at < map.end);
  const homes = broken.slice(0, MAX_DUPLICATE_KEYS + 1).map((each) => around(each.place?.start ?? -1));
  if (broken.length > MAX_DUPLICATE_KEYS || homes.includes(undefined))
    return { document: null, diagnostics: broken.slice(0, MAX_DUPLICATE_KEYS) };
  const diagnostics = [...broken, ...found];
  const first = new Map<string, Task>();
  const ambiguous = new Set<string>();
  for (const task of tasks) {
    if (homes.includes(task)) continue;
    const earlier = first.get(task.id);
    if (!earlier) {
      first.set(task.id, task);
      continue;
    }
    ambiguous.add(task.id);
    const values = { id: task.id, firstLine: tree.place(earlier.start, earlier.start).line };
    const place = tree.place(task.start, task.value.end);
    diagnostics.push({ code: 'duplicate_node_id', severity: 'error', values, nodeId: task.id, place });
  }
  return { document: { ...frame, tasks: [...first.values()], ambiguous }, diagnostics };
}
