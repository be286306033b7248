import type { NodeDefinition } from '@/lib/model/workflow';
import { attemptTimes, type DelayRange, delayRange } from '@/lib/policy/schedule';
import type { NodePolicy, Retry } from '@/lib/policy/schema';
import type { Dialect, EngineSchedule } from './types';

/** What a policy asks for and what its engine will do, wait by wait. */
export interface SchedulePair {
  /** Waits in ms before the second attempt and those after it, by `domain.md`, "Retry". */
  readonly ours: readonly DelayRange[];
  /** The engine's, by its own formula; null = it does not try again. */
  readonly engine: EngineSchedule | null;
}

/** Both schedules where the engine's is another one; null where it is the same, or neither says anything. */
export function differingSchedules(
  { schedule }: Dialect,
  node: NodeDefinition,
  policy: NodePolicy,
  engineVersion?: string | null,
): SchedulePair | null {
  if (!schedule) return null;
  const ours = policy.retry && retriesAnything(policy) ? waitsOf(policy.retry) : [];
  const engine = schedule(node, policy, engineVersion);
  if (ours.length === 0 && engine === null) return null;
  return sameWaits(ours, engine) ? null : { ours, engine };
}

/** The waits before each retry that a policy's schedule comes to, for tries that take no time. */
export function waitsOf(retry: Retry): readonly DelayRange[] {
  return attemptTimes(retry)
    .slice(1)
    .map((_, i) => delayRange(retry, i + 2));
}

/** False where `retryOn` is closed and empty, and no rule beside it calls a code transient. */
function retriesAnything({ retry, classification = [] }: NodePolicy): boolean {
  return retry?.retryOn?.length !== 0 || classification.some(({ class: judged }) => judged === 'transient');
}

function sameWaits(ours: readonly DelayRange[], engine: EngineSchedule | null): boolean {
  if (!engine || engine.endless) return false;
  const { waits } = engine;
  return waits.length === ours.length && waits.every(({ min, max }, i) => min === ours[i]?.min && max === ours[i]?.max);
}
