import type { Diagnostic, Place } from '@/lib/shared/diagnostic';
import { longName, MAX_DUPLICATE_KEYS } from '../source/limits';
import { duplicateKeys, formatOf, parseSource, reservedKeys, rootMap } from '../source/parse';
import {
  asList,
  asMap,
  asString,
  lookup,
  resolve,
  type SourceItem,
  type SourceList,
  type SourceMap,
  type SourceTree,
  toJson,
} from '../source/tree';

export const FORMAT = 'failpath/v1';

/** A canonical text: a workflow's own, or the sidecar of another engine's. */
export interface FailpathDocument {
  readonly tree: SourceTree;
  readonly root: SourceMap;
  /** File that a sidecar belongs to; null in a workflow's own text. */
  readonly sidecarOf: string | null;
  readonly list: SourceList | null;
  /** Nodes that could be read; the others are in `diagnostics`. */
  readonly nodes: readonly FailpathNode[];
  /** Ids that stand more than once: nobody can tell which is meant. */
  readonly ambiguous: ReadonlySet<string>;
}

export interface FailpathNode {
  readonly id: string;
  readonly item: SourceItem;
  readonly map: SourceMap;
}

/** Reads the frame of a canonical text: format, node list, node ids. Bad nodes are left out and reported. */
export function readDocument(
  text: string,
  fileName: string,
): { readonly document: FailpathDocument | null; readonly diagnostics: readonly Diagnostic[] } {
  const parsed = parseSource(text, formatOf(text, fileName));
  if (!parsed.tree) return { document: null, diagnostics: parsed.diagnostics };
  const { tree } = parsed;
  const { map: root, diagnostics } = rootMap(tree);
  if (!root) return { document: null, diagnostics };

  const version = formatProblem(tree, root);
  if (version) return { document: null, diagnostics: [version] };
  const nodesValue = lookup(root, 'nodes');
  const list = asList(nodesValue) ?? null;
  const broken = duplicateKeys(tree);
  const [inNodes, outside] = split(broken, list);
  if (outside.length > 0 || broken.length > MAX_DUPLICATE_KEYS)
    return { document: null, diagnostics: broken.slice(0, MAX_DUPLICATE_KEYS) };
  const nodes = readNodes(tree, list, inNodes);
  const missing: Diagnostic[] = list
    ? []
    : [
        {
          code: 'nodes_missing',
          severity: 'error',
          place: tree.place(nodesValue?.start ?? root.start, nodesValue?.end ?? root.start),
        },
      ];
  const sidecarOf = lookup(root, 'sidecarOf');
  return {
    document: {
      tree,
      root,
      list,
      sidecarOf: sidecarOf ? String(toJson(sidecarOf)) : null,
      nodes: nodes.nodes,
      ambiguous: nodes.ambiguous,
    },
    diagnostics: [...inNodes, ...reservedKeys(tree), ...missing, ...nodes.diagnostics],
  };
}

/** The key by which a text calls its workflow; null = none, or what is wrong with it. */
export function readKey({ tree, root }: Pick<FailpathDocument, 'tree' | 'root'>): string | null | Diagnostic {
  const node = lookup(root, 'workflow');
  const key = asString(node);
  if (!node || key === null) return key;
  return longName('workflow_key_long', key, () => tree.place(node.start, node.end)) ?? key;
}

function formatProblem(tree: SourceTree, root: SourceMap): Diagnostic | null {
  const found = lookup(root, 'format');
  const value = found ? toJson(found) : null;
  if (value === FORMAT) return null;
  const place = tree.place(found?.start ?? root.start, found?.end ?? root.start);
  return { code: 'format_version', severity: 'error', values: { found: String(value ?? ''), expected: FORMAT }, place };
}

function split(broken: readonly Diagnostic[], list: SourceList | null): readonly [Diagnostic[], Diagnostic[]] {
  const within = (d: Diagnostic) =>
    list !== null && (d.place?.start ?? -1) >= list.start && (d.place?.start ?? 0) < list.end;
  return [broken.filter(within), broken.filter((d) => !within(d))];
}

function readNodes(tree: SourceTree, list: SourceList | null, broken: readonly Diagnostic[]) {
  const nodes: FailpathNode[] = [];
  const firstLines = new Map<string, number>();
  const ambiguous = new Set<string>();
  const diagnostics: Diagnostic[] = [];
  for (const item of list?.items ?? []) {
    const place = tree.place(item.start, item.value.end);
    const map = asMap(item.value);
    if (!map) {
      diagnostics.push({ code: 'node_not_map', severity: 'error', place });
      continue;
    }
    const target = resolve(item.value);
    if (broken.some((d) => d.place && d.place.start >= target.start && d.place.start < target.end)) continue;
    const id = readId(tree, map, place);
    if (typeof id !== 'string') {
      diagnostics.push(id);
      continue;
    }
    const firstLine = firstLines.get(id);
    if (firstLine === undefined) {
      firstLines.set(id, place.line);
      nodes.push({ id, item, map });
      continue;
    }
    ambiguous.add(id);
    diagnostics.push({ code: 'duplicate_node_id', severity: 'error', values: { id, firstLine }, nodeId: id, place });
  }
  return { nodes, ambiguous, diagnostics };
}

/** The node's id, or what is wrong with it. */
function readId(tree: SourceTree, map: SourceMap, place: Place): string | Diagnostic {
  const node = lookup(map, 'id');
  const id = node ? toJson(node) : null;
  if (node && typeof id === 'string' && id !== '')
    return longName('node_id_long', id, () => tree.place(node.start, node.end)) ?? id;
  if (!node || id === null || id === '') return { code: 'node_id_missing', severity: 'error', place };
  const values = { found: JSON.stringify(id) };
  return { code: 'node_id_text', severity: 'error', values, place: tree.place(node.start, node.end) };
}
