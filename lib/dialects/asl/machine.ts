import type { Diagnostic } from '@/lib/shared/diagnostic';
import { longName, MAX_DUPLICATE_KEYS } from '../source/limits';
import { duplicateKeys, formatOf, parseSource, reservedKeys, rootMap } from '../source/parse';
import { asList, asMap, asString, lookup, type SourceEntry, type SourceMap, type SourceTree } from '../source/tree';

/** A state machine's text: its states in order of appearance, those of branches and maps included. */
export interface Machine {
  readonly tree: SourceTree;
  readonly root: SourceMap;
  readonly states: readonly State[];
  /** Names that stand more than once: nobody can tell which is meant. */
  readonly ambiguous: ReadonlySet<string>;
}

export interface State {
  readonly name: string;
  readonly entry: SourceEntry;
  readonly map: SourceMap;
  /** Name of the enclosing Parallel or Map state. */
  readonly parent: string | null;
}

/** Fields below which other states stand. */
export const NESTED_FIELDS = ['Branches', 'ItemProcessor', 'Iterator'] as const;

/** Reads the frame of an ASL text (JSON or YAML). Bad states are left out and reported. */
export function readMachine(
  text: string,
  fileName: string,
): { readonly document: Machine | null; readonly diagnostics: readonly Diagnostic[] } {
  const { tree, diagnostics } = parseSource(text, formatOf(text, fileName));
  if (!tree) return { document: null, diagnostics };
  const { map: root, diagnostics: rootProblems } = rootMap(tree);
  if (!root) return { document: null, diagnostics: rootProblems };
  const states = asMap(lookup(root, 'States'));
  if (!states)
    return {
      document: null,
      diagnostics: [{ code: 'asl_no_states', severity: 'error', place: tree.place(root.start, root.start + 1) }],
    };

  const found = [...reservedKeys(tree)];
  const all = collect(tree, states, found);
  const broken = duplicateKeys(tree);
  if (broken.length > MAX_DUPLICATE_KEYS) return { document: null, diagnostics: broken.slice(0, MAX_DUPLICATE_KEYS) };
  const homes = broken.map((diagnostic) => homeOf(all, diagnostic));
  if (homes.includes(null)) return { document: null, diagnostics: broken };
  const bad = new Set(homes.flatMap((names) => names ?? []));
  return withoutRepeatedNames(
    tree,
    root,
    all.filter((state) => !bad.has(state)),
    [...broken, ...found],
  );
}

function collect(tree: SourceTree, states: SourceMap, found: Diagnostic[]): readonly State[] {
  return below(states, null);

  function below(map: SourceMap, parent: string | null): readonly State[] {
    return map.entries.flatMap((entry): State[] => {
      const state = asMap(entry.value);
      if (!state) {
        const place = tree.place(entry.start, entry.value.end);
        found.push({
          code: 'asl_state_not_map',
          severity: 'error',
          values: { name: entry.key },
          nodeId: entry.key,
          place,
        });
        return [];
      }
      const long = longName('node_id_long', entry.key, () => tree.place(entry.start, entry.keyEnd));
      if (long) {
        found.push(long);
        return machinesIn(state).flatMap((inner) => below(inner, parent));
      }
      return [
        { name: entry.key, entry, map: state, parent },
        ...machinesIn(state).flatMap((inner) => below(inner, entry.key)),
      ];
    });
  }
}

function machinesIn(state: SourceMap): readonly SourceMap[] {
  const branches = asList(lookup(state, 'Branches'))?.items.map((item) => item.value) ?? [];
  const processors = ['ItemProcessor', 'Iterator'].flatMap((field) => lookup(state, field) ?? []);
  return [...branches, ...processors].flatMap((node) => {
    const machine = asMap(node);
    return (machine && asMap(lookup(machine, 'States'))) ?? [];
  });
}

/** The states that a duplicate key spoils: the two of that name, or the innermost around it; null = the whole text. */
function homeOf(states: readonly State[], diagnostic: Diagnostic): readonly State[] | null {
  const at = diagnostic.place?.start ?? -1;
  const named = states.find((state) => state.entry.start === at);
  if (named) return states.filter((state) => state.name === named.name);
  const around = states.filter(({ map }) => map.start <= at && at < map.end);
  const innermost = around.at(-1);
  return innermost ? [innermost] : null;
}

function withoutRepeatedNames(
  tree: SourceTree,
  root: SourceMap,
  states: readonly State[],
  found: readonly Diagnostic[],
) {
  const first = new Map<string, State>();
  const ambiguous = new Set<string>();
  const diagnostics = [...found];
  for (const state of states) {
    const earlier = first.get(state.name);
    if (!earlier) {
      first.set(state.name, state);
      continue;
    }
    ambiguous.add(state.name);
    const values = { id: state.name, firstLine: tree.place(earlier.entry.start, earlier.entry.start).line };
    const place = tree.place(state.entry.start, state.entry.keyEnd);
    diagnostics.push({ code: 'duplicate_node_id', severity: 'error', values, nodeId: state.name, place });
  }
  return { document: { tree, root, states: [...first.values()], ambiguous }, diagnostics };
}

/** Names of the states that may follow: `Next`, `Default`, those of choices and of catchers. */
export function nextOf({ map }: State): readonly string[] {
  const rules = ['Choices', 'Catch'].flatMap((field) => asList(lookup(map, field))?.items ?? []);
  const nested = rules.map((item) => asMap(item.value)).map((rule) => (rule ? asString(lookup(rule, 'Next')) : null));
  const names = [asString(lookup(map, 'Next')), asString(lookup(map, 'Default')), ...nested];
  return [...new Set(names.filter((name) => name !== null))];
}
