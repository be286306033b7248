import { actionSchema, safeguardSchema } from '@/lib/model/action';
import {
  alertSchema,
  classificationRuleSchema,
  onExhaustedSchema,
  POLICY_KEYS,
  type PolicyKey,
  retrySchema,
  thresholdSchema,
  waiverSchema,
} from '@/lib/policy/schema';
import type { Shape } from './source/shape';

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

function keysOf(shape: object): Record<string, Shape> {
  return Object.fromEntries(Object.keys(shape).map((key) => [key, {}]));
}
