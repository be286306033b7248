import { policyPart, sameJson } from '@/lib/policy/document';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import type { JsonObject } from '@/lib/shared/json';
import { type BulkChange, withBulkChanges } from './bulk-change';
import type { Sorted, StandingNode } from './passing';

type Standing = Pick<StandingNode, 'config' | 'canCarryPolicy' | 'hasDraft'>;

/**
 * What a bulk change makes of a node, whatever version of it was seen. `engine_retry`: its retry would be another one, but
 * the engine keeps retries of its own there, which are given up by a person on the node's page and not in passing.
 */
export function sortForBulk(
  node: Standing & Pick<StandingNode, 'engineRetry'>,
  changes: readonly BulkChange[],
): Sorted<'cannot' | 'same' | 'draft' | 'engine_retry'> {
  if (!node.canCarryPolicy) return { standing: 'cannot' };
  const published = policyPart(node.config);
  const document = withBulkChanges(published, changes);
  const sorted = sortFor(node, document);
  const kept = Array.isArray(node.engineRetry) && node.engineRetry.length > 0;
  const inTheWay = kept && !sameJson(document.retry, published.retry);
  return sorted.standing === 'open' && inTheWay ? { standing: 'engine_retry' } : sorted;
}

/** Why a node is refused whose engine keeps retries of its own. */
export function engineRetryInTheWay(nodeId: string): Diagnostic {
  return { code: 'engine_retry_in_the_way', severity: 'error', path: ['retry'], values: { id: nodeId } };
}

/** What putting the policy of before back makes of a node. */
export function sortForUndo(node: Standing, before: JsonObject): Sorted<'cannot' | 'same' | 'draft'> {
  return node.canCarryPolicy ? sortFor(node, before) : { standing: 'cannot' };
}

function sortFor({ config, hasDraft }: Standing, document: JsonObject): Sorted<'same' | 'draft'> {
  if (sameJson(document, policyPart(config))) return { standing: 'same' };
  return hasDraft ? { standing: 'draft' } : { standing: 'open', document };
}
