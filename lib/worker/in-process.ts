import { getDb } from '@/lib/db/client';
import { readEnvironment } from '@/lib/env';
import { SECOND_MS } from '@/lib/shared/clock';
import { createLog } from './log';
import { type RunningProcess, startProcess } from './process';

declare global {
  var failpathProcess: RunningProcess | undefined;
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Starts what a web process does beside answering, once: its heartbeat, and the worker unless it is to run only by
 * itself. What is wrong with it is logged, and never keeps the web from starting.
 */
export function startBesideWeb(): void {
  const log = createLog('failpath-worker');
  try {
    const { FAILPATH_WORKER: wish, DATABASE_URL: url, FAILPATH_DRAIN_SECONDS: drain } = readEnvironment();
    if (url === undefined || globalThis.failpathProcess !== undefined) return;
    const running = startProcess({ db: getDb(), url, log, kind: 'web', works: wish === '1' });
    globalThis.failpathProcess = running;
    stopBefore(running, drain * SECOND_MS);
  } catch (error) {
    log.error({ err: error }, 'the worker does not start');
  }
}

/**
 * The web server closes its door as soon as it is asked to end. Before that, what is being sent ends; and for the time
 * of draining pages are still answered while `/api/health` says 503, so that nobody is sent to a door that is closed.
 */
function stopBefore(running: RunningProcess, drainMs: number): void {
  let asked = false;
  for (const signal of SIGNALS) {
    const others = process.listeners(signal);
    process.removeAllListeners(signal);
    process.on(signal, () => {
      // A terminal and npm both pass it on: the second one changes nothing.
      if (asked) return;
      asked = true;
      void running.stop(drainMs).then(() => {
        for (const other of others) other(signal);
      });
    });
  }
}
