import { ownEntry, resolve } from '../source/tree';
import type { DefinitionText, NodeAt, NodeInText, SharedPart } from '../types';
import { ANNOTATIONS, POLICY_ANNOTATION, placeInText, policyTextOf } from './annotation';
import { readDocument } from './document';
import { meaningBut } from './meaning';
import type { ArgoNode } from './nodes';
import { RETRY_STRATEGY } from './strategy';
import { behindMark } from './template';

/**
 * A node's own part of the text: its template where it is the only one that goes by it, else its step; then the policy
 * stands elsewhere, in the template.
 */
export function locateArgo(source: DefinitionText, at: NodeAt): NodeInText | null {
  const { document } = readDocument(source.text, source.fileName);
  if (!document) return null;
  const { tree, nodes, ambiguous } = document;
  const within = (node: ArgoNode) => {
    const start = partOf(node)?.value.start ?? -1;
    return 'nodeId' in at ? node.id === at.nodeId : at.start <= start && start < at.end;
  };
  const [node] = nodes.filter(within).sort((a, b) => (partOf(a)?.value.start ?? 0) - (partOf(b)?.value.start ?? 0));
  const part = node && partOf(node);
  if (!node || !part || ambiguous.has(node.id)) return null;
  const { template } = node;
  const owns = part.value === template?.map;
  return {
    nodeId: node.id,
    tree,
    ...part,
    policyKeys: owns ? [RETRY_STRATEGY] : [],
    ...(owns && { policyWithin: { [ANNOTATIONS]: [POLICY_ANNOTATION] } }),
    ...(!owns && template && { elsewhere: tree.place(template.start, template.map.end) }),
    ...(!owns && { around: () => meaningBut(document, template ? [template] : [], resolve(part.value)) }),
    place: (path) => {
      const written = template && policyTextOf(template);
      if (written?.inner && ownEntry(written.inner.root, String(path[0]))) return placeInText(tree, written, path);
      const entry = path[0] === 'retry' && template ? ownEntry(template.map, RETRY_STRATEGY) : undefined;
      return entry ? tree.place(entry.start, entry.keyEnd) : null;
    },
  };
}

/** The template that a node shares with others of its workflow, which can be given copies of it. */
export function sharedOfArgo(source: DefinitionText, nodeId: string): SharedPart | null {
  const { document } = readDocument(source.text, source.fileName);
  const node = document?.nodes.find(({ id }) => id === nodeId);
  const template = node?.template;
  if (!document || !node || !template || node.alone) return null;
  const others = document.nodes.filter((each) => each.id !== nodeId && each.template?.map === template.map);
  return { name: template.name ?? '', nodes: others.map(({ id }) => id), copyable: true };
}

function partOf({ step, template, alone }: ArgoNode): Pick<NodeInText, 'value' | 'from'> | null {
  if (template && (alone || !step)) return { value: template.item?.value ?? template.map, from: template.from };
  return step && { value: step.item.value, from: behindMark(step.item) };
}
