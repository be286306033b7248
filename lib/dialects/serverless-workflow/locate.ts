import { POLICY_KEY, placeInPolicy } from '../in-node';
import type { DefinitionText, NodeAt, NodeInText, SharedPart } from '../types';
import { readDocument } from './document';
import { meaningBut, sharedName, sharing } from './meaning';
import { metadataOf } from './read';
import { retryAt } from './retry';

/** A task's own part of the text, with the `try` of its name around it where there is one. */
export function locateServerless(source: DefinitionText, at: NodeAt): NodeInText | null {
  const { document } = readDocument(source.text, source.fileName);
  const task = document?.tasks.find(({ id, entry: { value } }) =>
    'nodeId' in at ? id === at.nodeId : at.start <= value.start && value.start < at.end,
  );
  if (!document || !task || document.ambiguous.has(task.id)) return null;
  const { tree } = document;
  const { id, entry, map, outer } = task;
  const metadata = metadataOf(task);
  const wrapped = outer !== map;
  return {
    nodeId: id,
    tree,
    value: entry.value,
    from: entry.colonEnd,
    policyKeys: wrapped ? ['try', 'catch'] : [],
    policyWithin: { metadata: [POLICY_KEY] },
    ...(wrapped && { maps: [map, outer] }),
    around: () => meaningBut(document, new Set([id]), { shared: new Set(sharedName(document, task)), hidden: outer }),
    place: metadata ? placeInPolicy(tree, metadata) : () => null,
  };
}

/** The retry policy of `use.retries` that a task goes by. */
export function sharedOfServerless(source: DefinitionText, nodeId: string): SharedPart | null {
  const { document } = readDocument(source.text, source.fileName);
  const task = document?.tasks.find(({ id }) => id === nodeId);
  const at = task?.attempt && retryAt(document?.retries ?? null, task.attempt.catch);
  if (!document || !task || !at?.map || at.name === null) return null;
  return { name: at.name, nodes: sharing(document, task).map(({ id }) => id), copyable: true };
}
