import { createDb } from '@/lib/db/client';
import { readEnvironment } from '@/lib/env';
import { createLog } from '@/lib/worker/log';
import { type RunningProcess, startProcess } from '@/lib/worker/process';
import { runUntilStopped } from '@/scripts/run-until-stopped';

/** A worker process as `npm run worker` makes it, without what that prepares: the client and the migrations are there. */
let running: RunningProcess | undefined;

await runUntilStopped(
  () => {
    const { DATABASE_URL: url = '' } = readEnvironment();
    running = startProcess({ db: createDb(url), url, log: createLog('worker'), kind: 'worker', works: true });
    return Promise.resolve();
  },
  async () => running?.stop(),
);
