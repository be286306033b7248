import type { NodePolicy, Retry } from '@/lib/policy/schema';
import { LIMITS } from '@/lib/policy/vocabulary';
import { SECOND_MS } from '@/lib/shared/clock';
import { formatDuration } from '@/lib/shared/duration';
import type { Json, JsonObject } from '@/lib/shared/json';
import { type EngineRetry, wholeOf } from '../in-node';
import { own } from '../source/shape';
import { lookup, mapToJson, toJson } from '../source/tree';
import type { ConductorTask } from './document';

/** Keys of a task definition that say how its tasks are retried; all others are the platform's. */
export const RETRY_KEYS = [
  'retryCount',
  'retryLogic',
  'retryDelaySeconds',
  'backoffScaleFactor',
  'maxRetryDelaySeconds',
  'backoffJitterMs',
] as const;

/** What a task definition that says nothing means (`TaskDef` of Conductor). */
const DEFAULTS = { retryCount: 3, retryDelaySeconds: 60, backoffScaleFactor: 1 } as const;
const LOGICS = ['FIXED', 'LINEAR_BACKOFF', 'EXPONENTIAL_BACKOFF'] as const;
type Logic = (typeof LOGICS)[number];

/** How a task is retried, defaults filled in. */
export interface TaskRetry {
  /** Retries after the first try. */
  readonly count: number;
  readonly logic: Logic;
  readonly delaySeconds: number;
  /** Of LINEAR_BACKOFF only. */
  readonly scale: number;
  /** Longest pause; 0 = none. */
  readonly capSeconds: number;
  readonly jitterMs: number;
}

/** What is said of a task: its own `retryCount`, and its definition. Null: it has no definition, so nothing retries it. */
export function blockOf({ map, definition }: Pick<ConductorTask, 'map' | 'definition'>): JsonObject | null {
  if (!definition) return null;
  const all = mapToJson(definition.map);
  const said = Object.fromEntries(RETRY_KEYS.flatMap((key) => (own(all, key) === undefined ? [] : [[key, all[key]]])));
  const count = ownCount({ map });
  return count === undefined ? said : { ...said, retryCount: count };
}

/** The count that the task itself says, over that of its definition; undefined = it says none. */
export function ownCount({ map }: Pick<ConductorTask, 'map'>): Json | undefined {
  const node = lookup(map, 'retryCount');
  const value = node && toJson(node);
  return value === null ? undefined : value;
}

/** Null: not written as Conductor demands. */
export function readRetry(block: JsonObject): TaskRetry | null {
  const count = wholeOf(block, 'retryCount', DEFAULTS.retryCount);
  const delaySeconds = wholeOf(block, 'retryDelaySeconds', DEFAULTS.retryDelaySeconds);
  const scale = wholeOf(block, 'backoffScaleFactor', DEFAULTS.backoffScaleFactor);
  const capSeconds = wholeOf(block, 'maxRetryDelaySeconds', 0);
  const jitterMs = wholeOf(block, 'backoffJitterMs', 0);
  const logic = LOGICS.find((each) => each === (own(block, 'retryLogic') ?? 'FIXED'));
  if (count === null || delaySeconds === null || scale === null || capSeconds === null || jitterMs === null)
    return null;
  return logic ? { count, logic, delaySeconds, scale, capSeconds, jitterMs } : null;
}

/** Reads how a task is retried as a policy would say it. */
export function interpretRetry(block: JsonObject | null): EngineRetry {
  if (!block) return { kind: 'none' };
  const found = readRetry(block);
  if (!found) return { kind: 'engine', block };
  if (found.count === 0) return { kind: 'none' };
  const initial = found.delaySeconds * (found.logic === 'LINEAR_BACKOFF' ? found.scale : 1);
  const cap = found.capSeconds > 0 ? found.capSeconds : Math.min(longest(found), LIMITS.maxInterval.max / SECOND_MS);
  const [initialMs, capMs] = [initial * SECOND_MS, cap * SECOND_MS];
  const within = initialMs >= LIMITS.initialInterval.min && initialMs <= LIMITS.initialInterval.max;
  const fits = within && capMs >= initialMs && capMs <= LIMITS.maxInterval.max;
  // A pause that is lengthened at random is none of ours: jitter only shortens.
  if (!fits || found.count >= LIMITS.maxAttempts.max || found.jitterMs > 0) return { kind: 'engine', block };
  const retry = {
    maxAttempts: found.count + 1,
    backoff: BACKOFF_OF[found.logic],
    initialInterval: formatDuration(initialMs),
    maxInterval: formatDuration(found.logic === 'FIXED' ? initialMs : capMs),
  };
  return { kind: 'plain', retry, block };
}

const BACKOFF_OF = { FIXED: 'fixed', LINEAR_BACKOFF: 'linear', EXPONENTIAL_BACKOFF: 'exponential' } as const;

/** What a policy comes to there; null = nothing is to be tried again. Whole seconds, at least one. */
export function projectRetry({ retry }: NodePolicy): TaskRetry | null {
  if (!retry || retry.maxAttempts <= 1 || retry.initialInterval === undefined) return null;
  const logic = logicOf(retry);
  const delaySeconds = wholeSeconds(retry.initialInterval);
  const base = { count: retry.maxAttempts - 1, logic, delaySeconds, scale: 1, capSeconds: 0, jitterMs: 0 };
  const cap = wholeSeconds(retry.maxInterval ?? retry.initialInterval);
  return { ...base, capSeconds: logic !== 'FIXED' && longest(base) > cap ? cap : 0 };
}

/** Whole seconds as they are written. */
export function wholeSeconds(ms: number): number {
  return Math.max(1, Math.round(ms / SECOND_MS));
}

/** True where the task is retried as the policy comes to. */
export function saysTheSame(block: JsonObject | null, policy: NodePolicy): boolean {
  const wanted = projectRetry(policy);
  const found = block && readRetry(block);
  // Without a definition there is nothing that could say otherwise.
  if (!block) return true;
  if (!found) return false;
  if (!wanted) return found.count === 0;
  return sameRetry(found, wanted);
}

function sameRetry(a: TaskRetry, b: TaskRetry): boolean {
  const factor = ({ logic, scale, delaySeconds }: TaskRetry) => delaySeconds * (logic === 'LINEAR_BACKOFF' ? scale : 1);
  const cap = (each: TaskRetry) => Math.min(longest(each), each.capSeconds || Number.POSITIVE_INFINITY);
  return (
    a.count === b.count &&
    a.logic === b.logic &&
    factor(a) === factor(b) &&
    cap(a) === cap(b) &&
    a.jitterMs === b.jitterMs
  );
}

/** What is to be set of a definition, key by key, so that it says this; `null` = only that nothing is tried again. */
export function retryEntries(block: JsonObject, wanted: TaskRetry | null): JsonObject {
  if (!wanted) return { retryCount: 0 };
  const { count, logic, delaySeconds, scale, capSeconds, jitterMs } = wanted;
  const found = readRetry(block);
  return {
    retryCount: count,
    ...(found?.logic !== logic && { retryLogic: logic }),
    ...(found?.delaySeconds !== delaySeconds && { retryDelaySeconds: delaySeconds }),
    ...(logic === 'LINEAR_BACKOFF' && found?.scale !== scale && { backoffScaleFactor: scale }),
    ...(found?.capSeconds !== capSeconds && { maxRetryDelaySeconds: capSeconds }),
    ...(found?.jitterMs !== jitterMs && { backoffJitterMs: jitterMs }),
  };
}

function logicOf({ backoff, initialInterval, maxInterval }: Retry): Logic {
  if (backoff === 'fixed' || initialInterval === maxInterval) return 'FIXED';
  return backoff === 'linear' ? 'LINEAR_BACKOFF' : 'EXPONENTIAL_BACKOFF';
}

/** The longest pause without a cap, in seconds. */
function longest({ count, logic, delaySeconds, scale }: Pick<TaskRetry, 'count' | 'logic' | 'delaySeconds' | 'scale'>) {
  if (logic === 'FIXED') return delaySeconds;
  if (logic === 'LINEAR_BACKOFF') return delaySeconds * scale * count;
  return delaySeconds * 2 ** Math.min(count - 1, 60);
}
