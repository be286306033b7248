import { type Auth, actorOf } from '@/lib/accounts/auth';
import { type Ctx, demand, type Origin } from '@/lib/accounts/context';
import type { SignInInput } from '@/lib/accounts/schema';
import { record } from '@/lib/audit/record';
import type { Db } from '@/lib/db/client';
import { DAY_MS } from '@/lib/shared/clock';
import { err, ok, type Result } from '@/lib/shared/result';
import { forgiveAttempts, returnAttempt, type TooManyAttempts, takeAttempt } from './attempt-store';

export type SignInRefusal =
  /** Unknown address, wrong password, or an account that is switched off: which, is nobody's business. */
  { readonly reason: 'wrong_credentials' } | TooManyAttempts;

export interface SignInCtx {
  readonly db: Db;
  readonly auth: Auth;
  readonly now: Date;
  readonly from: Origin;
  /** Of the request; the answer's cookie is set through the library's plugin. */
  readonly headers: Headers;
}

/**
 * Signs a browser in. Attempts are counted before the password is looked at; a success clears those of its
 * address and place. Where attempts on an address come from everywhere, who signs in from a known place is let try:
 * nobody can keep a person out by guessing.
 */
export async function signIn(ctx: SignInCtx, { email, password }: SignInInput): Promise<Result<null, SignInRefusal>> {
  const { db } = ctx;
  const ip = ctx.from.ip ?? 'unknown';
  const pair = `${email} ${ip}`;
  // The narrowest first: who waits there takes nothing from what the address has for other places.
  const waits = (await takeAttempt(db, 'pair', pair)) ?? (await takeAttempt(db, 'ip', ip));
  if (waits) return err(waits);
  const person = await db.user.findUnique({ where: { email }, select: { id: true, disabledAt: true } });
  const tired = await takeAttempt(db, 'email', email);
  if (tired && !(person && (await isKnownPlace(ctx, person.id)))) return err(tired);
  // The password is checked for unknown addresses too: the time that it takes tells nothing.
  const session = await ctx.auth.api
    .signInEmail({ body: { email: person?.disabledAt ? `disabled:${email}` : email, password }, headers: ctx.headers })
    .catch(() => null);
  if (!session || !person) return err({ reason: 'wrong_credentials' });
  await Promise.all([
    forgiveAttempts(db, 'pair', pair),
    returnAttempt(db, 'email', email),
    returnAttempt(db, 'ip', ip),
  ]);
  const actor = await actorOf(db, person.id);
  if (actor)
    await db.$transaction((tx) =>
      record({ ...ctx, actor }, tx, {
        action: 'sign_in',
        subject: { kind: 'person', id: actor.id, name: actor.name },
      }),
    );
  return ok(null);
}

/** Ends the session that somebody came with. That their browser forgets its cookie is the caller's part. */
export async function signOut(
  ctx: Ctx & { readonly sessionId: string },
): Promise<Result<null, { readonly reason: 'not_found' }>> {
  demand(ctx, 'profile.edit');
  const { id, name } = ctx.actor;
  return ctx.db.$transaction(async (db) => {
    const { count } = await db.session.deleteMany({ where: { id: ctx.sessionId, userId: id } });
    if (count === 0) return err({ reason: 'not_found' });
    await record(ctx, db, { action: 'sign_out', subject: { kind: 'person', id, name } });
    return ok(null);
  });
}

const KNOWN_FOR_MS = 90 * DAY_MS;

/** True when the person has signed in from this address lately. */
async function isKnownPlace({ db, now, from: { ip } }: SignInCtx, actorId: string): Promise<boolean> {
  if (ip === null) return false;
  const at = { gt: new Date(now.getTime() - KNOWN_FOR_MS) };
  return (
    (await db.auditEntry.findFirst({ where: { actorId, at, action: 'sign_in', ip }, select: { id: true } })) !== null
  );
}
