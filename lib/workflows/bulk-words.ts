import type { JsonObject } from '@/lib/shared/json';
import { type BulkChange, withBulkChanges } from './bulk-change';
import { type ChangeContext, type ChangeWords, policyChanges } from './version-words';

/** What a change says for all nodes, whatever stands there: what it is about, and what it will be. */
export function bulkWords(
  changes: readonly BulkChange[],
  context: ChangeContext = {},
): readonly Pick<ChangeWords, 'label' | 'after'>[] {
  return changes.flatMap((change) => {
    const [said] = policyChanges(oppositeOf(change), withBulkChanges({}, [change]), context).filter(
      ({ label }) => change.kind !== 'retry' || label.key === 'change.label.retry',
    );
    return said ? [{ label: said.label, after: said.after }] : [];
  });
}

/** A policy that says something else of what the change is about, so that "nothing of its own" is said too. */
function oppositeOf(change: BulkChange): JsonObject {
  if (change.kind === 'owner' && change.owner === null) return { owner: '-' };
  return change.kind === 'silence' && change.silence === null ? { alert: { silence: '1m' } } : {};
}
