import type { NodeDefinition } from '@/lib/model/workflow';
import { patternKey } from '@/lib/policy/classify';
import type { NodePolicy, Retry } from '@/lib/policy/schema';
import { DEFAULT_MULTIPLIER } from '@/lib/policy/vocabulary';
import { SECOND_MS } from '@/lib/shared/clock';
import { isJsonObject, type JsonObject } from '@/lib/shared/json';
import { approximate, impossible, type PartLoss } from '../part-losses';
import { own } from '../source/shape';
import type { EngineSchedule, Loss } from '../types';
import { selectable, selectionOf } from './codes';
import { project, readDuration, type Strategy, waitsOf, wholeNumber } from './retry';

/** Releases between which the waits differ: `backoff.cap` is new in 3.7. */
export const VERSIONS = ['3.7', '3.6'] as const;

/**
 * What Argo does otherwise than this policy says. The policy itself is never cut: where `retryStrategy` does not say it
 * all, it stands whole in an annotation of the template.
 */
export function argoLosses(node: NodeDefinition, policy: NodePolicy, version?: string | null): readonly Loss[] {
  return lossesOf(node, policy, version).map((loss) => ({ ...loss, nodeId: node.id, where: 'node' }));
}

/** The waits that Argo keeps after this policy is written; tries are taken to need no time. */
export function argoSchedule(node: NodeDefinition, policy: NodePolicy, version?: string | null): EngineSchedule | null {
  if (!node.canCarryPolicy) return null;
  const [block] = node.engineRetry;
  if (!policy.retry && block) return scheduleOf(block, version);
  const strategy = project(policy, node.config.namesStatus === true);
  return strategy && { waits: ranges(within(strategy, version)) };
}

function lossesOf(node: NodeDefinition, policy: NodePolicy, version?: string | null): readonly PartLoss[] {
  const { retry } = policy;
  if (!retry || retry.maxAttempts <= 1) return [];
  if (!node.canCarryPolicy) return [impossible('argo_out_of_reach', ['retry'])];
  const { retryPolicy } = node.config;
  const strategy = project(policy, node.config.namesStatus === true);
  if (!strategy) return [approximate('argo_nothing_retried', ['retry', 'retryOn'])];
  return [
    ...codeLosses(node, policy, retry),
    ...(retryPolicy === 'OnError' || retryPolicy === 'OnTransientError'
      ? [approximate('argo_retry_policy', ['retry', 'retryOn'], { value: retryPolicy })]
      : []),
    ...pauseLosses(retry, strategy, version),
    ...(retry.jitter === undefined || retry.jitter === 'none' ? [] : [impossible('argo_jitter', ['retry', 'jitter'])]),
  ];
}

function codeLosses({ config }: NodeDefinition, policy: NodePolicy, { retryOn }: Retry): readonly PartLoss[] {
  if (retryOn?.some((code) => patternKey(code) === '*')) return [];
  if (config.namesStatus !== true || !selectionOf(policy))
    return [approximate('argo_every_error', ['retry', 'retryOn'])];
  const unsaid = (code: string) => selectable(code) === null;
  return (retryOn ?? []).flatMap((code, i) =>
    unsaid(code) ? [impossible('argo_code', ['retry', 'retryOn', i], { code })] : [],
  );
}

function pauseLosses(retry: Retry, strategy: Strategy, version?: string | null): readonly PartLoss[] {
  const { backoff, multiplier = DEFAULT_MULTIPLIER, maxInterval = 0, initialInterval = 0 } = retry;
  const grows = maxInterval !== initialInterval && retry.maxAttempts > 2;
  const broken = [initialInterval, maxInterval].some((ms) => ms % SECOND_MS !== 0);
  const capped = strategy.capMs !== null && Math.max(...waitsOf({ ...strategy, capMs: null })) > strategy.capMs;
  return [
    ...(backoff === 'linear' && grows ? [approximate('argo_linear', ['retry', 'backoff'])] : []),
    ...(backoff === 'exponential' && grows && multiplier !== strategy.factor
      ? [approximate('argo_factor', ['retry', 'multiplier'], { value: strategy.factor })]
      : []),
    ...(broken ? [approximate('argo_sub_second', ['retry', 'initialInterval'])] : []),
    ...(capped && version === '3.6' ? [impossible('argo_cap', ['retry', 'maxInterval'], { value: version })] : []),
  ];
}

/** Waits as long as they come before `maxDuration`, which ends before a wait that would pass it. */
function within(strategy: Strategy, version?: string | null): readonly number[] {
  const { maxMs } = strategy;
  const waits = waitsOf(version === '3.6' ? { ...strategy, capMs: null } : strategy);
  let at = 0;
  const passes = waits.findIndex((wait) => {
    at += wait;
    return maxMs !== null && at > maxMs;
  });
  return passes === -1 ? waits : waits.slice(0, passes);
}

/** Of a strategy that no policy says: without `limit` it goes on for ever, and takes no notice of `backoff`. */
function scheduleOf(block: JsonObject, version?: string | null): EngineSchedule | null {
  const limit = own(block, 'limit');
  if (limit === undefined || limit === null) return { waits: ranges([0, 0, 0]), endless: true };
  const retries = wholeNumber(limit);
  const backoff = own(block, 'backoff');
  if (retries === null || retries <= 0) return null;
  const pauses = isJsonObject(backoff) ? backoff : {};
  const time = (key: string) => readDuration(own(pauses, key));
  const strategy: Strategy = {
    retries: Math.min(retries, MAX_WAITS),
    durationMs: time('duration') ?? 0,
    factor: Math.max(1, wholeNumber(own(pauses, 'factor')) ?? 1),
    capMs: time('cap'),
    maxMs: time('maxDuration'),
    selection: null,
  };
  return { waits: ranges(within(strategy, version)) };
}
const MAX_WAITS = 100;

function ranges(waits: readonly number[]): EngineSchedule['waits'] {
  return waits.map((wait) => ({ min: wait, max: wait }));
}
