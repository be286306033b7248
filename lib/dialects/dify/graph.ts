import type { Diagnostic } from '@/lib/shared/diagnostic';
import { longName, MAX_DUPLICATE_KEYS } from '../source/limits';
import { duplicateKeys, formatOf, parseSource, reservedKeys, rootMap } from '../source/parse';
import {
  asList,
  asMap,
  asString,
  lookup,
  resolve,
  type SourceEntry,
  type SourceItem,
  type SourceMap,
  type SourceTree,
} from '../source/tree';

/** A Dify workflow's text: the graph of its editor by itself (JSON), or an exported app with the graph in it (DSL). */
export interface Graph {
  readonly tree: SourceTree;
  readonly root: SourceMap;
  readonly graph: SourceMap;
  readonly nodes: readonly GraphNode[];
  /** Ids that stand more than once: nobody can tell which is meant. */
  readonly ambiguous: ReadonlySet<string>;
}

export interface GraphNode {
  readonly id: string;
  readonly item: SourceItem;
  readonly map: SourceMap;
  /** The node's settings, as Dify's own pages write them. */
  readonly data: SourceMap;
  readonly dataEntry: SourceEntry;
}

/** Notes on the canvas: no nodes that run. */
const NOTE = 'custom-note';

/** Reads the frame of a graph or DSL text. Bad nodes are left out and reported. */
export function readGraph(
  text: string,
  fileName: string,
): { readonly graph: Graph | null; readonly diagnostics: readonly Diagnostic[] } {
  const { tree, diagnostics } = parseSource(text, formatOf(text, fileName));
  if (!tree) return { graph: null, diagnostics };
  const { map: root, diagnostics: rootProblems } = rootMap(tree);
  if (!root) return { graph: null, diagnostics: rootProblems };
  const workflow = asMap(lookup(root, 'workflow'));
  const graph = asMap(workflow ? lookup(workflow, 'graph') : root) ?? root;
  const list = asList(lookup(graph, 'nodes'));
  if (!list) {
    const place = tree.place(graph.start, graph.start + 1);
    return { graph: null, diagnostics: [{ code: 'dify_no_nodes', severity: 'error', place }] };
  }
  const broken = duplicateKeys(tree);
  const around = (at: number) => list.items.find(({ value }) => resolve(value).start <= at && at < resolve(value).end);
  const homes = broken.map((each) => around(each.place?.start ?? -1));
  if (broken.length > MAX_DUPLICATE_KEYS || homes.includes(undefined))
    return { graph: null, diagnostics: broken.slice(0, MAX_DUPLICATE_KEYS) };
  const found = [...broken, ...reservedKeys(tree)];
  const sound = list.items.filter((item) => !homes.includes(item));
  const nodes = sound.flatMap((item) => readNode(tree, item, found));
  return withoutRepeatedIds({ tree, root, graph }, nodes, found);
}

function readNode(tree: SourceTree, item: SourceItem, found: Diagnostic[]): readonly GraphNode[] {
  const map = asMap(item.value);
  const place = tree.place(item.start, item.value.end);
  if (!map) {
    found.push({ code: 'node_not_map', severity: 'error', place });
    return [];
  }
  if (asString(lookup(map, 'type')) === NOTE) return [];
  const idNode = lookup(map, 'id');
  const id = asString(idNode);
  if (idNode === undefined || id === null || id === '') {
    found.push({ code: 'node_id_missing', severity: 'error', place });
    return [];
  }
  const long = longName('node_id_long', id, () => tree.place(idNode.start, idNode.end));
  const dataEntry = map.entries.find(({ key }) => key === 'data');
  const data = dataEntry && asMap(dataEntry.value);
  if (long) found.push(long);
  else if (!dataEntry || !data)
    found.push({ code: 'dify_node_data', severity: 'error', values: { id }, nodeId: id, place });
  return long || !dataEntry || !data ? [] : [{ id, item, map, data, dataEntry }];
}

function withoutRepeatedIds(
  frame: Pick<Graph, 'tree' | 'root' | 'graph'>,
  nodes: readonly GraphNode[],
  diagnostics: Diagnostic[],
) {
  const { tree } = frame;
  const first = new Map<string, GraphNode>();
  const ambiguous = new Set<string>();
  for (const node of nodes) {
    const earlier = first.get(node.id);
    if (!earlier) {
      first.set(node.id, node);
      continue;
    }
    ambiguous.add(node.id);
    const values = { id: node.id, firstLine: tree.place(earlier.item.start, earlier.item.start).line };
    const place = tree.place(node.item.start, node.item.value.end);
    diagnostics.push({ code: 'duplicate_node_id', severity: 'error', values, nodeId: node.id, place });
  }
  return { graph: { ...frame, nodes: [...first.values()], ambiguous }, diagnostics };
}
