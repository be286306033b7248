import type { FailureMode } from './scenario';

type Extra = Partial<Pick<FailureMode, 'ms' | 'during'>>;

/** A failure that a further attempt may get past, with the chance that each one does. */
export function passing(
  code: string | null,
  share: number,
  clears: number,
  message: string,
  extra: Extra = {},
): FailureMode {
  return { code, share, clears, message, ...extra };
}

/** A failure that stays, however often it is tried. */
export function lasting(code: string | null, share: number, message: string, extra: Extra = {}): FailureMode {
  return { code, share, clears: 0, message, ...extra };
}

/** libuv: nothing came within 30 s. */
export function timedOut(share: number, clears: number, host: string, extra: Extra = {}): FailureMode {
  return passing('ETIMEDOUT', share, clears, `connect ETIMEDOUT {ip}:443 (${host})`, {
    ms: [29_800, 30_400],
    ...extra,
  });
}

/** libuv: nobody listens. */
export function refused(share: number, clears: number, host: string): FailureMode {
  return passing('ECONNREFUSED', share, clears, `connect ECONNREFUSED {ip}:443 (${host})`, { ms: [3, 40] });
}

/** libuv: the other side hung up. */
export function reset(share: number, clears: number, host: string): FailureMode {
  return passing('ECONNRESET', share, clears, `read ECONNRESET (${host})`);
}

/** HTTP status in the spelling of the HTTP connector. */
export function http(status: number, share: number, clears: number, message: string, extra: Extra = {}): FailureMode {
  return passing(`HTTP_${status}`, share, clears, message, extra);
}

/** Step Functions: the task's own time limit. */
export function stateTimeout(share: number, clears: number, seconds: number): FailureMode {
  const ms = seconds * 1_000;
  const message = `The state timed out after ${seconds} seconds`;
  return passing('States.Timeout', share, clears, message, { ms: [ms, ms + 400] });
}

/** Step Functions: HTTP status of an `http:invoke` task. */
export function stateHttp(status: number, share: number, clears: number, message: string): FailureMode {
  return passing(`States.Http.StatusCode.${status}`, share, clears, message);
}

/** PostgreSQL: waited too long for a lock. */
export function lockTimeout(share: number, clears: number, relation: string): FailureMode {
  const message = `canceling statement due to lock timeout: while updating tuple ({n},12) in relation "${relation}"`;
  return passing('55P03', share, clears, message, { ms: [3_000, 3_080] });
}

/** PostgreSQL: deadlock. */
export function deadlock(share: number, clears: number): FailureMode {
  const message = 'deadlock detected: process {n} waits for ShareLock on transaction {id}; blocked by process {n}';
  return passing('40P01', share, clears, message, { ms: [1_000, 1_300] });
}

/** PostgreSQL: a unique key is there already. */
export function duplicateKey(share: number, constraint: string): FailureMode {
  return lasting(
    '23505',
    share,
    `duplicate key value violates unique constraint "${constraint}": Key (ref)=({id}) already exists.`,
  );
}
