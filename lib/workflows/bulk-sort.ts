import { policyPart, sameJson } from '@/lib/policy/document';
import type { JsonObject } from '@/lib/shared/json';
import { type BulkChange, withBulkChanges } from './bulk-change';
import type { Sorted, StandingNode } from './passing';

type Standing = Pick<StandingNode, 'config' | 'canCarryPolicy' | 'hasDraft'>;

/** What a bulk change makes of a node, whatever version of it was seen. */
export function sortForBulk(node: Standing, changes: readonly BulkChange[]): Sorted<'cannot' | 'same' | 'draft'> {
  if (!node.canCarryPolicy) return { standing: 'cannot' };
  const published = policyPart(node.config);
  return sortFor(node, withBulkChanges(published, changes));
}

/** What putting the policy of before back makes of a node. */
export function sortForUndo(node: Standing, before: JsonObject): Sorted<'cannot' | 'same' | 'draft'> {
  return node.canCarryPolicy ? sortFor(node, before) : { standing: 'cannot' };
}

function sortFor({ config, hasDraft }: Standing, document: JsonObject): Sorted<'same' | 'draft'> {
  if (sameJson(document, policyPart(config))) return { standing: 'same' };
  return hasDraft ? { standing: 'draft' } : { standing: 'open', document };
}
