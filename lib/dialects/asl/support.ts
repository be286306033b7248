import type { NodeDefinition } from '@/lib/model/workflow';
import type { NodePolicy } from '@/lib/policy/schema';
import { toDocument } from '@/lib/policy/written';
import { isJsonObject, type JsonObject } from '@/lib/shared/json';
import { POLICY_SHAPE, plain } from '../policy-shape';
import { own, type Shape, sameValue } from '../source/shape';
import type { Loss } from '../types';
import { guessActions } from './actions';
import { type PartLoss, project } from './project';

/** What Step Functions cannot say of this policy on this state; empty when `Retry` says it all. */
export function aslLosses(node: NodeDefinition, policy: NodePolicy): readonly Loss[] {
  const engine = engineOf(node);
  const keepsEngineRetry = node.engineRetry.length > 0 && policy.retry === undefined;
  const ofRetry = keepsEngineRetry
    ? keptLosses(policy)
    : [...project(policy, own(engine, 'Resource')).losses, ...ruleLosses(policy)];
  const losses = [...actionLosses(engine, policy), ...ofRetry, ...retryLosses(policy), ...restLosses(policy)];
  return losses.map((loss) => ({ ...loss, nodeId: node.id, where: 'sidecar' }));
}

/** The state's own JSON, kept in the node's config. */
export function engineOf(node: NodeDefinition): JsonObject {
  const engine = own(node.config, 'engine');
  return isJsonObject(engine) ? engine : {};
}

/** True when these actions are just what is guessed from the state itself. */
export function areGuessed(engine: JsonObject, actions: NodePolicy['actions']): boolean {
  if (actions === undefined) return true;
  return sameValue(plain({ actions: guessActions(engine) }), plain({ actions }), {
    keys: { actions: POLICY_SHAPE.actions },
  });
}

function actionLosses(engine: JsonObject, { actions }: NodePolicy): readonly PartLoss[] {
  return areGuessed(engine, actions) ? [] : [impossible('actions', ['actions'])];
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

function restLosses(policy: NodePolicy): readonly PartLoss[] {
  const { owner, onExhausted, alert } = policy;
  return [
    ...(owner === undefined ? [] : [impossible('owner', ['owner'])]),
    ...(onExhausted === undefined ? [] : [impossible('on_exhausted', ['onExhausted'])]),
    ...(alert === undefined ? [] : [impossible('alert', ['alert'])]),
    ...foreignKeys(plain(toDocument(policy)), ['classification', 'retry']).map((path) =>
      impossible('foreign_key', path, { key: String(path.at(-1)) }),
    ),
  ];
}

/** Keys of somebody else within parts that `Retry` takes over: it has no room for them. */
function foreignKeys(
  document: JsonObject,
  parts: readonly ('classification' | 'retry')[],
): readonly (string | number)[][] {
  return parts.flatMap((part) => {
    const value = own(document, part);
    const shape: Shape = POLICY_SHAPE[part];
    const maps = Array.isArray(value)
      ? value.map((item, i) => ({ item, path: [part, i], keys: shape.item?.keys }))
      : [{ item: value, path: [part], keys: shape.keys }];
    return maps.flatMap(({ item, path, keys }) =>
      isJsonObject(item)
        ? Object.keys(item)
            .filter((key) => !Object.hasOwn(keys ?? {}, key))
            .map((key) => [...path, key])
        : [],
    );
  });
}

function impossible(code: string, path: PartLoss['path'], values?: PartLoss['values']): PartLoss {
  return { path, exactness: 'impossible', code, ...(values && { values }) };
}

function approximate(code: string, path: PartLoss['path'], values?: PartLoss['values']): PartLoss {
  return { path, exactness: 'approximate', code, ...(values && { values }) };
}
