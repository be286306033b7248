import type { NodeDefinition } from '@/lib/model/workflow';
import type { NodePolicy } from '@/lib/policy/schema';
import { SECOND_MS } from '@/lib/shared/clock';
import { isJsonObject, type JsonObject } from '@/lib/shared/json';
import { areGuessed } from '../guessed-actions';
import { approximate, besideLosses, impossible, type PartLoss } from '../part-losses';
import { own } from '../source/shape';
import type { EngineSchedule, Loss } from '../types';
import { guessActions } from './actions';
import { project } from './project';

/** What Step Functions cannot say of this policy on this state; empty when `Retry` says it all. */
export function aslLosses(node: NodeDefinition, policy: NodePolicy): readonly Loss[] {
  const engine = engineOf(node);
  const keepsEngineRetry = node.engineRetry.length > 0 && policy.retry === undefined;
  const ofRetry = keepsEngineRetry
    ? keptLosses(policy)
    : [...project(policy, own(engine, 'Resource')).losses, ...ruleLosses(policy)];
  const losses = [
    ...actionLosses(engine, policy),
    ...ofRetry,
    ...retryLosses(policy),
    ...besideLosses(policy, ['classification', 'retry']),
  ];
  return losses.map((loss) => ({ ...loss, nodeId: node.id, where: 'sidecar' }));
}

/** When Step Functions tries again: `min(d·m^(k−1), cap)`, from zero on with full jitter, which comes after the cap. */
export function aslSchedule(node: NodeDefinition, policy: NodePolicy): EngineSchedule | null {
  const { transient } = project(policy, own(engineOf(node), 'Resource'));
  if (!transient) return null;
  const { retries, intervalSeconds, rate, capMs, jitter } = transient.schedule;
  const waits = Array.from({ length: retries }, (_, k) => {
    const max = Math.min(intervalSeconds * SECOND_MS * rate ** k, capMs);
    return { min: jitter === 'full' ? 0 : max, max };
  });
  return { waits };
}

/** The state's own JSON, kept in the node's config. */
export function engineOf(node: NodeDefinition): JsonObject {
  const engine = own(node.config, 'engine');
  return isJsonObject(engine) ? engine : {};
}

function actionLosses(engine: JsonObject, { actions }: NodePolicy): readonly PartLoss[] {
  return areGuessed(guessActions(engine), actions) ? [] : [impossible('actions', ['actions'])];
}

/** The engine's own retriers stay, so that no class of ours can stand beside them. */
function keptLosses({ classification }: NodePolicy): readonly PartLoss[] {
  return classification ? [impossible('engine_retry_classes', ['classification'])] : [];
}

function ruleLosses({ classification }: NodePolicy): readonly PartLoss[] {
  if (classification?.length === 0) return [impossible('empty_list', ['classification'])];
  const seen = new Set<string>();
  return (classification ?? []).flatMap((rule, i): PartLoss[] => {
    const path = ['classification', i];
    const twice = seen.has(rule.code);
    seen.add(rule.code);
    return [
      ...(rule.class === 'transient' ? [approximate('rule_transient', path, { code: rule.code })] : []),
      ...(twice ? [approximate('rule_twice', path, { code: rule.code })] : []),
      ...(rule.action === undefined ? [] : [approximate('rule_action', [...path, 'action'], { action: rule.action })]),
      ...(rule.reason === undefined ? [] : [impossible('rule_reason', [...path, 'reason'])]),
    ];
  });
}

function retryLosses({ retry }: NodePolicy): readonly PartLoss[] {
  if (!retry) return [];
  return [
    ...(retry.maxElapsed === undefined ? [] : [impossible('max_elapsed', ['retry', 'maxElapsed'])]),
    ...(retry.waiver === undefined ? [] : [impossible('waiver', ['retry', 'waiver'])]),
  ];
}
