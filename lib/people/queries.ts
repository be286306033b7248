import { roleOf } from '@/lib/accounts/auth';
import { demand, type ReadCtx } from '@/lib/accounts/context';
import type { Role } from '@/lib/accounts/permissions';
import { linkHash } from './one-time-link';

export interface PersonRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly disabledAt: Date | null;
  readonly createdAt: Date;
  /** The last that their sessions were used; null = never, or signed out everywhere. */
  readonly lastSeenAt: Date | null;
  /** Names of their owner groups. */
  readonly groups: readonly string[];
}

/** Everybody with an account, by name. */
export async function listPeople(ctx: ReadCtx): Promise<PersonRow[]> {
  demand(ctx, 'people.edit');
  const rows = await ctx.db.$queryRaw<(Omit<PersonRow, 'role'> & { role: string })[]>`
    select u.id, u.name, u.email, u.role, u.disabled_at as "disabledAt", u.created_at as "createdAt",
           (select max(s.updated_at) from user_session s where s.user_id = u.id) as "lastSeenAt",
           array(select distinct g.name from owner_group_member m join owner_group g on g.id = m.group_id
                 where lower(m.email) = u.email order by 1) as groups
    from user_account u order by u.name, u.id`;
  return rows.map((row) => ({ ...row, role: roleOf(row.role) }));
}

export interface InvitationRow {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly role: Role;
  readonly expiresAt: Date;
  readonly createdBy: string;
}

/** Invitations that nobody has followed yet, also those that have run out. */
export async function listInvitations(ctx: ReadCtx): Promise<InvitationRow[]> {
  demand(ctx, 'people.edit');
  const rows = await ctx.db.invitation.findMany({
    where: { usedAt: null, userId: null, email: { not: null } },
    orderBy: { createdAt: 'desc' },
    select: { id: true, name: true, email: true, role: true, expiresAt: true, createdBy: true },
  });
  return rows.map((row) => ({ ...row, role: roleOf(row.role) }));
}

export interface SessionRow {
  readonly id: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

/** The actor's own sessions that still hold, the latest first. */
export async function listSessions(ctx: ReadCtx): Promise<SessionRow[]> {
  demand(ctx, 'profile.edit');
  return ctx.db.session.findMany({
    where: { userId: ctx.actor.id, expiresAt: { gt: ctx.now } },
    orderBy: { updatedAt: 'desc' },
    select: { id: true, createdAt: true, updatedAt: true, ipAddress: true, userAgent: true },
  });
}

/** Whom a link is for, while it holds; null when it does not. Nobody is signed in yet: the link is the key. */
export async function openLink(
  { db, now }: Pick<ReadCtx, 'db' | 'now'>,
  token: string,
): Promise<{ name: string | null; email: string | null; role: Role; resets: boolean } | null> {
  const link = await db.invitation.findUnique({ where: { tokenHash: linkHash(token) } });
  if (!link || link.usedAt !== null || link.expiresAt <= now) return null;
  return { name: link.name, email: link.email, role: roleOf(link.role), resets: link.userId !== null };
}
