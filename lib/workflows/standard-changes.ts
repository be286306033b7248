import { valueAt, writtenRules } from '@/lib/policy/edit';
import { FAILURE_CLASSES, STANDARD_PARTS, type StandardPart } from '@/lib/policy/vocabulary';
import { isJsonObject, type JsonObject } from '@/lib/shared/json';
import { type BulkChange, withBulkChanges } from './bulk-change';

/** What brings nodes in line with these parts of a standard (as written), as changes for many nodes at once. */
export function standardChanges(
  standard: JsonObject,
  parts: readonly StandardPart[] = STANDARD_PARTS,
): readonly BulkChange[] {
  return STANDARD_PARTS.filter((part) => parts.includes(part)).flatMap((part) => CHANGES[part](standard));
}

/**
 * A policy document in which these parts are as the standard says, put in by the edits of the form. The rest stays, above
 * all which codes are tried again, a waiver, the record of a hand-off, and rules for single actions.
 */
export function putStandard(
  document: JsonObject,
  standard: JsonObject,
  parts: readonly StandardPart[] = STANDARD_PARTS,
): JsonObject {
  return withBulkChanges(document, standardChanges(standard, parts));
}

const CHANGES: Readonly<Record<StandardPart, (standard: JsonObject) => readonly BulkChange[]>> = {
  classification: (standard) =>
    writtenRules(standard).flatMap(({ code, class: written, reason }): BulkChange[] => {
      const decided = FAILURE_CLASSES.find((each) => each === written);
      return decided === undefined ? [] : [{ kind: 'classify', code, class: decided, reason }];
    }),
  retry: (standard) => {
    const retry = valueAt(standard, ['retry']);
    return isJsonObject(retry) ? [{ kind: 'retry', retry }] : [];
  },
  notify: (standard) => {
    const notify = valueAt(standard, ['onExhausted', 'notify']);
    return typeof notify === 'string' ? [{ kind: 'notify', notify }] : [];
  },
  silence: (standard) => {
    const silence = valueAt(standard, ['alert', 'silence']);
    return typeof silence === 'string' ? [{ kind: 'silence', silence }] : [];
  },
};
