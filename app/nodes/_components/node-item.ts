import { failureRate } from '@/lib/insight/node-list';
import type { ListedNode } from '@/lib/insight/node-row';
import { retryPhrase } from '@/lib/policy/describe';
import type { Phrase } from '@/lib/policy/phrase';

/** A row as the browser gets it: only what its cells show, in values that JSON can hold. */
export type NodeItem = ReturnType<typeof toNodeItem>;

/** `groupNames`: names of owner groups by slug; `say`: a phrase in the reader's language. */
export function toNodeItem(
  row: ListedNode,
  { groupNames, say }: { groupNames: ReadonlyMap<string, string>; say: (phrase: Phrase) => string },
) {
  const { id, version, nodeId, name, workflowName, hasDraft, failures, finalFailures, executions, failedExecutions } =
    row;
  const phrase = onFailure(row, groupNames);
  return {
    ...{ id, version, nodeId, name, workflowName, hasDraft, failures, finalFailures, executions, failedExecutions },
    onFailure: phrase && say(phrase),
    actions: row.actions.map(({ kind, target }) => ({ kind, target: target ?? null })),
    owner: row.owner ? { name: row.ownerName ?? row.owner.slug, inherited: row.owner.from === 'workflow' } : null,
    rate: failureRate(row),
    /** Epoch ms. */
    lastFailedAt: row.lastFailedAt?.getTime() ?? null,
    coverage: row.coverage,
    standard: row.standard,
    trend: row.trend,
  };
}

/** Retry and recipient in words; null where words of ours would be wrong: the engine's own blocks are in force. */
function onFailure({ policy, hasEngineRetry, owner }: ListedNode, groupNames: ReadonlyMap<string, string>) {
  if (policy === null || (hasEngineRetry && policy.retry === undefined)) return null;
  return retryPhrase(policy, { inheritedOwner: owner?.from === 'workflow' ? owner.slug : null, groupNames });
}
