export const ROLES = ['administrator', 'editor', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** What can be asked for; one name per kind of command or page. */
export const PERMISSIONS = [
  'read',
  'workflow.import',
  'policy.edit',
  'policy.publish',
  'group.edit',
  'channel.edit',
  'standard.edit',
  'hand_off.work',
  'drill.run',
  'drill_target.edit',
  'source.edit',
  'cycle.edit',
  'catalogue.edit',
  'view.save',
  'history.write',
  'profile.edit',
  'people.edit',
  'audit.read',
  'operations.read',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

const EDITOR: readonly Permission[] = [
  'read',
  'workflow.import',
  'policy.edit',
  'policy.publish',
  'channel.edit',
  'standard.edit',
  'hand_off.work',
  'drill.run',
  'cycle.edit',
  'view.save',
  'history.write',
  'profile.edit',
];

/**
 * The catalogue decides on every node that says nothing itself, whoever owns it: hence administrators, as of sources.
 * Groups decide who may publish: an editor who could change their members could let in anybody.
 */
const GRANTS: Readonly<Record<Role, readonly Permission[]>> = {
  administrator: PERMISSIONS,
  editor: EDITOR,
  viewer: ['read', 'view.save', 'profile.edit'],
};

/** What a token may be used for, never beyond what its person may do. */
export const SCOPES = {
  read: ['read'],
  import: ['workflow.import'],
  policy: ['policy.edit', 'policy.publish'],
  catalogue: ['catalogue.edit'],
  groups: ['group.edit', 'channel.edit', 'standard.edit'],
  history: ['history.write'],
  drills: ['drill.run', 'drill_target.edit'],
  operations: ['operations.read'],
  sources: ['source.edit'],
} as const satisfies Readonly<Record<string, readonly Permission[]>>;
export type Scope = keyof typeof SCOPES;

/** Who acts. Every command gets one. */
export interface Actor {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** Slugs of the owner groups that they are a member of (by e-mail address). */
  readonly groups: readonly string[];
  /** How they came here. */
  readonly via: 'session' | 'token' | 'system';
  /** Set: a token, and what it was made for. */
  readonly token?: { readonly id: string; readonly scopes: readonly Scope[] };
}

/** True when the role of this actor grants the permission and, with a token, one of its scopes does too. */
export function can(actor: Actor, permission: Permission): boolean {
  if (!GRANTS[actor.role].includes(permission)) return false;
  return actor.token === undefined || actor.token.scopes.some((scope) => includes(SCOPES[scope], permission));
}

/**
 * True when the actor may publish for a node: its owner group's members may, and administrators; where the
 * node has no owner (null) every editor may, since somebody has to begin.
 */
export function mayPublishFor(actor: Actor, owner: string | null): boolean {
  return can(actor, 'policy.publish') && (owner === null || actsFor(actor, owner));
}

/** True when the actor may waive the idempotency gate for a node: only who would bear the doubled action. */
export function mayWaive(actor: Actor, owner: string | null): boolean {
  return can(actor, 'policy.publish') && owner !== null && actsFor(actor, owner);
}

/**
 * True when the actor may change how a group is told, test its channels and send again: its members may, and
 * administrators.
 */
export function mayEditChannelsOf(actor: Actor, group: string): boolean {
  return can(actor, 'channel.edit') && actsFor(actor, group);
}

/** True when the actor may say how the nodes of a group are to behave: its members may, and administrators. */
export function mayEditStandardOf(actor: Actor, group: string): boolean {
  return can(actor, 'standard.edit') && actsFor(actor, group);
}

/** True when the actor may work on a hand-off: members of the group that it went to; without one (null), every editor. */
export function mayWorkOn(actor: Actor, recipient: string | null): boolean {
  return can(actor, 'hand_off.work') && (recipient === null || actsFor(actor, recipient));
}

/**
 * True when the actor may run drills for a group: let a node of its own fail on purpose, and let it be told of that
 * through its real channels. Members may, and administrators; without a group (null) every editor may, since the
 * drill only shows that nobody is told.
 */
export function mayDrill(actor: Actor, group: string | null): boolean {
  return can(actor, 'drill.run') && (group === null || actsFor(actor, group));
}

/** Members act for their group, and administrators for each. */
function actsFor(actor: Actor, group: string): boolean {
  return actor.role === 'administrator' || actor.groups.includes(group);
}

function includes(permissions: readonly Permission[], permission: Permission): boolean {
  return permissions.includes(permission);
}
