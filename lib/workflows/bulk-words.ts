import { RECORD_FIELDS } from '@/lib/policy/vocabulary';
import type { JsonObject } from '@/lib/shared/json';
import { type BulkChange, withBulkChanges } from './bulk-change';
import { type ChangeContext, type ChangeWords, policyChanges } from './version-words';

/** What a change says for all nodes, whatever stands there: what it is about, and what it will be. */
export function bulkWords(
  changes: readonly BulkChange[],
  context: ChangeContext = {},
): readonly Pick<ChangeWords, 'label' | 'after'>[] {
  return changes.flatMap((change) => {
    const before = oppositeOf(change);
    const [said] = policyChanges(before, withBulkChanges(before, [change]), context).filter(
      ({ label }) => change.kind !== 'retry' || label.key === 'change.label.retry',
    );
    return said ? [{ label: said.label, after: said.after }] : [];
  });
}

/** A policy that says something else of what the change is about, so that "nothing of its own" is said too. */
function oppositeOf(change: BulkChange): JsonObject {
  if (change.kind === 'owner' && change.owner === null) return { owner: '-' };
  if (change.kind === 'notify')
    return {
      onExhausted: { action: 'manual', record: [...RECORD_FIELDS], ...(change.notify === null && { notify: '-' }) },
    };
  return change.kind === 'silence' && change.silence === null ? { alert: { silence: '1m' } } : {};
}
