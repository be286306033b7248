import { isJsonObject, type JsonObject } from '@/lib/shared/json';
import { POLICY_KEYS } from './vocabulary';

/** The policy part of a node's config, as written: only the keys that Failpath owns. A file may hold any other. */
export function policyPart(config: JsonObject): JsonObject {
  const written = POLICY_KEYS.filter((key) => Object.hasOwn(config, key) && config[key] !== undefined);
  return Object.fromEntries(written.map((key) => [key, config[key]]));
}

/** Equal as JSON: key order and absent keys do not matter. */
export function sameJson(a: unknown, b: unknown): boolean {
  return canonicalJson(a) === canonicalJson(b);
}

/** JSON as one text for all that are equal: keys in order, absent ones left out. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

/**
 * True when this config says `onExhausted` under `retry` and not beside it. It is read from there,
 * and a writer puts it back there.
 */
export function exhaustedUnderRetry(config: unknown): boolean {
  return isJsonObject(config) && own(config, 'onExhausted') === undefined && nestedExhausted(config) !== undefined;
}

/** What stands under `retry` as `onExhausted`, whether or not it counts. */
export function nestedExhausted(config: JsonObject): JsonObject[string] {
  const retry = own(config, 'retry');
  return isJsonObject(retry) ? own(retry, 'onExhausted') : undefined;
}

/** Own keys only: a config from a file may hold `constructor` or `__proto__`. */
export function own(object: JsonObject, key: string): JsonObject[string] {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
