/** Why drills are not started. */
export type StartRefusal =
  /** There is no such node, run or target. */
  | { readonly reason: 'not_found' | 'target_not_found' }
  /** Only members of the node's owner group, and administrators. */
  | { readonly reason: 'not_yours'; readonly owner: string | null }
  /** Only members of the group that would be told, and administrators, let it be told for real. */
  | { readonly reason: 'recipient_not_yours'; readonly recipient: string }
  /** The engine lets no policy stand at the node, or nothing in it can fail: there is nothing to prove. */
  | { readonly reason: 'cannot_carry' | 'nothing_can_fail' }
  /** What is published there cannot be read as a policy. */
  | { readonly reason: 'policy_broken' }
  /** None of the chosen drills says anything about this node. */
  | { readonly reason: 'nothing_applies' }
  | { readonly reason: 'target_production' | 'target_without_address' }
  /** One run at a time for each node. */
  | { readonly reason: 'running'; readonly runId: string };

/** Why a run is not stopped. */
export type StopRefusal =
  | { readonly reason: 'not_found' | 'ended' }
  | { readonly reason: 'not_yours'; readonly owner: string | null };

export type StopAllRefusal = { readonly reason: 'administrators_only' };
