import { randomBytes } from 'node:crypto';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import type { z } from 'zod';
import { roleOf } from '@/lib/accounts/auth';
import { type Ctx, demand, type Origin } from '@/lib/accounts/context';
import type { Actor } from '@/lib/accounts/permissions';
import type {
  InviteInput,
  JoinInput,
  passwordChangeSchema,
  personAccessSchema,
  personIdSchema,
  personRoleSchema,
  sessionIdSchema,
} from '@/lib/accounts/schema';
import { LOCAL_OWNER } from '@/lib/accounts/system-actor';
import { record } from '@/lib/audit/record';
import type { Db, Tx } from '@/lib/db/client';
import { isUniqueViolation } from '@/lib/db/errors';
import { HOUR_MS } from '@/lib/shared/clock';
import { err, ok, type Result } from '@/lib/shared/result';
import { forgiveAttempts, type TooManyAttempts, takeAttempt } from './attempt-store';
import { linkHash, newLinkToken } from './one-time-link';

export type PeopleRefusal =
  | { readonly reason: 'not_found' }
  | { readonly reason: 'email_taken' }
  /** Somebody must be able to let others in. */
  | { readonly reason: 'last_administrator' }
  /** The link was used, has run out, or never was. */
  | { readonly reason: 'link_invalid' }
  | { readonly reason: 'wrong_password' };

/** What stands in the link: shown once, kept as a hash only. */
export interface OneTimeLink {
  readonly token: string;
  readonly expiresAt: Date;
}

const LINK_BYTES = 32;
const LINK_HOURS = 72;
const FIRST_LINK_HOURS = 24;

/** Invites somebody: their account is made when they follow the link. An earlier link for the address ends. */
export async function invitePerson(ctx: Ctx, input: InviteInput): Promise<Result<OneTimeLink, PeopleRefusal>> {
  demand(ctx, 'people.edit');
  const { name, email, role } = input;
  return ctx.db.$transaction(async (db) => {
    if (await db.user.findUnique({ where: { email } })) return err({ reason: 'email_taken' });
    await db.invitation.deleteMany({ where: { email, usedAt: null } });
    const link = await makeLink(ctx, db, { role, email, name, hours: LINK_HOURS });
    await record(ctx, db, {
      action: 'person.invite',
      subject: { kind: 'person', id: email, name },
      after: { email, role },
    });
    return ok(link);
  });
}

/** A link for a new password; what the person is signed in with stays until it is used. */
export async function resetPassword(
  ctx: Ctx,
  { id }: z.infer<typeof personIdSchema>,
): Promise<Result<OneTimeLink, PeopleRefusal>> {
  demand(ctx, 'people.edit');
  return ctx.db.$transaction(async (db) => {
    const person = await db.user.findUnique({ where: { id } });
    if (!person) return err({ reason: 'not_found' });
    await db.invitation.deleteMany({ where: { userId: id, usedAt: null } });
    const { role, email, name } = person;
    const link = await makeLink(ctx, db, { role, email, name, userId: id, hours: LINK_HOURS });
    await record(ctx, db, { action: 'person.reset_password', subject: { kind: 'person', id, name } });
    return ok(link);
  });
}

/** Takes an open invitation back. */
export async function withdrawInvitation(
  ctx: Ctx,
  { id }: z.infer<typeof personIdSchema>,
): Promise<Result<null, PeopleRefusal>> {
  demand(ctx, 'people.edit');
  return ctx.db.$transaction(async (db) => {
    const found = await db.invitation.findFirst({ where: { id, usedAt: null, userId: null } });
    if (!found) return err({ reason: 'not_found' });
    await db.invitation.delete({ where: { id } });
    const name = found.name ?? '';
    await record(ctx, db, { action: 'person.withdraw', subject: { kind: 'person', id: found.email ?? id, name } });
    return ok(null);
  });
}

/** Gives a person another role, at once in every session of theirs. */
export async function setRole(
  ctx: Ctx,
  { id, role }: z.infer<typeof personRoleSchema>,
): Promise<Result<null, PeopleRefusal>> {
  demand(ctx, 'people.edit');
  return changePerson(ctx, id, async (db, before) => {
    if (role !== 'administrator' && (await isLastAdministrator(db, before)))
      return err({ reason: 'last_administrator' });
    await db.user.update({ where: { id }, data: { role, updatedAt: ctx.now } });
    const subject = { kind: 'person', id, name: before.name } as const;
    await record(ctx, db, { action: 'person.role', subject, before: { role: before.role }, after: { role } });
    return ok(null);
  });
}

/** Shuts a person out, ending their sessions, or lets them in again. What they did stays theirs. */
export async function setAccess(
  ctx: Ctx,
  { id, disabled }: z.infer<typeof personAccessSchema>,
): Promise<Result<null, PeopleRefusal>> {
  demand(ctx, 'people.edit');
  return changePerson(ctx, id, async (db, before) => {
    if (disabled && (await isLastAdministrator(db, before))) return err({ reason: 'last_administrator' });
    await db.user.update({ where: { id }, data: { disabledAt: disabled ? ctx.now : null, updatedAt: ctx.now } });
    if (disabled) await db.session.deleteMany({ where: { userId: id } });
    const action = disabled ? 'person.disable' : 'person.enable';
    await record(ctx, db, { action, subject: { kind: 'person', id, name: before.name } });
    return ok(null);
  });
}

/** Ends one of one's own sessions; another person's answers like one that never was. */
export async function endSession(
  ctx: Ctx,
  { id }: z.infer<typeof sessionIdSchema>,
): Promise<Result<null, PeopleRefusal>> {
  demand(ctx, 'profile.edit');
  return ctx.db.$transaction(async (db) => {
    const { count } = await db.session.deleteMany({ where: { id, userId: ctx.actor.id } });
    if (count === 0) return err({ reason: 'not_found' });
    await record(ctx, db, { action: 'session.end', subject: { kind: 'session', id, name: ctx.actor.name } });
    return ok(null);
  });
}

/**
 * Changes one's own password; every other session ends, since whoever knew the old one may hold it. Wrong ones are
 * counted per session: who found an open one must not try passwords there, nor keep the person from changing theirs.
 */
export async function changePassword(
  ctx: Ctx & { readonly sessionId: string },
  { current, next }: z.infer<typeof passwordChangeSchema>,
): Promise<Result<null, PeopleRefusal | TooManyAttempts>> {
  demand(ctx, 'profile.edit');
  const waits = await takeAttempt(ctx.db, 'password', ctx.sessionId);
  if (waits) return err(waits);
  const userId = ctx.actor.id;
  const account = await ctx.db.account.findFirst({ where: { userId, providerId: 'credential' } });
  const right = account?.password && (await verifyPassword({ hash: account.password, password: current }));
  if (!account || !right) return err({ reason: 'wrong_password' });
  await forgiveAttempts(ctx.db, 'password', ctx.sessionId);
  const password = await hashPassword(next);
  return ctx.db.$transaction(async (db) => {
    await db.account.update({ where: { id: account.id }, data: { password, updatedAt: ctx.now } });
    await db.session.deleteMany({ where: { userId, id: { not: ctx.sessionId } } });
    await record(ctx, db, { action: 'password.change', subject: { kind: 'person', id: userId, name: ctx.actor.name } });
    return ok(null);
  });
}

/** Where somebody is who follows a link: nobody is signed in yet, the link says who they are. */
export interface LinkCtx {
  readonly db: Db;
  readonly now: Date;
  readonly from: Origin;
}

/** Makes the account that a link invites to, or sets the new password that it is for. The link works once. */
export async function join(ctx: LinkCtx, input: JoinInput): Promise<Result<{ email: string }, PeopleRefusal>> {
  const password = await hashPassword(input.password);
  try {
    return await ctx.db.$transaction(async (db) => {
      // One after the other where several links were made for the first administrator.
      await db.$queryRaw`select id from invitation where email is null and user_id is null order by id for update`;
      const { count } = await db.invitation.updateMany({
        where: { tokenHash: linkHash(input.token), usedAt: null, expiresAt: { gt: ctx.now } },
        data: { usedAt: ctx.now },
      });
      const link = await db.invitation.findUnique({ where: { tokenHash: linkHash(input.token) } });
      if (count === 0 || !link) return err({ reason: 'link_invalid' });
      if (link.userId !== null) return ok(await newPassword(ctx, db, link.userId, password));
      if (link.email === null && (await db.user.count()) > 0) return err({ reason: 'link_invalid' });
      const email = link.email ?? input.email;
      const { name } = input;
      const user = await db.user.create({ data: { name, email, role: link.role, emailVerified: link.email !== null } });
      await db.account.create({ data: { userId: user.id, accountId: user.id, providerId: 'credential', password } });
      const actor = byLink(user);
      const subject = { kind: 'person', id: user.id, name } as const;
      await record({ ...ctx, actor }, db, { action: 'person.join', subject, after: { email, role: link.role } });
      return ok({ email });
    });
  } catch (error) {
    if (isUniqueViolation(error)) return err({ reason: 'email_taken' });
    throw error;
  }
}

/**
 * The link that lets the first administrator in; null when there are people already. Each call makes a new one
 * and ends the last: whoever reads the newest output of the server holds the only key.
 */
export async function firstAdministratorLink(db: Db, now: Date): Promise<OneTimeLink | null> {
  return db.$transaction(async (tx) => {
    if ((await tx.user.count()) > 0) return null;
    await tx.invitation.deleteMany({ where: { email: null, usedAt: null } });
    return makeLink({ now, actor: LOCAL_OWNER }, tx, { role: 'administrator', hours: FIRST_LINK_HOURS });
  });
}

async function makeLink(
  { now, actor }: Pick<Ctx, 'now' | 'actor'>,
  db: Tx,
  { hours, ...about }: { role: string; hours: number; email?: string; name?: string; userId?: string },
): Promise<OneTimeLink> {
  const { token, hash } = newLinkToken(randomBytes(LINK_BYTES));
  const expiresAt = new Date(now.getTime() + hours * HOUR_MS);
  await db.invitation.create({
    data: { ...about, tokenHash: hash, expiresAt, createdBy: actor.name, createdAt: now },
  });
  return { token, expiresAt };
}

async function newPassword(ctx: LinkCtx, db: Tx, userId: string, password: string): Promise<{ email: string }> {
  const user = await db.user.findUniqueOrThrow({ where: { id: userId } });
  const where = { providerId_accountId: { providerId: 'credential', accountId: userId } };
  await db.account.upsert({
    where,
    create: { userId, accountId: userId, providerId: 'credential', password },
    update: { password, updatedAt: ctx.now },
  });
  await db.session.deleteMany({ where: { userId } });
  const actor = byLink(user);
  const subject = { kind: 'person', id: userId, name: user.name } as const;
  await record({ ...ctx, actor }, db, { action: 'password.change', subject });
  return { email: user.email };
}

/** Whoever follows a link in their browser, as the audit names them: not signed in yet, and themselves all the same. */
function byLink({ id, name, role }: Pick<Person, 'id' | 'name' | 'role'>): Actor {
  return { id, name, role: roleOf(role), groups: [], via: 'session' };
}

interface Person {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly disabledAt: Date | null;
}

/** Under a lock over all administrators: two who demote each other at once must not both succeed. */
function changePerson(
  ctx: Ctx,
  id: string,
  change: (db: Tx, before: Person) => Promise<Result<null, PeopleRefusal>>,
): Promise<Result<null, PeopleRefusal>> {
  return ctx.db.$transaction(async (db) => {
    await db.$queryRaw`select id from user_account where role = 'administrator' order by id for update`;
    const before = await db.user.findUnique({ where: { id } });
    return before ? change(db, before) : err({ reason: 'not_found' });
  });
}

async function isLastAdministrator(db: Tx, { id, role, disabledAt }: Person): Promise<boolean> {
  if (role !== 'administrator' || disabledAt !== null) return false;
  return (await db.user.count({ where: { role: 'administrator', disabledAt: null, id: { not: id } } })) === 0;
}
