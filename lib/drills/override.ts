import { SKELETON_RETRY } from '@/lib/policy/skeleton';
import { isJsonObject, type JsonObject } from '@/lib/shared/json';
import type { TrialPlan } from './plan';

/**
 * A node's config as it is during one drill: with the number of attempts that the drill needs, and the skeleton's
 * intervals where more than one is needed and the node has none. Everything else stays as it is written.
 */
export function withOverride(config: JsonObject, { maxAttempts }: TrialPlan['override']): JsonObject {
  if (maxAttempts === undefined) return config;
  const written = isJsonObject(config.retry) ? config.retry : {};
  const { backoff, initialInterval, maxInterval } = SKELETON_RETRY;
  const intervals = maxAttempts > 1 ? { backoff, initialInterval, maxInterval } : {};
  return { ...config, retry: { ...intervals, ...written, maxAttempts } };
}
