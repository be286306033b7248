import type { NodeDefinition } from '@/lib/model/workflow';
import { asl } from '../asl';
import type { DefinitionText } from '../types';

export const HTTP = 'arn:aws:states:::http:invoke';
export const LAMBDA = 'arn:aws:states:::lambda:invoke';

/** A state machine of one state, `a`; a Lambda task unless the state says otherwise. */
export function machine(state: object): DefinitionText {
  const text = JSON.stringify(
    { StartAt: 'a', States: { a: { Type: 'Task', Resource: LAMBDA, ...state, End: true } } },
    null,
    2,
  );
  return { text, sidecar: null, fileName: 'orders.asl.json' };
}

/** A node of a state machine; throws when it is not there. */
export function nodeOf(source: DefinitionText, id = 'a'): NodeDefinition {
  const node = asl.read(source).workflow?.nodes.find((each) => each.id === id);
  if (!node) throw new Error('no node');
  return node;
}
