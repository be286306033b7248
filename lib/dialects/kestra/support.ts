import type { NodeDefinition } from '@/lib/model/workflow';
import type { NodePolicy } from '@/lib/policy/schema';
import { formatDuration } from '@/lib/shared/duration';
import { isJsonObject, type JsonObject } from '@/lib/shared/json';
import { areGuessed } from '../guessed-actions';
import { approximate, besideLosses, impossible, type PartLoss } from '../part-losses';
import { own } from '../source/shape';
import type { EngineSchedule, Loss } from '../types';
import { guessActions, isRetried } from './actions';
import { project } from './project';
import { hasOldFormula, type KestraSchedule, readSchedule, waitsOf } from './schedule';

/** As many pauses are named where releases differ. */
const SHOWN_WAITS = 4;

/** What Kestra cannot say of this policy on this task; empty when `retry` says it all. */
export function kestraLosses(node: NodeDefinition, policy: NodePolicy, engineVersion?: string | null): readonly Loss[] {
  const losses = [
    ...(sameActions(node, policy) ? [] : [impossible('actions', ['actions'])]),
    ...(policy.classification === undefined ? [] : [impossible('kestra_classes', ['classification'])]),
    ...retryLosses(node, policy, engineVersion),
    ...besideLosses(policy, ['retry']),
  ];
  return losses.map((loss) => ({ ...loss, nodeId: node.id, where: 'sidecar' }));
}

/** When Kestra tries again: by the policy, or by its own retry where that stays. */
export function kestraSchedule(
  node: NodeDefinition,
  policy: NodePolicy,
  engineVersion?: string | null,
): EngineSchedule | null {
  if (!isRetried(node.type ?? '')) return null;
  const [kept] = node.engineRetry;
  const schedule = kept && policy.retry === undefined ? readSchedule(kept) : project(policy).schedule;
  const found = schedule && waitsOf(schedule, engineVersion);
  return found && (found.waits.length > 0 || found.endless) ? found : null;
}

/** The task's own JSON, kept in the node's config. */
function engineOf(node: NodeDefinition): JsonObject {
  const engine = own(node.config, 'engine');
  return isJsonObject(engine) ? engine : {};
}

/** True where the actions are what is guessed. That there are none is something that nobody can guess. */
export function sameActions(node: NodeDefinition, { actions }: NodePolicy): boolean {
  return actions === undefined || (actions.length > 0 && areGuessed(guessActions(engineOf(node)), actions));
}

function retryLosses(
  { type }: NodeDefinition,
  policy: NodePolicy,
  engineVersion: string | null | undefined,
): readonly PartLoss[] {
  const { retry } = policy;
  if (!retry) return [];
  const waiver = retry.waiver === undefined ? [] : [impossible('waiver', ['retry', 'waiver'])];
  if (!isRetried(type ?? ''))
    return [impossible('kestra_not_retried', ['retry'], { type: type?.split('.').at(-1) ?? '' }), ...waiver];
  const { schedule, losses } = project(policy);
  const older =
    schedule?.type === 'exponential' && hasOldFormula(engineVersion) ? [olderLoss(schedule, engineVersion)] : [];
  return [...losses, ...older, ...waiver];
}

function olderLoss(schedule: KestraSchedule, engineVersion: string | null | undefined): PartLoss {
  const values = { found: shown(waitsOf(schedule, engineVersion)), expected: shown(waitsOf(schedule, null)) };
  return approximate('kestra_old_formula', ['retry', 'backoff'], values);
}

function shown({ waits }: EngineSchedule): string {
  const first = waits.slice(0, SHOWN_WAITS).map(({ max }) => formatDuration(Math.round(max)));
  return [...first, ...(waits.length > SHOWN_WAITS ? ['…'] : [])].join(', ');
}
