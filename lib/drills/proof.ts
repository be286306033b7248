import { createHash } from 'node:crypto';
import { claimedActions } from '@/lib/policy/claims';
import { canonicalJson, policyPart } from '@/lib/policy/document';
import type { NodePolicy } from '@/lib/policy/schema';
import type { JsonObject } from '@/lib/shared/json';

/**
 * Names the policy that a proof is about, from a node's config: the keys of ours alone, so that what else the platform
 * keeps there, comments and the order of keys void nothing. 64 hexadecimal digits, stable for ever.
 */
export function policyHash(config: JsonObject): string {
  return createHash('sha256')
    .update(canonicalJson(policyPart(config)))
    .digest('hex');
}

/** True when drill 5 has something to prove: an action said to be idempotent, or safeguarded by sender or receiver. */
export function claimsIdempotency(policy: NodePolicy): boolean {
  return claimedActions(policy).length > 0;
}
