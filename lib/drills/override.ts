import { readPolicy } from '@/lib/policy/read';
import type { Retry } from '@/lib/policy/schema';
import { SKELETON_RETRY } from '@/lib/policy/skeleton';
import { MINUTE_MS, SECOND_MS } from '@/lib/shared/clock';
import { formatDuration } from '@/lib/shared/duration';
import { isJsonObject, type JsonObject } from '@/lib/shared/json';

/** What is set for one drill; `maxElapsed: null` lifts the limit by time. */
export interface Override {
  readonly maxAttempts?: number;
  readonly maxElapsed?: null;
}

type Intervals = Pick<Retry, 'backoff' | 'initialInterval' | 'maxInterval'>;

/** Those of the general skeleton. */
const FIRST_MS = 5 * SECOND_MS;
const LONGEST_MS = MINUTE_MS;

/**
 * A node's config as it is during one drill: with the number of attempts that the drill needs, the skeleton's intervals
 * where more than one is needed and the node lacks them, and without a limit by time that would keep the second one
 * from coming. Everything else stays as it is written.
 */
export function withOverride(config: JsonObject, { maxAttempts, maxElapsed }: Override): JsonObject {
  if (maxAttempts === undefined && maxElapsed === undefined) return config;
  const { maxElapsed: limit, ...written } = isJsonObject(config.retry) ? config.retry : {};
  const lacking = (maxAttempts ?? 1) > 1 ? intervalsFor(readPolicy({ retry: written }).policy?.retry) : {};
  const { backoff, initialInterval, maxInterval } = lacking;
  return {
    ...config,
    retry: {
      ...(backoff !== undefined && { backoff }),
      ...(initialInterval !== undefined && { initialInterval: formatDuration(initialInterval) }),
      ...(maxInterval !== undefined && { maxInterval: formatDuration(maxInterval) }),
      ...written,
      ...(maxElapsed === undefined && limit !== undefined && { maxElapsed: limit }),
      ...(maxAttempts !== undefined && { maxAttempts }),
    },
  };
}

/** Intervals of the skeleton for whatever a retry lacks of them, so that they agree with what it has. */
export function intervalsFor({ backoff, initialInterval, maxInterval }: Intervals = {}): Intervals {
  return {
    backoff: backoff ?? SKELETON_RETRY.backoff,
    initialInterval: initialInterval ?? Math.min(FIRST_MS, maxInterval ?? FIRST_MS),
    maxInterval: maxInterval ?? Math.max(LONGEST_MS, initialInterval ?? LONGEST_MS),
  };
}
