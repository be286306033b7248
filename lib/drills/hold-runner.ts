import { setTimeout as sleep } from 'node:timers/promises';
import { type Proving, timesOf } from './proving-context';
import { type HeldRun, pulseOf, renewLease } from './run-store';

/** `stop`: somebody asked for it; `lost`: another worker has the run; `leaving`: this worker is to stop. */
export type Interruption = 'stop' | 'lost' | 'leaving';

/** Why a run is not gone on with here. */
export class Interrupted extends Error {
  constructor(readonly why: Interruption) {
    super(`the run is interrupted: ${why}`);
  }
}

export interface Hold {
  /** Aborted with an `Interrupted` when the run is not to be gone on with. */
  readonly signal: AbortSignal;
  end(): Promise<void>;
}

/** A lease is renewed after this part of it. */
const RENEW_AFTER = 1 / 3;

/**
 * Keeps a run held as long as this process lives, and looks whether it is to stop. While the database is away nothing
 * can be said: until the lease is over, this worker has the run.
 */
export function holdRun(proving: Proving, run: HeldRun): Hold {
  const { db, now, stopping } = proving;
  const { leaseMs, pulseMs } = timesOf(proving);
  const interrupt = new AbortController();
  const end = new AbortController();
  const leave = () => interrupt.abort(new Interrupted('leaving'));
  if (stopping.aborted) leave();
  else stopping.addEventListener('abort', leave, { once: true });
  let renewedAt = now().getTime();
  const beat = async () => {
    const at = now();
    try {
      const renew = at.getTime() - renewedAt >= leaseMs * RENEW_AFTER;
      const pulse = renew ? await renewLease({ db, now: at, leaseMs }, run) : await pulseOf(db, run);
      if (renew && pulse !== 'lost') renewedAt = at.getTime();
      if (pulse === 'stop_asked') interrupt.abort(new Interrupted('stop'));
      if (pulse === 'lost') interrupt.abort(new Interrupted('lost'));
    } catch {
      if (now().getTime() - renewedAt >= leaseMs) interrupt.abort(new Interrupted('lost'));
    }
  };
  const loop = (async () => {
    while (!end.signal.aborted) {
      await sleep(pulseMs, undefined, { signal: end.signal }).catch(() => undefined);
      if (!end.signal.aborted) await beat();
    }
  })();
  return {
    signal: interrupt.signal,
    end: () => {
      stopping.removeEventListener('abort', leave);
      end.abort();
      return loop;
    },
  };
}

/** Waits so long; throws what the signal is aborted with. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await sleep(ms, undefined, { signal }).catch(() => undefined);
  signal.throwIfAborted();
}
