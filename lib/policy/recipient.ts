import type { NodePolicy } from './schema';

/**
 * Slug of the owner group that a hand-off of this node tells: `onExhausted.notify`, else the
 * node's owner, else the one inherited from the workflow; null = nobody is told.
 */
export function recipientOf(policy: NodePolicy, inheritedOwner: string | null): string | null {
  return policy.onExhausted?.notify ?? policy.owner ?? inheritedOwner;
}

/** Slug of the group that owns the node: its own, else the workflow's; null = none. */
export function ownerOf(policy: NodePolicy, inheritedOwner: string | null): string | null {
  return policy.owner ?? inheritedOwner;
}
