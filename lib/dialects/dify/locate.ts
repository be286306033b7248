import { POLICY_KEY, placeInPolicy } from '../in-node';
import type { DefinitionText, NodeAt, NodeInText } from '../types';
import { readGraph } from './graph';

/** A node's own part of the text: its settings, `data`. Of a policy, they say all. */
export function locateDify(source: DefinitionText, at: NodeAt): NodeInText | null {
  const { graph } = readGraph(source.text, source.fileName);
  const node = graph?.nodes.find(({ id, dataEntry }) =>
    'nodeId' in at ? id === at.nodeId : at.start <= dataEntry.value.start && dataEntry.value.start < at.end,
  );
  if (!graph || !node || graph.ambiguous.has(node.id)) return null;
  const { tree } = graph;
  const { id, data, dataEntry } = node;
  return {
    nodeId: id,
    tree,
    value: dataEntry.value,
    from: dataEntry.colonEnd,
    policyKeys: [POLICY_KEY, 'retry_config'],
    place: placeInPolicy(tree, data),
  };
}
