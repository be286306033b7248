import type { NodeDefinition } from '@/lib/model/workflow';
import { classify, classifyInput } from '@/lib/policy/classify';
import { readPolicy } from '@/lib/policy/read';
import { type DelayRange, delayRange } from '@/lib/policy/schedule';

/** What the engine does after a failed attempt, as the node's own policy says. Times in ms. */
export interface NodeBehaviour {
  readonly maxAttempts: number;
  readonly maxElapsed: number;
  isTransient(code: string | null): boolean;
  /** Delay from the end of attempt k − 1 to the start of attempt k. */
  delay(k: number): DelayRange;
}

/** Reads a node's behaviour from its config; throws when its policy is not valid, since the sample is ours. */
export function behaviourOf(node: NodeDefinition): NodeBehaviour {
  const { policy, diagnostics } = readPolicy(node.config);
  if (policy === null) throw new Error(`${node.id}: ${JSON.stringify(diagnostics)}`);
  const retry = policy.retry ?? { maxAttempts: 1 };
  const rules = classifyInput(policy);
  const known = new Map<string | null, boolean>();
  return {
    maxAttempts: retry.maxAttempts,
    maxElapsed: retry.maxElapsed ?? Number.POSITIVE_INFINITY,
    delay: (k) => delayRange(retry, k),
    isTransient(code) {
      const answer = known.get(code) ?? classify(rules, code).class === 'transient';
      known.set(code, answer);
      return answer;
    },
  };
}
