import { isJsonObject, type Json, type JsonObject } from '@/lib/shared/json';

/**
 * A policy as written, laid out for comparison: lists of named entries by name, and the parts of
 * `retry` and `alert` that people think of apart. What has another shape than expected stays as it is.
 */
export type ComparablePolicy = {
  readonly owner: Json | undefined;
  readonly retry: Json | undefined;
  /** `catalogue` = there is a retry without a list. */
  readonly retryOn: Json | undefined;
  readonly waiver: Json | undefined;
  readonly classification: Json;
  readonly actions: Json;
  readonly onExhausted: Json | undefined;
  readonly silence: Json | undefined;
  readonly thresholds: Json;
  /** Keys of `alert` that nobody knows. */
  readonly alert: Json;
  readonly written: Readonly<Record<'classification' | 'actions' | 'thresholds', Written>>;
};

type Written = 'absent' | 'empty' | 'entries';

/** Lays a policy out for comparison. `onExhausted` under `retry` counts as standing beside it. */
export function comparable(policy: JsonObject): ComparablePolicy {
  const { owner, retry, alert, classification, actions, onExhausted } = policy;
  const { retryOn, waiver, onExhausted: nested, ...core } = isJsonObject(retry) ? retry : {};
  const { silence, thresholds, ...restOfAlert } = isJsonObject(alert) ? alert : {};
  return {
    owner,
    retry: isJsonObject(retry) ? core : retry,
    retryOn: isJsonObject(retry) ? (retryOn ?? 'catalogue') : undefined,
    waiver,
    classification: byName(classification, ['code', 'action']),
    actions: byName(actions, ['id']),
    onExhausted: onExhausted ?? nested,
    silence,
    thresholds: byName(thresholds, ['code']),
    alert: isJsonObject(alert) || alert === undefined ? restOfAlert : alert,
    written: {
      classification: writtenAs(classification),
      actions: writtenAs(actions),
      thresholds: writtenAs(thresholds),
    },
  };
}

function writtenAs(list: Json | undefined): Written {
  if (list === undefined) return 'absent';
  return Array.isArray(list) && list.length === 0 ? 'empty' : 'entries';
}

/** Entries by their name (its parts on lines of their own); a name that comes again is numbered. */
function byName(list: Json | undefined, keys: readonly string[]): Json {
  if (list === undefined) return {};
  if (!Array.isArray(list) || !list.every(isJsonObject)) return list;
  const counts = new Map<string, number>();
  const entries = list.map((item): [string, Json] => {
    const name = keys.flatMap((key) => (item[key] === undefined ? [] : [String(item[key])])).join('\n');
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return [count === 1 ? name : `${name} (${count})`, item];
  });
  return Object.fromEntries(entries);
}
