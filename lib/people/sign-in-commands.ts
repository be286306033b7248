import { RateLimiterPrisma, RateLimiterRes } from 'rate-limiter-flexible';
import { type Auth, actorOf } from '@/lib/accounts/auth';
import { type Ctx, demand, type Origin } from '@/lib/accounts/context';
import type { SignInInput } from '@/lib/accounts/schema';
import { record } from '@/lib/audit/record';
import type { Db } from '@/lib/db/client';
import { err, ok, type Result } from '@/lib/shared/result';

export type SignInRefusal =
  /** Unknown address, wrong password, or an account that is switched off: which, is nobody's business. */
  | { readonly reason: 'wrong_credentials' }
  | { readonly reason: 'too_many_attempts'; readonly retryAfterSeconds: number };

export interface SignInCtx {
  readonly db: Db;
  readonly auth: Auth;
  readonly now: Date;
  readonly from: Origin;
  /** Of the request; the answer's cookie is set through the library's plugin. */
  readonly headers: Headers;
}

/** Failed attempts per address and place, per address, and per place, in a quarter of an hour. */
const LIMITS = { pair: 5, email: 20, ip: 100 } as const;
const WINDOW_SECONDS = 15 * 60;
type Limit = keyof typeof LIMITS;

/**
 * Signs a browser in. Attempts are counted in the database, so over all web processes, before the password is
 * looked at; a success clears those of its address and place.
 */
export async function signIn(ctx: SignInCtx, { email, password }: SignInInput): Promise<Result<null, SignInRefusal>> {
  const ip = ctx.from.ip ?? 'unknown';
  const keys: Record<Limit, string> = { pair: `${email} ${ip}`, email, ip };
  // The narrowest first: who waits there takes nothing from what the address has for other places.
  for (const name of LIMIT_NAMES) {
    const retryAfterSeconds = await takeOne(ctx.db, name, keys[name]);
    if (retryAfterSeconds > 0) return err({ reason: 'too_many_attempts', retryAfterSeconds });
  }
  const person = await ctx.db.user.findUnique({ where: { email }, select: { id: true, disabledAt: true } });
  // The password is checked for unknown addresses too: the time that it takes tells nothing.
  const session = await ctx.auth.api
    .signInEmail({ body: { email: person?.disabledAt ? `disabled:${email}` : email, password }, headers: ctx.headers })
    .catch(() => null);
  if (!session || !person) return err({ reason: 'wrong_credentials' });
  await Promise.all([
    limiter(ctx.db, 'pair').delete(keys.pair),
    ...(['email', 'ip'] as const).map((name) => limiter(ctx.db, name).reward(keys[name], 1)),
  ]);
  const actor = await actorOf(ctx.db, person.id);
  if (actor)
    await ctx.db.$transaction((db) =>
      record({ ...ctx, actor }, db, {
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

const LIMIT_NAMES: readonly Limit[] = ['pair', 'email', 'ip'];

const limiters = new WeakMap<Db, Record<Limit, RateLimiterPrisma>>();

function limiter(db: Db, name: Limit): RateLimiterPrisma {
  const made = limiters.get(db) ?? {
    pair: makeLimiter(db, 'pair'),
    email: makeLimiter(db, 'email'),
    ip: makeLimiter(db, 'ip'),
  };
  limiters.set(db, made);
  return made[name];
}

function makeLimiter(db: Db, name: Limit): RateLimiterPrisma {
  return new RateLimiterPrisma({
    storeClient: db,
    tableName: 'rateLimiterFlexible',
    keyPrefix: `sign-in-${name}`,
    points: LIMITS[name],
    duration: WINDOW_SECONDS,
  });
}

/** Seconds to wait; 0 = go on. */
async function takeOne(db: Db, name: Limit, key: string): Promise<number> {
  try {
    await limiter(db, name).consume(key);
    return 0;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    throw refusal;
  }
}
