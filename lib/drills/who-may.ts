import { type Actor, can } from '@/lib/accounts/permissions';

/**
 * True when the actor may let a group be told of a drill through its real channels: its members, and administrators;
 * without a group (null) nobody is told.
 */
export function mayReallySend(actor: Actor, recipient: string | null): boolean {
  if (!can(actor, 'drill.run')) return false;
  return recipient === null || actor.role === 'administrator' || actor.groups.includes(recipient);
}
