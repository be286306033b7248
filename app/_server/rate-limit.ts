import 'server-only';
import { RateLimiterPrisma, RateLimiterRes } from 'rate-limiter-flexible';
import type { Db } from '@/lib/db/client';
import { dbFailure } from '@/lib/db/errors';
import { log } from './log';

/** Requests that a token, a person or an address may make in a window; counted over all web processes. */
export const RATE = { name: 'api', requests: 600, seconds: 60 } as const;

/** How a request stands against the limit. */
export interface RateState {
  readonly allowed: boolean;
  /** As the IETF's draft on rate limit fields has them, and `Retry-After` when it is refused. */
  readonly headers: Readonly<Record<string, string>>;
}

const limiters = new WeakMap<Db, RateLimiterPrisma>();

/**
 * Counts one request of `key` in the database. It lets everything pass only while the database is away, where
 * there is nothing to protect and every operation says so itself.
 */
export async function countRequest(db: Db, key: string): Promise<RateState> {
  try {
    return stateOf(await limiterOf(db).consume(key), true);
  } catch (error) {
    if (error instanceof RateLimiterRes) return stateOf(error, false);
    if (dbFailure(error)?.kind !== 'connection_lost') throw error;
    log.warn(error, 'requests are not counted: the database does not answer');
    return { allowed: true, headers: {} };
  }
}

function limiterOf(db: Db): RateLimiterPrisma {
  const limiter =
    limiters.get(db) ??
    new RateLimiterPrisma({
      storeClient: db,
      tableName: 'rateLimiterFlexible',
      keyPrefix: RATE.name,
      points: RATE.requests,
      duration: RATE.seconds,
    });
  limiters.set(db, limiter);
  return limiter;
}

function stateOf({ remainingPoints, msBeforeNext }: RateLimiterRes, allowed: boolean): RateState {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1_000));
  return {
    allowed,
    headers: {
      'RateLimit-Policy': `"${RATE.name}";q=${RATE.requests};w=${RATE.seconds}`,
      RateLimit: `"${RATE.name}";r=${remainingPoints};t=${seconds}`,
      ...(!allowed && { 'Retry-After': String(seconds) }),
    },
  };
}
