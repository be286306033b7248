import { POLICY_KEY, placeInPolicy } from '../in-node';
import { resolve } from '../source/tree';
import type { DefinitionText, NodeAt, NodeInText, SharedPart } from '../types';
import { readDocument } from './document';
import { meaningBut } from './meaning';
import { metadataOf } from './read';
import { RETRY_KEYS } from './retry';

/** A task's own part of the text. How it is retried may stand elsewhere, in the definition of its name. */
export function locateConductor(source: DefinitionText, at: NodeAt): NodeInText | null {
  const { document } = readDocument(source.text, source.fileName);
  const task = document?.tasks.find(({ id, item }) =>
    'nodeId' in at ? id === at.nodeId : at.start <= item.value.start && item.value.start < at.end,
  );
  if (!document || !task || document.ambiguous.has(task.id)) return null;
  const { tree } = document;
  const metadata = metadataOf(task);
  return {
    nodeId: task.id,
    tree,
    value: task.item.value,
    from: task.item.valueStart,
    policyKeys: ['retryCount'],
    policyWithin: { metadata: [POLICY_KEY], taskDefinition: RETRY_KEYS },
    around: () => meaningBut(document, new Set([task.id]), resolve(task.item.value)),
    place: metadata ? placeInPolicy(tree, metadata) : () => null,
  };
}

/** The task definition that a task goes by, if it is one of those that all workflows share. */
export function sharedOfConductor(source: DefinitionText, nodeId: string): SharedPart | null {
  const { document } = readDocument(source.text, source.fileName);
  const task = document?.tasks.find(({ id }) => id === nodeId);
  if (!document || !task?.definition?.shared) return null;
  const { definition, name } = task;
  const nodes = document.tasks.filter((each) => each.id !== nodeId && each.definition?.map === definition.map);
  return { name, nodes: nodes.map(({ id }) => id) };
}
