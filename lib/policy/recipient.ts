import type { NodePolicy } from './schema';

/** Who is told of a node's hand-offs, and where that stands. */
export interface Recipient {
  /** Slug of an owner group. */
  readonly slug: string;
  readonly from: 'notify' | 'node' | 'workflow';
}

/**
 * The owner group that a hand-off of this node tells (`domain.md`, "Ownership and alerts"): `onExhausted.notify`,
 * else the node's owner, else the one inherited from the workflow; null = nobody is told.
 */
export function recipientAndReason(policy: NodePolicy, inheritedOwner: string | null): Recipient | null {
  const { owner, onExhausted } = policy;
  if (onExhausted?.notify !== undefined) return { slug: onExhausted.notify, from: 'notify' };
  if (owner !== undefined) return { slug: owner, from: 'node' };
  return inheritedOwner === null ? null : { slug: inheritedOwner, from: 'workflow' };
}

/** Slug of the owner group that a hand-off of this node tells; null = nobody is told. */
export function recipientOf(policy: NodePolicy, inheritedOwner: string | null): string | null {
  return recipientAndReason(policy, inheritedOwner)?.slug ?? null;
}

/** Slug of the group that owns the node: its own, else the workflow's; null = none. */
export function ownerOf(policy: NodePolicy, inheritedOwner: string | null): string | null {
  return policy.owner ?? inheritedOwner;
}
