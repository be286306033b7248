import { ownEntry, resolve } from '../source/tree';
import type { DefinitionText, NodeAt, NodeInText } from '../types';
import { readDocument, triedCall } from './document';
import { meaningBut } from './meaning';

/** A step's own part of the text: the map behind its name. Of a policy, it says retries and, in a predicate, classes. */
export function locateGoogleWorkflows(source: DefinitionText, at: NodeAt): NodeInText | null {
  const { document } = readDocument(source.text, source.fileName);
  const step = document?.steps.find(({ id, entry }) =>
    'nodeId' in at ? id === at.nodeId : at.start <= entry.value.start && entry.value.start < at.end,
  );
  if (!document || !step || document.ambiguous.has(step.id)) return null;
  const { tree } = document;
  const { id, entry, map } = step;
  // Where nothing is caught, `try` only stands there for the retry.
  const tried = ownEntry(map, 'except') ? null : triedCall(map);
  return {
    nodeId: id,
    tree,
    value: entry.value,
    from: entry.colonEnd,
    policyKeys: tried ? ['retry', 'try'] : ['retry'],
    ...(tried && { maps: [tried, map] }),
    around: () => meaningBut(document, new Set([id]), resolve(entry.value)),
    place: ([key]) => {
      const retry = key === 'retry' || key === 'classification' ? ownEntry(map, 'retry') : undefined;
      return retry ? tree.place(retry.start, retry.keyEnd) : null;
    },
  };
}
