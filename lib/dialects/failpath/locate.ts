import { POLICY_KEYS } from '@/lib/policy/vocabulary';
import { lookup, placeOfPath } from '../source/tree';
import type { DefinitionText, NodeAt, NodeInText } from '../types';
import { readDocument } from './document';

/** A node's own part of a canonical text: the map behind its dash. */
export function locateFailpath(source: DefinitionText, at: NodeAt): NodeInText | null {
  const { document } = readDocument(source.text, source.fileName);
  const node = document?.nodes.find(({ id, item }) =>
    'nodeId' in at ? id === at.nodeId : at.start <= item.value.start && item.value.start < at.end,
  );
  if (!document || !node || document.ambiguous.has(node.id)) return null;
  const { tree } = document;
  const { map, item } = node;
  const dashed = document.list?.flow === false;
  return {
    nodeId: node.id,
    tree,
    value: item.value,
    from: dashed ? item.start + 1 : item.valueStart,
    policyKeys: POLICY_KEYS,
    place: (path) => (lookup(map, String(path[0])) ? placeOfPath(tree, map, path) : null),
  };
}
