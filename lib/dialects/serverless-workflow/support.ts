import type { NodeDefinition } from '@/lib/model/workflow';
import type { NodePolicy, Retry } from '@/lib/policy/schema';
import { DEFAULT_MULTIPLIER } from '@/lib/policy/vocabulary';
import { formatDuration } from '@/lib/shared/duration';
import { approximate, impossible, type PartLoss } from '../part-losses';
import type { EngineSchedule, Loss } from '../types';
import { longest, projectRetry, type WantedRetry } from './retry';
import { sayStatuses, statusesOf } from './statuses';

/** Set on nodes that a `try` of several tasks tries again too. */
export const TRIED_WITH_OTHERS = 'triedWithOthers';
/** Set on nodes whose `catch` also does something of its own: which errors it catches stays. */
export const CAUGHT_FOR_OTHERS = 'caughtForOthers';

/** Runtimes of the DSL, between which retries differ; the specification leaves the growth of pauses open. */
export const RUNTIMES = ['sdk-java', 'Synapse'] as const;
/** sdk-java doubles no further than this (`ExponentialRetryIntervalFunction`). */
const MAX_DOUBLINGS = 32;

/**
 * What the engine does otherwise than this policy says. The policy itself is never cut: it stands whole in the
 * `metadata` of the task, and only the `catch` around it is what the engine goes by.
 */
export function serverlessLosses(node: NodeDefinition, policy: NodePolicy, runtime?: string | null): readonly Loss[] {
  return lossesOf(node, policy, runtime).map((loss) => ({ ...loss, nodeId: node.id, where: 'node' }));
}

/**
 * When a runtime tries again. sdk-java: `d`, `d·k` or `d·2^k` before retry k, so an exponential one begins with `2d`;
 * Synapse: at once, whatever is written.
 */
export function serverlessSchedule(
  _node: NodeDefinition,
  policy: NodePolicy,
  runtime?: string | null,
): EngineSchedule | null {
  const wanted = projectRetry(policy);
  if (!wanted) return null;
  const { count, kind, delayMs } = wanted;
  const factor = (k: number) => ({ constant: 1, linear: k, exponential: 2 ** Math.min(k, MAX_DOUBLINGS) })[kind];
  const waits = Array.from({ length: count }, (_, i) => {
    const ms = runtime === 'Synapse' ? 0 : delayMs * factor(i + 1);
    return { min: ms, max: ms };
  });
  return { waits };
}

function lossesOf(
  { config, engineRetry }: NodeDefinition,
  policy: NodePolicy,
  runtime?: string | null,
): readonly PartLoss[] {
  const { retry } = policy;
  if (!retry || retry.maxAttempts <= 1) return [];
  if (engineRetry.length > 0) return [impossible('serverless_retry_page', ['retry'])];
  const wanted = projectRetry(policy);
  if (!wanted) return [];
  return [
    ...(config[TRIED_WITH_OTHERS] === true ? [approximate('serverless_tried_outside', ['retry', 'maxAttempts'])] : []),
    ...codeLosses(policy, wanted, config[CAUGHT_FOR_OTHERS] === true),
    ...(runtime === 'Synapse'
      ? [impossible('serverless_no_wait', ['retry', 'initialInterval'])]
      : pauseLosses(retry, wanted)),
    ...(retry.jitter === undefined || retry.jitter === 'none'
      ? []
      : [impossible('serverless_jitter', ['retry', 'jitter'])]),
    ...(retry.maxElapsed === undefined ? [] : [impossible('serverless_max_elapsed', ['retry', 'maxElapsed'])]),
  ];
}

function codeLosses(policy: NodePolicy, { statuses }: WantedRetry, kept: boolean): readonly PartLoss[] {
  if (kept) return [approximate('serverless_catch_kept', ['retry', 'retryOn'])];
  const { guessed } = statusesOf(policy);
  if (guessed.length === 0) return [];
  const values = { names: guessed.join(', '), statuses: sayStatuses(statuses) };
  return [approximate('serverless_code_status', ['retry', 'retryOn'], values)];
}

function pauseLosses(retry: Retry, wanted: WantedRetry): readonly PartLoss[] {
  const { initialInterval = 0, maxInterval = 0, multiplier = DEFAULT_MULTIPLIER } = retry;
  if (wanted.kind === 'constant') return [];
  // sdk-java is one step ahead.
  const reached = wanted.kind === 'linear' ? longest(wanted) : 2 * longest(wanted);
  const values = { first: formatDuration(initialInterval), twice: formatDuration(2 * initialInterval) };
  return [
    ...(wanted.kind === 'exponential' ? [approximate('serverless_doubled', ['retry', 'initialInterval'], values)] : []),
    ...(wanted.kind === 'exponential' && multiplier !== 2
      ? [approximate('serverless_factor', ['retry', 'multiplier'])]
      : []),
    ...(reached > maxInterval
      ? [
          approximate('serverless_cap', ['retry', 'maxInterval'], {
            cap: formatDuration(maxInterval),
            reached: formatDuration(reached),
          }),
        ]
      : []),
  ];
}
