import { actionSchema, safeguardSchema } from '@/lib/model/action';
import {
  alertSchema,
  classificationRuleSchema,
  onExhaustedSchema,
  retrySchema,
  thresholdSchema,
  waiverSchema,
} from '@/lib/policy/schema';
import { POLICY_KEYS, type PolicyKey } from '@/lib/policy/vocabulary';
import { isJsonObject, type JsonObject } from '@/lib/shared/json';
import { own, type Shape, sameValue } from './source/shape';

const DURATION: Shape = { duration: true };

/** What of a node's policy is ours, key by key: taken from the schemas, so that no list is kept twice. */
export const POLICY_SHAPE: Readonly<Record<PolicyKey, Shape>> = {
  owner: {},
  actions: {
    item: { keys: { ...keysOf(actionSchema.shape), safeguard: { keys: keysOf(safeguardSchema.shape) } } },
    identity: ['id'],
  },
  classification: { item: { keys: keysOf(classificationRuleSchema.shape) }, identity: ['code', 'action'] },
  retry: {
    keys: {
      ...keysOf(retrySchema.shape),
      initialInterval: DURATION,
      maxInterval: DURATION,
      maxElapsed: DURATION,
      waiver: { keys: keysOf(waiverSchema.shape) },
    },
  },
  onExhausted: { keys: keysOf(onExhaustedSchema.shape) },
  alert: {
    keys: {
      ...keysOf(alertSchema.shape),
      silence: DURATION,
      thresholds: { item: { keys: { ...keysOf(thresholdSchema.shape), window: DURATION } }, identity: ['code'] },
    },
  },
};

/** The order in which a node's policy keys are written (the example of `domain.md`). */
export const POLICY_ORDER: readonly PolicyKey[] = [
  'actions',
  'classification',
  'retry',
  'onExhausted',
  'owner',
  'alert',
];

/** True for a key that Failpath owns in a node's config. */
export function isPolicyKey(key: string): key is PolicyKey {
  return POLICY_KEYS.some((each) => each === key);
}

/** Equal in all that is ours; keys that are somebody else's stay in the text and do not count. */
export function samePolicy(written: JsonObject, wanted: JsonObject): boolean {
  return POLICY_KEYS.every((key) => sameValue(own(written, key), own(wanted, key), POLICY_SHAPE[key]));
}

/** A plain JSON copy, without keys that are undefined. */
export function plain(value: object): JsonObject {
  const copy: unknown = JSON.parse(JSON.stringify(value));
  return isJsonObject(copy) ? copy : {};
}

function keysOf(shape: object): Record<string, Shape> {
  return Object.fromEntries(Object.keys(shape).map((key) => [key, {}]));
}
