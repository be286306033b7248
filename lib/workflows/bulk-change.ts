import { exhaustedUnderRetry } from '@/lib/policy/document';
import { decideCode, putRecord, putSkeleton, ruleFor, setAt, valueAt, writtenRetryOn } from '@/lib/policy/edit';
import { type FailureClass, SCHEDULE_KEYS } from '@/lib/policy/vocabulary';
import { isJsonObject, type JsonObject } from '@/lib/shared/json';

/** One thing that is said for many nodes at once. */
export type BulkChange =
  /** Slug of a group; null = the node names none, so the workflow's holds. */
  | { readonly kind: 'owner'; readonly owner: string | null }
  /** How a code is judged on the whole node; without a reason, the one that is written stays. */
  | { readonly kind: 'classify'; readonly code: string; readonly class: FailureClass; readonly reason?: string }
  /** The keys of `retry` as in the config, without `retryOn` and `waiver`: which codes and what risk stay the node's own. */
  | { readonly kind: 'retry'; readonly retry: JsonObject }
  /** Slug of the group that is told when retries are exhausted; null = the owner is. */
  | { readonly kind: 'notify'; readonly notify: string | null }
  /** A duration as written; null = the usual one. */
  | { readonly kind: 'silence'; readonly silence: string | null };

/**
 * A node's policy document with the changes put in by the same edits that the form makes; whether it holds then is for
 * `readPolicy` and `checkPolicy` to say. Keys that the changes are not about stay as they were.
 */
export function withBulkChanges(document: JsonObject, changes: readonly BulkChange[]): JsonObject {
  // A retry that begins names codes: what is said of a code comes after it, and holds.
  const last = (change: BulkChange) => Number(change.kind === 'classify');
  return changes.toSorted((a, b) => last(a) - last(b)).reduce(withChange, document);
}

function withChange(document: JsonObject, change: BulkChange): JsonObject {
  switch (change.kind) {
    case 'owner':
      return setAt(document, ['owner'], change.owner ?? undefined);
    case 'silence':
      return setAt(document, ['alert', 'silence'], change.silence ?? undefined);
    case 'notify':
      return told(document, change.notify);
    case 'classify':
      return classified(document, change);
    case 'retry':
      return retried(document, change.retry);
  }
}

function classified(
  document: JsonObject,
  { code, class: decision, reason }: Extract<BulkChange, { kind: 'classify' }>,
): JsonObject {
  const decided = decideCode(document, code, decision);
  const rule = ruleFor(decided, code);
  if (!rule || reason === undefined) return decided;
  return setAt(decided, ['classification', rule.index, 'reason'], reason);
}

/** In the rule for the hand-off, wherever the node has it; where it has none, in one with the whole record. */
function told(document: JsonObject, notify: string | null): JsonObject {
  const at = exhaustedUnderRetry(document) ? ['retry', 'onExhausted'] : ['onExhausted'];
  const written = isJsonObject(valueAt(document, at));
  if (notify === null && !written) return document;
  return setAt(written ? document : putRecord(document), [...at, 'notify'], notify ?? undefined);
}

/** As switching between "stop at once" and "try again" does in the form, and then the schedule in the place of the old one. */
function retried(document: JsonObject, schedule: JsonObject): JsonObject {
  const written = valueAt(document, ['retry']);
  const now = isJsonObject(written) ? written : {};
  const stops = schedule.maxAttempts === 1;
  const begun = stops || retries(now) ? document : withHandOff(document);
  const base = valueAt(begun, ['retry']);
  const kept = Object.entries(isJsonObject(base) ? base : {}).filter(
    ([key]) => !OF_SCHEDULE.has(key) && !(stops && OF_RETRYING.has(key)),
  );
  return setAt(begun, ['retry'], { ...schedule, ...Object.fromEntries(kept) });
}

/** Retrying that begins here names its codes and ends with a person, as the skeleton has it; codes already named stay. */
function withHandOff(document: JsonObject): JsonObject {
  const listed = writtenRetryOn(document);
  const put = putSkeleton(document);
  return listed === undefined ? put : setAt(put, ['retry', 'retryOn'], listed);
}

function retries(retry: JsonObject): boolean {
  return retry.maxAttempts !== undefined && retry.maxAttempts !== 1;
}

const OF_SCHEDULE: ReadonlySet<string> = new Set(SCHEDULE_KEYS);
const OF_RETRYING: ReadonlySet<string> = new Set(['retryOn', 'waiver']);
