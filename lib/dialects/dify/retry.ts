import type { NodePolicy } from '@/lib/policy/schema';
import { LIMITS } from '@/lib/policy/vocabulary';
import { formatDuration } from '@/lib/shared/duration';
import { isJsonObject, type Json } from '@/lib/shared/json';
import { type EngineRetry, wholeOf } from '../in-node';
import { own } from '../source/shape';

/** Types of nodes that Dify's engine runs again; on others it takes no notice of `retry_config`. */
export const RETRYING = ['llm', 'tool', 'http-request', 'code'];

/** What Dify's page for retries lets people choose; its server takes more (`docs`: error handling). */
export const PAGE_LIMITS = { retries: { min: 1, max: 10 }, intervalMs: { min: 100, max: 5000 } } as const;

/** What stands in `retry_config`: retries after the first try, a constant pause. */
export interface RetryConfig {
  readonly retry_enabled: boolean;
  readonly max_retries?: number;
  readonly retry_interval?: number;
}

/** Reads `retry_config`; what is absent there is as the engine takes it: off, 0 retries, 0 ms. */
export function interpretRetry(value: Json | undefined): EngineRetry {
  if (value === undefined || value === null) return { kind: 'none' };
  if (!isJsonObject(value)) return { kind: 'engine', block: { retry_config: value } };
  const enabled = own(value, 'retry_enabled') ?? false;
  if (enabled === false) return { kind: 'none' };
  const retries = wholeOf(value, 'max_retries', 0);
  const interval = wholeOf(value, 'retry_interval', 0);
  if (enabled !== true || retries === null || interval === null) return { kind: 'engine', block: value };
  if (retries === 0) return { kind: 'none' };
  const { min, max } = LIMITS.initialInterval;
  if (retries >= LIMITS.maxAttempts.max || interval < min || interval > max) return { kind: 'engine', block: value };
  const pause = formatDuration(interval);
  const retry = { maxAttempts: retries + 1, backoff: 'fixed', initialInterval: pause, maxInterval: pause };
  return { kind: 'plain', retry, block: value };
}

/** What a policy comes to there; `retry_enabled: false` where nothing is to be tried again. */
export function projectRetry({ retry }: NodePolicy): RetryConfig {
  if (!retry || retry.maxAttempts <= 1 || retry.initialInterval === undefined) return { retry_enabled: false };
  return { retry_enabled: true, max_retries: retry.maxAttempts - 1, retry_interval: retry.initialInterval };
}

/** True where `retry_config` says what the policy comes to. */
export function saysTheSame(value: Json | undefined, policy: NodePolicy): boolean {
  const wanted = projectRetry(policy);
  const found = interpretRetry(value);
  if (!wanted.retry_enabled) return found.kind === 'none';
  if (found.kind === 'none' || !isJsonObject(value)) return false;
  return value.max_retries === wanted.max_retries && value.retry_interval === wanted.retry_interval;
}
