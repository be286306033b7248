import { ownEntry } from '../source/tree';
import type { DefinitionText, NodeAt, NodeInText } from '../types';
import { readMachine } from './machine';

/** A state's own part of the text: the map behind its name. Of a policy, it says retries and classes. */
export function locateAsl(source: DefinitionText, at: NodeAt): NodeInText | null {
  const { document: machine } = readMachine(source.text, source.fileName);
  const state = machine?.states.find(({ name, entry }) =>
    'nodeId' in at ? name === at.nodeId : at.start <= entry.value.start && entry.value.start < at.end,
  );
  if (!machine || !state || machine.ambiguous.has(state.name)) return null;
  const { tree } = machine;
  const { entry, map, name } = state;
  return {
    nodeId: name,
    tree,
    value: entry.value,
    from: entry.colonEnd,
    policyKeys: ['Retry'],
    place: ([key]) => {
      const retry = key === 'retry' || key === 'classification' ? ownEntry(map, 'Retry') : undefined;
      return retry ? tree.place(retry.start, retry.keyEnd) : null;
    },
  };
}
