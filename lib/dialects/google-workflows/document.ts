import type { Diagnostic } from '@/lib/shared/diagnostic';
import { longName, MAX_DUPLICATE_KEYS } from '../source/limits';
import { duplicateKeys, formatOf, parseSource, reservedKeys } from '../source/parse';
import {
  asList,
  asMap,
  asString,
  lookup,
  type SourceEntry,
  type SourceItem,
  type SourceList,
  type SourceMap,
  type SourceNode,
  type SourceTree,
} from '../source/tree';
import { isOwnPredicate } from './predicate';

/** A workflow's text: its steps in order of appearance, those of subworkflows and of steps within steps included. */
export interface WorkflowsDocument {
  readonly tree: SourceTree;
  /** The map of main and subworkflows; null where the steps of main stand directly in the file. */
  readonly root: SourceMap | null;
  readonly steps: readonly Step[];
  /** Subworkflows that were made for a policy and tell whether to try again, by name; none of their steps is a node. */
  readonly predicates: ReadonlyMap<string, SourceEntry>;
  /** Ids that stand more than once: nobody can tell which is meant. */
  readonly ambiguous: ReadonlySet<string>;
}

export interface Step {
  /** Its name; of a subworkflow whose name stands elsewhere too, `subworkflow.name`. */
  readonly id: string;
  readonly name: string;
  /** The workflow or subworkflow that it belongs to. */
  readonly workflow: string;
  readonly item: SourceItem;
  readonly entry: SourceEntry;
  readonly map: SourceMap;
  readonly parent: string | null;
  /** Ids of the steps that may follow. */
  readonly next: readonly string[];
  /** Ids of the steps to which the flow goes by itself after a failure (`except`). */
  readonly catches: readonly string[];
}

/** Name of the workflow whose steps stand directly in a file. */
export const MAIN = 'main';
/** Names that `next` may have without meaning a step. */
const ENDS = ['end', 'break', 'continue'];

/** Reads the frame of a text (YAML or JSON). Bad steps are left out and reported. */
export function readDocument(
  text: string,
  fileName: string,
): { readonly document: WorkflowsDocument | null; readonly diagnostics: readonly Diagnostic[] } {
  const { tree, diagnostics } = parseSource(text, formatOf(text, fileName));
  if (!tree) return { document: null, diagnostics };
  const root = asMap(tree.root);
  const predicates = new Map(root?.entries.flatMap((entry) => (isPredicate(entry) ? [[entry.key, entry]] : [])));
  const workflows = workflowsOf(tree.root).filter(({ name }) => !predicates.has(name));
  if (workflows.length === 0) {
    const place = tree.place(tree.root.start, tree.root.start + 1);
    return { document: null, diagnostics: [{ code: 'google_no_steps', severity: 'error', place }] };
  }
  const found = [...reservedKeys(tree)];
  const broken = duplicateKeys(tree);
  if (broken.length > MAX_DUPLICATE_KEYS) return { document: null, diagnostics: broken.slice(0, MAX_DUPLICATE_KEYS) };
  const raw = workflows.flatMap(({ name, list }) => collect(tree, name, list, found));
  const around = (at: number) => raw.filter(({ map }) => map.start <= at && at < map.end).at(-1);
  const homes = broken.map((each) => around(each.place?.start ?? -1));
  if (homes.includes(undefined)) return { document: null, diagnostics: broken };
  const sound = raw.filter((each) => !homes.includes(each));
  return withIds({ tree, root, predicates }, sound, [...broken, ...found]);
}

/** The part of a step below `try`, where that is a step by itself; null = there is none. */
export function tryOf(map: SourceMap): SourceMap | null {
  return asMap(lookup(map, 'try'));
}

/** The call of a step that stands below `try` by itself; null = another step, a list of steps, or none. */
export function triedCall(map: SourceMap): SourceMap | null {
  const tried = tryOf(map);
  return tried && lookup(tried, 'call') ? tried : null;
}

function workflowsOf(root: SourceNode): readonly { readonly name: string; readonly list: SourceList }[] {
  const list = asList(root);
  if (list) return [{ name: MAIN, list }];
  return (asMap(root)?.entries ?? []).flatMap(({ key, value }) => {
    const map = asMap(value);
    const steps = map && asList(lookup(map, 'steps'));
    return steps ? [{ name: key, list: steps }] : [];
  });
}

function isPredicate({ key, value }: SourceEntry): boolean {
  const map = asMap(value);
  return map !== null && isOwnPredicate(key, map);
}

/** A step before its id is known. */
interface RawStep extends Omit<Step, 'id' | 'parent' | 'next' | 'catches'> {
  readonly above: RawStep | null;
  /** Names, in the same workflow. */
  readonly follows: readonly string[];
  readonly handlers: readonly string[];
}

function collect(tree: SourceTree, workflow: string, top: SourceList, found: Diagnostic[]): readonly RawStep[] {
  return below(top, null);

  function below(list: SourceList, above: RawStep | null): readonly RawStep[] {
    return list.items.flatMap((item, i): readonly RawStep[] => {
      const place = tree.place(item.start, item.value.end);
      const entries = asMap(item.value)?.entries ?? [];
      const [entry] = entries;
      const map = entry && asMap(entry.value);
      if (!entry || !map || entries.length > 1) {
        found.push({ code: 'google_step_shape', severity: 'error', place });
        return [];
      }
      const lists = listsIn(map);
      const long = longName('node_id_long', entry.key, () => tree.place(entry.start, entry.keyEnd));
      if (long) {
        found.push(long);
        return lists.flatMap((each) => below(each, above));
      }
      const inner = lists.flatMap((each) => nameOf(each.items[0]));
      const follows = [...inner, ...jumpsOf(map), ...(leaves(map) ? [] : nameOf(list.items[i + 1]))];
      const except = asMap(lookup(map, 'except'));
      const handlers = nameOf((except && asList(lookup(except, 'steps')))?.items[0]);
      const step: RawStep = { name: entry.key, workflow, item, entry, map, above, follows, handlers };
      return [step, ...lists.flatMap((each) => below(each, step))];
    });
  }
}

/** Lists of steps directly within a step: in its own keys, or in those below `try`. */
function listsIn(map: SourceMap): readonly SourceList[] {
  const at = (node: SourceNode | undefined, key: string) => {
    const inner = asMap(node);
    return inner ? asList(lookup(inner, key)) : null;
  };
  const parallel = asMap(lookup(map, 'parallel'));
  const tried = lookup(map, 'try');
  const cases = asList(lookup(map, 'switch'))?.items ?? [];
  const inTry = asMap(tried);
  const lists = [
    asList(lookup(map, 'steps')),
    at(lookup(map, 'for'), 'steps'),
    parallel && asList(lookup(parallel, 'branches')),
    parallel && at(lookup(parallel, 'for'), 'steps'),
    ...cases.map(({ value }) => at(value, 'steps')),
    asList(tried),
    ...(inTry ? listsIn(inTry) : []),
    at(lookup(map, 'except'), 'steps'),
  ];
  return lists.flatMap((each) => each ?? []);
}

function jumpsOf(map: SourceMap): readonly string[] {
  const cases = asList(lookup(map, 'switch'))?.items.flatMap(({ value }) => asMap(value) ?? []) ?? [];
  const inTry = tryOf(map);
  return [...[map, ...cases].flatMap((each) => asString(lookup(each, 'next')) ?? []), ...(inTry ? jumpsOf(inTry) : [])];
}

/** True where the flow does not go on to the step below. */
function leaves(map: SourceMap): boolean {
  return ['next', 'return', 'raise'].some((key) => lookup(map, key) !== undefined);
}

function nameOf(item: SourceItem | undefined): readonly string[] {
  const name = item && asMap(item.value)?.entries[0]?.key;
  return name === undefined ? [] : [name];
}

function withIds(
  frame: Pick<WorkflowsDocument, 'tree' | 'root' | 'predicates'>,
  raw: readonly RawStep[],
  found: readonly Diagnostic[],
) {
  const { tree } = frame;
  const homes = new Map<string, Set<string>>();
  for (const { name, workflow } of raw) homes.set(name, (homes.get(name) ?? new Set()).add(workflow));
  const idIn = (workflow: string, name: string) =>
    workflow === MAIN || (homes.get(name)?.size ?? 0) < 2 ? name : `${workflow}.${name}`;
  const known = new Set(raw.map(({ workflow, name }) => idIn(workflow, name)));
  const first = new Map<string, Step>();
  const ambiguous = new Set<string>();
  const diagnostics = [...found];
  for (const { above, follows, handlers, ...step } of raw) {
    const { workflow, name, item } = step;
    const id = idIn(workflow, name);
    const earlier = first.get(id);
    if (earlier) {
      ambiguous.add(id);
      const values = { id, firstLine: tree.place(earlier.entry.start, earlier.entry.start).line };
      const place = tree.place(item.start, item.value.end);
      diagnostics.push({ code: 'duplicate_node_id', severity: 'error', values, nodeId: id, place });
      continue;
    }
    const idsOf = (names: readonly string[]) => {
      const ids = names.filter((each) => !ENDS.includes(each)).map((each) => idIn(workflow, each));
      return [...new Set(ids.filter((each) => known.has(each)))];
    };
    const parent = above && idIn(workflow, above.name);
    first.set(id, { ...step, id, parent, next: idsOf(follows), catches: idsOf(handlers) });
  }
  return { document: { ...frame, steps: [...first.values()], ambiguous }, diagnostics };
}
