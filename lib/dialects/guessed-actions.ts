import type { ActionKind } from '@/lib/model/action-kinds';
import type { NodePolicy } from '@/lib/policy/schema';
import type { Json } from '@/lib/shared/json';
import { POLICY_SHAPE, plain } from './policy-shape';
import { sameValue } from './source/shape';

/** An action as it is guessed: what it reaches, never whether it may be done twice. */
export interface GuessedAction {
  readonly id: string;
  readonly kind: ActionKind;
  readonly target?: string;
}

/** Guessed actions as a policy document holds them. */
export function plainActions(actions: readonly GuessedAction[]): readonly Json[] {
  return actions.map(({ id, kind, target }) => ({ id, kind, ...(target !== undefined && { target }) }));
}

/** True when these actions are just what is guessed, so that nothing has to keep them. */
export function areGuessed(guessed: readonly GuessedAction[], actions: NodePolicy['actions']): boolean {
  if (actions === undefined) return true;
  return sameValue(plain({ actions: guessed }), plain({ actions }), { keys: { actions: POLICY_SHAPE.actions } });
}

/** An id for an action from the engine's name for what it does: `SqsSend message` → `sqs-send-message`. */
export function actionId(words: string): string {
  const dashed = words.replace(/([a-z\d])([A-Z])/g, '$1-$2').toLowerCase();
  return dashed.replace(/[^a-z\d]+/g, '-').replace(/^-+|-+$/g, '') || 'call';
}
