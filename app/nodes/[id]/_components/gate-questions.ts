import { isJsonObject, type Json } from '@/lib/shared/json';

/** A question of the gate about one action, and what was answered; null = not yet. */
export interface GateQuestion {
  readonly field: 'idempotent' | 'repeatable';
  readonly answer: boolean | null;
}

/** What is asked about an action: whether a second time changes the result; if so, whether that is acceptable. */
export function questionsOf(action: Json | undefined): readonly GateQuestion[] {
  const idempotent = answerOf(action, 'idempotent');
  const first: GateQuestion = { field: 'idempotent', answer: idempotent };
  return idempotent === false ? [first, { field: 'repeatable', answer: answerOf(action, 'repeatable') }] : [first];
}

function answerOf(action: Json | undefined, field: GateQuestion['field']): boolean | null {
  const value = isJsonObject(action) ? action[field] : undefined;
  return typeof value === 'boolean' ? value : null;
}
