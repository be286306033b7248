import { setMaxListeners } from 'node:events';
import type { Delivering, WorkerLog } from '@/lib/alerts/deliver';
import { createDrillDb, type Db } from '@/lib/db/client';
import type { Platform, Times } from '@/lib/drills/proving-context';
import { claimDrills, runClaimed } from '@/lib/drills/runner';
import { type Sandbox, startSandbox } from '@/lib/drills/sandbox';
import { CHANNEL_MODES, RUNNERS } from '@/lib/drills/vocabulary';
import { SECOND_MS } from '@/lib/shared/clock';
import { type Bell, newBell } from './bell';
import { followTrial, settleTrial } from './drill-follow';
import { drillDelivering } from './drill-send';
import { repeat } from './repeat';
import { sendDue } from './send';

export interface Drilling {
  readonly db: Db;
  /** The same database, for connections as drills see it, and for those of the sandbox. */
  readonly url: string;
  readonly log: WorkerLog;
  readonly stopping: AbortSignal;
  /** Rung when drills were asked for. */
  readonly bell: Bell;
  readonly delivering: Delivering;
  readonly platform: Platform;
  readonly times?: Partial<Times>;
  /** Built-in runs under way at once. */
  readonly most?: number;
}

const LOOK_MS = SECOND_MS;
/** Whoever waits for a message rings; this is only for what nobody waits for any more. */
const SEND_LOOK_MS = 30 * SECOND_MS;
const MOST_RUNS = 8;
/** Those that wait for a platform or a person do so for an hour, and take no more than a look now and then. */
const MOST_WAITING = 200;

/**
 * Does the drills that were asked for, several at once, until it is to stop; any number of workers may share them. A
 * run that is under way then is left to another worker at once.
 */
export async function drill(drilling: Drilling): Promise<void> {
  const { db, url, log, stopping, bell, delivering, platform, times, most = MOST_RUNS } = drilling;
  const { now, random } = delivering;
  const drillDb = createDrillDb(url);
  const outbox = newBell();
  // Each run under way listens whether it is to stop.
  setMaxListeners(0, stopping);
  stopping.addEventListener('abort', () => outbox.ring(), { once: true });
  const sends = new Set<Promise<void>>();
  const runs = { busy: new Set<Promise<void>>(), waiting: new Set<Promise<void>>() };
  let sandbox: Promise<Sandbox> | undefined;
  const clocks = (at: Date) => ({ now: at, real: now });
  const proving = (built: Sandbox) => ({
    ...{ db, drillDb, sandbox: built, now, random, log, platform, stopping, ...(times && { times }) },
    follow: (trialId: string, at: Date) => followTrial(drillDb, trialId, clocks(at)),
    settleOverdue: (trialId: string, at: Date) => settleTrial(drillDb, trialId, clocks(at)),
    deliver: () => outbox.ring(),
  });
  const running = repeat({ name: 'drilling', log, stopping, bell, pauseMs: LOOK_MS }, async () => {
    while (!stopping.aborted) {
      const runners = RUNNERS.filter((runner) =>
        runner === 'builtin' ? runs.busy.size < most : runs.waiting.size < MOST_WAITING,
      );
      const claimed = await claimDrills({ db, now, ...(times && { times }) }, runners);
      if (claimed === null) return;
      const among = claimed.runner === 'builtin' ? runs.busy : runs.waiting;
      // One that cannot be opened is tried again with the next run.
      sandbox ??= startSandbox({ url }).catch((error: unknown) => {
        sandbox = undefined;
        throw error;
      });
      const run: Promise<void> = sandbox
        .then((built) => runClaimed(proving(built), claimed))
        .catch((error: unknown) => log.error({ err: error, run: claimed.id }, 'a run of drills is left to others'))
        .finally(() => {
          among.delete(run);
          bell.ring();
        });
      among.add(run);
    }
  });
  const modes = CHANNEL_MODES.map((mode) => drillDelivering(delivering, drillDb, mode));
  const sending = repeat(
    { name: 'delivering drills', log, stopping, bell: outbox, pauseMs: SEND_LOOK_MS },
    async () => {
      for (const each of modes) await sendDue({ delivering: each, stopping, bell: outbox, sends });
    },
  );
  await Promise.all([running, sending]);
  await Promise.all([...runs.busy, ...runs.waiting, ...sends]);
  await (await sandbox)?.close();
  await drillDb.$disconnect();
}
