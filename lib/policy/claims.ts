import type { Action } from '@/lib/model/action';
import type { NodePolicy } from './schema';

/** Actions of which the policy claims that a repetition leaves the same: idempotent, or safeguarded by somebody. */
export function claimedActions({ actions = [] }: NodePolicy): Action[] {
  return actions.filter(
    ({ idempotent, safeguard }) =>
      idempotent === true || (safeguard !== undefined && safeguard.enforcedBy !== 'nobody'),
  );
}
