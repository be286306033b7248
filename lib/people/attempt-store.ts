import { RateLimiterPrisma, RateLimiterRes } from 'rate-limiter-flexible';
import type { Db } from '@/lib/db/client';

/**
 * Failed attempts in a quarter of an hour: to sign in, per address and place, per address, and per place; and to
 * say the password that is to be changed, per session.
 */
const LIMITS = { pair: 5, email: 20, ip: 100, password: 5 } as const;
export type Limit = keyof typeof LIMITS;
const WINDOW_SECONDS = 15 * 60;

export interface TooManyAttempts {
  readonly reason: 'too_many_attempts';
  readonly retryAfterSeconds: number;
}

/** Counts an attempt in the database, so over all web processes; what refuses it, or null. */
export async function takeAttempt(db: Db, limit: Limit, key: string): Promise<TooManyAttempts | null> {
  try {
    await limiter(db, limit).consume(key);
    return null;
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return { reason: 'too_many_attempts', retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) };
  }
}

/** An attempt that was right is none. */
export async function returnAttempt(db: Db, limit: Limit, key: string): Promise<void> {
  await limiter(db, limit).reward(key, 1);
}

/** Forgets all attempts under this key. */
export async function forgiveAttempts(db: Db, limit: Limit, key: string): Promise<void> {
  await limiter(db, limit).delete(key);
}

const limiters = new WeakMap<Db, Record<Limit, RateLimiterPrisma>>();

function limiter(db: Db, limit: Limit): RateLimiterPrisma {
  const made = limiters.get(db) ?? {
    pair: makeLimiter(db, 'pair'),
    email: makeLimiter(db, 'email'),
    ip: makeLimiter(db, 'ip'),
    password: makeLimiter(db, 'password'),
  };
  limiters.set(db, made);
  return made[limit];
}

function makeLimiter(db: Db, limit: Limit): RateLimiterPrisma {
  return new RateLimiterPrisma({
    storeClient: db,
    tableName: 'rateLimiterFlexible',
    keyPrefix: `sign-in-${limit}`,
    points: LIMITS[limit],
    duration: WINDOW_SECONDS,
  });
}
