import { ownEntry } from '../source/tree';
import type { DefinitionText, NodeAt, NodeInText } from '../types';
import { readText } from './flow';

/** A task's own part of the text. Of a policy, it says when it is tried again. */
export function locateKestra(source: DefinitionText, at: NodeAt): NodeInText | null {
  const { document } = readText(source.text, source.fileName);
  const task = document?.tasks.find(({ id, value }) =>
    'nodeId' in at ? id === at.nodeId : at.start <= value.start && value.start < at.end,
  );
  if (!document || !task || document.ambiguous.has(task.id)) return null;
  const { tree } = document;
  return {
    nodeId: task.id,
    tree,
    value: task.value,
    from: task.from,
    policyKeys: ['retry'],
    place: ([key]) => {
      const retry = key === 'retry' ? ownEntry(task.map, 'retry') : undefined;
      return retry ? tree.place(retry.start, retry.keyEnd) : null;
    },
  };
}
