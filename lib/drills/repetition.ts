import { claimedActions } from '@/lib/policy/claims';
import type { NodePolicy } from '@/lib/policy/schema';

/** What the sandbox's receiver does with an action that it has had before; `none`: it does it again. */
export type Repetition = 'key' | 'upsert' | 'none';

/**
 * What the policy claims of a repeated action, and so how the sandbox behaves: it holds the claim to the letter, which
 * proves that the runner keeps its side of it (the same key, the same input), and of the real receiver nothing.
 */
export function repetitionOf(policy: NodePolicy): Repetition {
  const [action] = claimedActions(policy);
  if (action === undefined) return 'none';
  const { idempotent, safeguard } = action;
  return idempotent === true || safeguard?.kind === 'upsert' ? 'upsert' : 'key';
}
