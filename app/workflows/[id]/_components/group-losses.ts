import type { Loss } from '@/lib/dialects/types';

export interface LossGroup extends Omit<Loss, 'nodeId'> {
  readonly key: string;
  readonly nodes: readonly string[];
}

/** The same loss on many nodes is one thing to know: said once, with the nodes it holds for. */
export function groupLosses(losses: readonly Loss[]): LossGroup[] {
  const groups = new Map<string, { loss: Loss; nodes: Set<string> }>();
  for (const loss of losses) {
    const key = JSON.stringify([loss.code, loss.exactness, loss.values ?? {}]);
    const group = groups.get(key);
    if (group) group.nodes.add(loss.nodeId);
    else groups.set(key, { loss, nodes: new Set([loss.nodeId]) });
  }
  return [...groups].map(([key, { loss, nodes }]) => {
    const { code, exactness, path, values, where } = loss;
    return { key, code, exactness, path, values, where, nodes: [...nodes] };
  });
}
