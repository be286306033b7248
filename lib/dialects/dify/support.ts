import type { NodeDefinition } from '@/lib/model/workflow';
import type { NodePolicy, Retry } from '@/lib/policy/schema';
import { formatDuration } from '@/lib/shared/duration';
import type { EngineSchedule, Loss } from '../types';
import { PAGE_LIMITS, projectRetry, RETRYING } from './retry';

type PartLoss = Pick<Loss, 'path' | 'exactness' | 'code' | 'values'>;

/**
 * What Dify's engine does otherwise than this policy says. The policy itself is never cut: it stands whole in the node's
 * settings, and only `retry_config` is what the engine goes by.
 */
export function difyLosses(node: NodeDefinition, { retry }: NodePolicy): readonly Loss[] {
  return lossesOf(node, retry).map((loss) => ({ ...loss, nodeId: node.id, where: 'node' }));
}

/** When Dify tries again: after the same pause each time, on nodes of the types that it tries again at all. */
export function difySchedule({ type }: NodeDefinition, policy: NodePolicy): EngineSchedule | null {
  const { max_retries: retries, retry_interval: interval = 0 } = projectRetry(policy);
  if (retries === undefined || !RETRYING.includes(type ?? '')) return null;
  return { waits: Array.from({ length: retries }, () => ({ min: interval, max: interval })) };
}

function lossesOf({ type, engineRetry }: NodeDefinition, retry: Retry | undefined): readonly PartLoss[] {
  if (!retry || retry.maxAttempts <= 1) return [];
  if (!RETRYING.includes(type ?? '')) return [impossible('dify_node_type', ['retry'], { type: type ?? '' })];
  if (engineRetry.length > 0) return [impossible('dify_retry_page', ['retry'])];
  return [
    approximate('dify_every_error', ['retry', 'retryOn']),
    ...pauseLosses(retry),
    ...(retry.jitter === undefined || retry.jitter === 'none' ? [] : [impossible('dify_jitter', ['retry', 'jitter'])]),
    ...(retry.maxElapsed === undefined ? [] : [impossible('dify_max_elapsed', ['retry', 'maxElapsed'])]),
    ...pageLosses(retry),
  ];
}

function pauseLosses({ backoff, initialInterval = 0, maxInterval, maxAttempts }: Retry): readonly PartLoss[] {
  const grows = backoff !== 'fixed' && maxInterval !== initialInterval && maxAttempts > 2;
  if (!grows) return [];
  return [approximate('dify_constant_wait', ['retry', 'backoff'], { interval: formatDuration(initialInterval) })];
}

/** What its page does not offer, and would change as soon as somebody touches it there. */
function pageLosses({ maxAttempts, initialInterval = 0 }: Retry): readonly PartLoss[] {
  const { retries, intervalMs } = PAGE_LIMITS;
  const [min, max] = [formatDuration(intervalMs.min), formatDuration(intervalMs.max)];
  const many = maxAttempts - 1 > retries.max;
  const far = initialInterval < intervalMs.min || initialInterval > intervalMs.max;
  return [
    ...(many ? [approximate('dify_page_count', ['retry', 'maxAttempts'], { limit: retries.max })] : []),
    ...(far ? [approximate('dify_page_interval', ['retry', 'initialInterval'], { min, max })] : []),
  ];
}

function impossible(code: string, path: PartLoss['path'], values?: PartLoss['values']): PartLoss {
  return { path, exactness: 'impossible', code, ...(values && { values }) };
}

function approximate(code: string, path: PartLoss['path'], values?: PartLoss['values']): PartLoss {
  return { path, exactness: 'approximate', code, ...(values && { values }) };
}
