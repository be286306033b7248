import { missingRecordFields } from './record';
import type { PolicyDocument } from './schema';
import { RECORD_FIELDS } from './vocabulary';

/** The general skeleton to start from, as the brief gives it. */
export const SKELETON_RETRY = {
  maxAttempts: 3,
  backoff: 'exponential',
  initialInterval: '5s',
  maxInterval: '1m',
  retryOn: ['timeout', 'connection_refused', 'http_429', 'http_5xx'],
} as const;

/**
 * Puts the general skeleton on a policy: its retry in place of the one there, and hand-off to a
 * person with all eight record fields. Owner, recipient, actions, classification and alert stay,
 * and so do a waiver and keys that we do not know.
 */
export function applySkeleton(document: PolicyDocument): PolicyDocument {
  const { multiplier: _multiplier, jitter: _jitter, maxElapsed: _maxElapsed, ...kept } = document.retry ?? {};
  const retry = { ...kept, ...SKELETON_RETRY, retryOn: [...SKELETON_RETRY.retryOn] };
  return completeRecord({ ...document, retry });
}

/** Completes the hand-off record to the eight fields, in their order; further ones stay behind them. */
export function completeRecord(document: PolicyDocument): PolicyDocument {
  const { onExhausted } = document;
  const written = onExhausted?.record ?? [];
  if (onExhausted?.record && missingRecordFields(written).length === 0) return document;
  const fields: readonly string[] = RECORD_FIELDS;
  const record = [...fields, ...written.filter((field) => !fields.includes(field))];
  return { ...document, onExhausted: { ...onExhausted, action: 'manual', record } };
}
