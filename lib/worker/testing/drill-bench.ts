import { setMaxListeners } from 'node:events';
import { inspect } from 'node:util';
import { senderOf } from '@/lib/alerts/channels/registry';
import type { Delivering } from '@/lib/alerts/deliver';
import { testKeyring } from '@/lib/alerts/testing/outbox';
import type { Db } from '@/lib/db/client';
import type { Platform, Proving } from '@/lib/drills/proving-context';
import { claimDrills, runClaimed } from '@/lib/drills/runner';
import { startSandbox } from '@/lib/drills/sandbox';
import { CHANNEL_MODES } from '@/lib/drills/vocabulary';
import { err, ok } from '@/lib/shared/result';
import { newBell } from '../bell';
import { followTrial, settleTrial } from '../drill-follow';
import { drillDelivering } from '../drill-send';
import { sendDue } from '../send';

export interface Bench {
  readonly proving: Proving;
  /** What went wrong, as the log of a worker has it. */
  readonly said: readonly string[];
  /** Does all runs that wait, several at once; those with parts of their own with these in place of the right ones. */
  runAll(parts?: (runId: string) => Partial<Proving>): Promise<void>;
  close(): Promise<void>;
}

const NOWHERE: Platform = {
  start: () => Promise.resolve(err({ reason: 'no_platform' })),
  restore: () => Promise.resolve(ok(null)),
};

/** All that a worker does drills with, without its loops. */
export async function openBench(
  { db, drillDb, url }: { readonly db: Db; readonly drillDb: Db; readonly url: string },
  { delivering: given, most = 8 }: { readonly delivering?: Partial<Delivering>; readonly most?: number } = {},
): Promise<Bench> {
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  const said: string[] = [];
  const log = {
    warn: (_: object, message: string) => said.push(message),
    error: (event: object, message: string) => said.push(`${message} ${inspect(event)}`),
  };
  const now = () => new Date();
  const delivering: Delivering = {
    ...{ db, now, random: Math.random, senderOf, keyring: testKeyring, log, publicUrl: 'https://failpath.example' },
    ...given,
  };
  const sandbox = await startSandbox({ url });
  const outbox = newBell();
  const sends = new Set<Promise<void>>();
  const modes = CHANNEL_MODES.map((mode) => drillDelivering(delivering, drillDb, mode));
  const sending = (async () => {
    while (!stopping.signal.aborted) {
      for (const each of modes) await sendDue({ delivering: each, stopping: stopping.signal, bell: outbox, sends });
      await outbox.wait(60_000);
    }
  })();
  const proving: Proving = {
    ...{ db, drillDb, sandbox, now, random: Math.random, log, platform: NOWHERE, stopping: stopping.signal },
    follow: (trialId, at) => followTrial(drillDb, trialId, { now: at, real: now }),
    settleOverdue: (trialId, at) => settleTrial(drillDb, trialId, { now: at, real: now }),
    deliver: () => outbox.ring(),
    times: { longestWaitMs: 100, pulseMs: 200 },
  };
  return {
    proving,
    said,
    runAll: async (parts = () => ({})) => {
      const lane = async () => {
        for (let run = await claimDrills(proving); run !== null; run = await claimDrills(proving))
          await runClaimed({ ...proving, ...parts(run.id) }, run);
      };
      await Promise.all(Array.from({ length: most }, lane));
    },
    close: async () => {
      stopping.abort();
      outbox.ring();
      await sending;
      await Promise.all(sends);
      await sandbox.close();
    },
  };
}
