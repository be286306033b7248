import { getDb } from '@/lib/db/client';
import { readEnvironment } from '@/lib/env';
import { createLog } from './log';
import { startWorker, type Worker } from './worker';

declare global {
  var failpathWorker: Worker | undefined;
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Starts the worker of the web process, once; what is wrong with it is logged, and never keeps the web from starting. */
export function startWorkerHere(): void {
  const log = createLog('failpath-worker');
  try {
    const { FAILPATH_WORKER: wish, DATABASE_URL: url } = readEnvironment();
    if (wish === '0' || url === undefined || globalThis.failpathWorker !== undefined) return;
    const worker = startWorker({ db: getDb(), url, log });
    globalThis.failpathWorker = worker;
    stopBefore(worker);
  } catch (error) {
    log.error({ err: error }, 'the worker does not start');
  }
}

/** The web server ends the process when it is asked to: before that, what is being sent ends. */
function stopBefore(worker: Worker): void {
  for (const signal of SIGNALS) {
    const others = process.listeners(signal);
    process.removeAllListeners(signal);
    process.on(signal, () => {
      void worker.stop().then(() => {
        for (const other of others) other(signal);
      });
    });
  }
}
