import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkerLog } from '@/lib/alerts/deliver';
import type { Db } from '@/lib/db/client';
import { BEAT_MS } from '@/lib/operations/presence';
import { beat, leave, type OwnProcess, sweepProcesses } from '@/lib/operations/process-store';
import { SECOND_MS } from '@/lib/shared/clock';
import { newBell } from './bell';
import { repeat } from './repeat';

export interface Heartbeat {
  /** From now on it says that the process is stopping, and leads no more. */
  stopping(): void;
  /** Ends, and takes the process off the list; for two seconds at most, since the database may be what is gone. */
  end(): Promise<void>;
}

const SWEEP_MS = 30 * SECOND_MS;
const LEAVE_MS = 2 * SECOND_MS;

/** Says every few seconds that the process is there; whoever leads looks after those that are gone. */
export function startHeartbeat(db: Db, own: OwnProcess, log: WorkerLog): Heartbeat {
  const over = new AbortController();
  const bell = newBell();
  let stopping = false;
  let sweepAt = 0;
  const loop = repeat({ name: 'the heartbeat', log, stopping: over.signal, bell, pauseMs: BEAT_MS }, async () => {
    const leads = await beat(db, own, stopping);
    if (!leads || performance.now() < sweepAt) return;
    await sweepProcesses(db, own.id);
    sweepAt = performance.now() + SWEEP_MS;
  });
  const end = async () => {
    over.abort();
    bell.ring();
    // A beat that is under way would write its row again.
    await loop;
    await leave(db, own.id);
  };
  return {
    stopping: () => {
      stopping = true;
      bell.ring();
    },
    end: () =>
      Promise.race([end(), sleep(LEAVE_MS, undefined, { ref: false })]).catch(() => {
        // Its row says so by itself within some seconds.
      }),
  };
}
