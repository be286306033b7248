import type { NodeDefinition } from '@/lib/model/workflow';
import type { NodePolicy } from '@/lib/policy/schema';
import { isJsonObject, type JsonObject } from '@/lib/shared/json';
import { areGuessed } from '../guessed-actions';
import { besideLosses, impossible, type PartLoss } from '../part-losses';
import { own } from '../source/shape';
import type { EngineSchedule, Loss } from '../types';
import { guessActions } from './actions';
import { project } from './project';
import { NO_SUBWORKFLOWS } from './read';
import { waitsOf } from './retry';

/** What Google Cloud Workflows cannot say of this policy on this step; empty when `retry` says it all. */
export function googleLosses(node: NodeDefinition, policy: NodePolicy): readonly Loss[] {
  const { retry, classification } = policy;
  const keepsEngineRetry = node.engineRetry.length > 0 && retry === undefined;
  const kept = classification ? [impossible('engine_retry_classes', ['classification'])] : [];
  const losses: readonly PartLoss[] = [
    ...(areGuessed(guessActions(engineOf(node)), policy.actions) ? [] : [impossible('actions', ['actions'])]),
    ...(keepsEngineRetry ? kept : project(policy, hasRoom(node)).losses),
    ...(retry?.maxElapsed === undefined ? [] : [impossible('google_max_elapsed', ['retry', 'maxElapsed'])]),
    ...(retry?.waiver === undefined ? [] : [impossible('waiver', ['retry', 'waiver'])]),
    ...besideLosses(policy, ['classification', 'retry']),
  ];
  return losses.map((loss) => ({ ...loss, nodeId: node.id, where: 'sidecar' }));
}

/** When the engine tries again after this policy is written: its own formula. */
export function googleSchedule(node: NodeDefinition, policy: NodePolicy): EngineSchedule | null {
  const { schedule } = project(policy, hasRoom(node));
  return node.canCarryPolicy && schedule ? waitsOf(schedule) : null;
}

/** What the step does, kept in the node's config. */
export function engineOf(node: NodeDefinition): JsonObject {
  const engine = own(node.config, 'engine');
  return isJsonObject(engine) ? engine : {};
}

function hasRoom({ config }: NodeDefinition): boolean {
  return config[NO_SUBWORKFLOWS] !== true;
}
