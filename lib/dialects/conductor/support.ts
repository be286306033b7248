import type { NodeDefinition } from '@/lib/model/workflow';
import type { NodePolicy, Retry } from '@/lib/policy/schema';
import { DEFAULT_MULTIPLIER } from '@/lib/policy/vocabulary';
import { SECOND_MS } from '@/lib/shared/clock';
import type { EngineSchedule, Loss } from '../types';
import { projectRetry, wholeSeconds } from './retry';

type PartLoss = Pick<Loss, 'path' | 'exactness' | 'code' | 'values'>;

/** Set on nodes whose task has no definition: nothing retries them there. */
export const NO_DEFINITION = 'taskDefinitionMissing';

/**
 * What Conductor does otherwise than this policy says. The policy itself is never cut: it stands whole in the task's
 * `metadata`, and only the task definition is what the engine goes by.
 */
export function conductorLosses(node: NodeDefinition, { retry }: NodePolicy): readonly Loss[] {
  return lossesOf(node, retry).map((loss) => ({ ...loss, nodeId: node.id, where: 'node' }));
}

/** When Conductor tries again: fixed, linear or doubling pauses, cut at the cap where one is written. */
export function conductorSchedule({ config }: NodeDefinition, policy: NodePolicy): EngineSchedule | null {
  const wanted = projectRetry(policy);
  if (!wanted || config[NO_DEFINITION] === true) return null;
  const { count, logic, delaySeconds, scale, capSeconds } = wanted;
  const factor = (k: number) => ({ FIXED: 1, LINEAR_BACKOFF: scale * k, EXPONENTIAL_BACKOFF: 2 ** (k - 1) })[logic];
  const waits = Array.from({ length: count }, (_, i) => {
    const ms = Math.min(delaySeconds * factor(i + 1), capSeconds || Number.POSITIVE_INFINITY) * SECOND_MS;
    return { min: ms, max: ms };
  });
  return { waits };
}

function lossesOf({ config, engineRetry, name }: NodeDefinition, retry: Retry | undefined): readonly PartLoss[] {
  if (!retry || retry.maxAttempts <= 1) return [];
  if (config[NO_DEFINITION] === true) return [impossible('conductor_no_definition', ['retry'], { name })];
  if (engineRetry.length > 0) return [impossible('conductor_retry_page', ['retry'])];
  return [
    approximate('conductor_every_error', ['retry', 'retryOn']),
    ...pauseLosses(retry),
    ...(retry.jitter === undefined || retry.jitter === 'none'
      ? []
      : [impossible('conductor_jitter', ['retry', 'jitter'])]),
    ...(retry.maxElapsed === undefined ? [] : [impossible('conductor_max_elapsed', ['retry', 'maxElapsed'])]),
  ];
}

function pauseLosses(retry: Retry): readonly PartLoss[] {
  const { backoff, initialInterval = 0, maxInterval = 0, multiplier = DEFAULT_MULTIPLIER, maxAttempts } = retry;
  const grows = initialInterval !== maxInterval && maxAttempts > 2;
  const broken = [initialInterval, maxInterval].some((ms) => ms % SECOND_MS !== 0);
  return [
    ...(backoff === 'exponential' && multiplier !== 2 && grows
      ? [approximate('conductor_factor', ['retry', 'multiplier'])]
      : []),
    ...(broken
      ? [approximate('conductor_sub_second', ['retry', 'initialInterval'], { seconds: wholeSeconds(initialInterval) })]
      : []),
  ];
}

function impossible(code: string, path: PartLoss['path'], values?: PartLoss['values']): PartLoss {
  return { path, exactness: 'impossible', code, ...(values && { values }) };
}

function approximate(code: string, path: PartLoss['path'], values?: PartLoss['values']): PartLoss {
  return { path, exactness: 'approximate', code, ...(values && { values }) };
}
