import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessKind } from '@/lib/operations/presence';
import packageJson from '@/package.json';
import { startHeartbeat } from './heartbeat';
import { markStopping } from './stopping';
import { startWorker, type WorkerOptions } from './worker';

export interface ProcessOptions extends WorkerOptions {
  readonly kind: ProcessKind;
  /** With a worker in it. */
  readonly works: boolean;
}

export interface RunningProcess {
  /**
   * Begins nothing new, lets end what runs, and takes the process off the list of those that run; not before so many
   * ms have passed, during which a web process still answers.
   */
  stop(drainMs?: number): Promise<void>;
}

/** What every process of Failpath does beside its own: it says that it is there and, if it is to, works. */
export function startProcess({ kind, works, ...options }: ProcessOptions): RunningProcess {
  const { db, log } = options;
  const own = { id: randomUUID(), kind, works, host: hostname(), pid: process.pid, version: packageJson.version };
  const heartbeat = startHeartbeat(db, own, log);
  const worker = works ? startWorker(options) : undefined;
  let stopped: Promise<void> | undefined;
  const stop = async (drainMs: number) => {
    markStopping();
    heartbeat.stopping();
    await Promise.all([worker?.stop(), sleep(drainMs)]);
    await heartbeat.end();
  };
  return {
    stop: (drainMs = 0) => {
      stopped ??= stop(drainMs);
      return stopped;
    },
  };
}
