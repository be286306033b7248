/** Who acts. Every command gets one; today it is always the local owner. */
export interface Actor {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

export const ROLES = ['administrator', 'editor', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** What can be asked for; one name per kind of command or page. */
export const PERMISSIONS = [
  'read',
  'workflow.import',
  'policy.edit',
  'policy.publish',
  'group.edit',
  'cycle.edit',
  'view.save',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

const GRANTS: Readonly<Record<Role, readonly Permission[]>> = {
  administrator: PERMISSIONS,
  editor: PERMISSIONS,
  viewer: ['read', 'view.save'],
};

/** True when the role of this actor grants the permission. */
export function can(actor: Actor, permission: Permission): boolean {
  return GRANTS[actor.role].includes(permission);
}
