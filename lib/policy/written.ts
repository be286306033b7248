import { formatDuration } from '@/lib/shared/duration';
import type { NodePolicy, PolicyDocument } from './schema';
import { SCHEDULE_KEYS, THRESHOLD_KEYS } from './vocabulary';

/**
 * A policy as it is written: durations as text, keys in the order of `domain.md`'s example,
 * unknown keys kept behind them. `readPolicy` of the outcome gives the same policy.
 */
export function toDocument(policy: NodePolicy): PolicyDocument {
  const { actions, classification, retry, onExhausted, owner, alert } = policy;
  return {
    ...(actions && { actions: actions.map(actionDocument) }),
    ...(classification && {
      classification: classification.map((rule) => inOrder(rule, RULE_KEYS)),
    }),
    ...(retry && { retry: retryDocument(retry) }),
    ...(onExhausted && {
      onExhausted: inOrder(onExhausted, ['action', 'notify', 'record']),
    }),
    ...(owner !== undefined && { owner }),
    ...(alert && { alert: alertDocument(alert) }),
  };
}

const RULE_KEYS = ['code', 'class', 'reason', 'action'];
const ACTION_KEYS = ['id', 'kind', 'target', 'idempotent', 'repeatable', 'safeguard'];
const RETRY_KEYS = [...SCHEDULE_KEYS, 'retryOn', 'waiver'];

function actionDocument(action: NonNullable<NodePolicy['actions']>[number]) {
  const { safeguard } = action;
  const ordered = safeguard && {
    safeguard: inOrder(safeguard, ['kind', 'enforcedBy', 'note']),
  };
  return inOrder({ ...action, ...ordered }, ACTION_KEYS);
}

function retryDocument(retry: NonNullable<NodePolicy['retry']>) {
  const { initialInterval, maxInterval, maxElapsed, waiver } = retry;
  const written = {
    ...retry,
    initialInterval: durationText(initialInterval),
    maxInterval: durationText(maxInterval),
    maxElapsed: durationText(maxElapsed),
    waiver: waiver && inOrder(waiver, ['by', 'at', 'reason']),
  };
  return inOrder(written, RETRY_KEYS);
}

function alertDocument(alert: NonNullable<NodePolicy['alert']>) {
  const thresholds = alert.thresholds?.map((threshold) =>
    inOrder({ ...threshold, window: formatDuration(threshold.window) }, THRESHOLD_KEYS),
  );
  return inOrder({ ...alert, silence: durationText(alert.silence), thresholds }, ['silence', 'thresholds']);
}

function durationText(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : formatDuration(ms);
}

/** The same keys and values, these keys first, without absent ones. */
function inOrder<T extends object>(value: T, first: readonly string[]): T {
  const place = (key: string) => (first.includes(key) ? first.indexOf(key) : first.length);
  const ordered = { ...value };
  for (const [key, each] of Object.entries(value).sort(([a], [b]) => place(a) - place(b))) {
    Reflect.deleteProperty(ordered, key);
    if (each !== undefined) Reflect.set(ordered, key, each);
  }
  return ordered;
}
