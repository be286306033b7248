import { setTimeout as sleep } from 'node:timers/promises';
import { closeMailTransport } from '@/lib/alerts/channels/mail-transport';
import { senderOf } from '@/lib/alerts/channels/registry';
import { claimDelivery, type Delivering, sendClaimed, type WorkerLog } from '@/lib/alerts/deliver';
import type { Db } from '@/lib/db/client';
import { dbFailure } from '@/lib/db/errors';
import { publicAddress, readEnvironment } from '@/lib/env';
import { type Job, type Queue, startQueue } from '@/lib/queue/queue';
import { currentKeyring } from '@/lib/secrets/keyring-store';
import { SECOND_MS, systemClock } from '@/lib/shared/clock';
import { type Bell, newBell } from './bell';
import { followAll } from './follow';
import { judgeAll } from './judge';

export interface WorkerOptions extends Partial<Omit<Delivering, 'db' | 'log'>> {
  readonly db: Db;
  /** The same database, for the queue's own connections. */
  readonly url: string;
  readonly log: WorkerLog;
}

export interface Worker {
  /** Begins nothing new and lets what is being sent end, for ten seconds at most. */
  stop(): Promise<void>;
}

/** The tables are looked at that often, whether somebody has woken the worker or not. */
const LOOK_MS = SECOND_MS;
const QUEUE_LOOK_MS = 250;
/** Judging rests that many times as long as a batch took: what else the process and the database do comes first. */
const JUDGE_REST = 3;
/** Sends under way at once. */
const MOST_SENDS = 16;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10 * SECOND_MS;
const STOP_MS = 10 * SECOND_MS;

/** What the loops of one worker share. */
interface Shop {
  readonly options: WorkerOptions;
  readonly stopping: AbortSignal;
  readonly bells: Readonly<Record<Job, Bell>>;
  /** Sends that are under way. */
  readonly sends: Set<Promise<void>>;
  /** Rounds of following that are under way. */
  readonly following: Set<Promise<unknown>>;
}

/**
 * Follows failed steps and delivers what is due until it is stopped; any number may run beside each other. Returns
 * at once: a database that is not there, or goes away, is waited for.
 */
export function startWorker(options: WorkerOptions): Worker {
  const end = new AbortController();
  const bells = { follow: newBell(), deliver: newBell(), drill: newBell() };
  const shop: Shop = { options, stopping: end.signal, bells, sends: new Set(), following: new Set() };
  const loops = Promise.all([follow(shop), deliver(shop), judge(shop), listen(shop)]);
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    end.abort();
    for (const bell of Object.values(bells)) bell.ring();
    const ended = loops.then(() => Promise.all(shop.sends));
    await Promise.race([ended, sleep(STOP_MS, undefined, { ref: false })]);
    closeMailTransport();
  };
  return {
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

function follow({ options: { db, now = systemClock, log }, stopping, bells, following }: Shop): Promise<void> {
  return repeat({ name: 'following', log, stopping, bell: bells.follow, pauseMs: LOOK_MS }, async () => {
    const round = followAll({ db, now: now(), signal: stopping });
    following.add(round);
    const { deliveries } = await round.finally(() => following.delete(round));
    if (deliveries > 0) bells.deliver.ring();
  });
}

/** Holds the history against the policies, behind all else: nobody waits for it, and it sends nothing. */
async function judge({ options: { db, now = systemClock, log }, stopping, following }: Shop): Promise<void> {
  const bell = newBell();
  stopping.addEventListener('abort', () => bell.ring(), { once: true });
  const rest = async (tookMs: number) => {
    await pause(tookMs * JUDGE_REST, stopping);
    await Promise.allSettled(following);
  };
  await repeat({ name: 'judging', log, stopping, bell, pauseMs: LOOK_MS }, async () => {
    await judgeAll({ db, now, signal: stopping, pause: rest });
  });
}

function deliver({ options, stopping, bells, sends }: Shop): Promise<void> {
  const delivering: Delivering = {
    now: systemClock,
    random: Math.random,
    senderOf,
    keyring: currentKeyring,
    publicUrl: publicAddress(readEnvironment()),
    ...options,
  };
  const { log } = options;
  return repeat({ name: 'delivering', log, stopping, bell: bells.deliver, pauseMs: LOOK_MS }, async () => {
    while (!stopping.aborted) {
      if (sends.size >= MOST_SENDS) {
        await Promise.race(sends);
        continue;
      }
      const claim = await claimDelivery(delivering);
      if (claim === null) return;
      const send: Promise<void> = sendClaimed(delivering, claim)
        .catch((error: unknown) => log.error({ err: error, delivery: claim.id }, 'what was sent is not written down'))
        .finally(() => {
          sends.delete(send);
          // It may have made room on its channel, or work for another one.
          bells.deliver.ring();
        });
      sends.add(send);
    }
  });
}

/** Rings for what somebody wakes this worker for. Without the queue, the tables are looked at all the same. */
async function listen({ options: { url, log }, stopping, bells }: Shop): Promise<void> {
  let queue: Queue | undefined;
  const bell = newBell();
  stopping.addEventListener('abort', () => bell.ring(), { once: true });
  await repeat({ name: 'the queue', log, stopping, bell, pauseMs: QUEUE_LOOK_MS }, async () => {
    // What breaks later mends itself with the next look.
    queue ??= await startQueue(url, () => undefined);
    for (const job of await queue.take()) bells[job].ring();
  });
  await queue?.stop().catch(() => undefined);
}

interface Repeating {
  readonly name: string;
  readonly log: WorkerLog;
  readonly stopping: AbortSignal;
  readonly bell: Bell;
  readonly pauseMs: number;
}

/** Again and again until it is to stop, with pauses; longer ones while it fails, of which the log hears once. */
async function repeat({ name, log, stopping, bell, pauseMs }: Repeating, work: () => Promise<void>): Promise<void> {
  let failures = 0;
  while (!stopping.aborted) {
    try {
      await work();
      if (failures > 0) log.warn({ failures }, `${name} works again`);
      failures = 0;
    } catch (error) {
      if (stopping.aborted) return;
      failures++;
      if (failures === 1) tell(log, error, name);
    }
    if (stopping.aborted) return;
    if (failures === 0) await bell.wait(pauseMs);
    else await pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1)), stopping);
  }
}

function tell(log: WorkerLog, error: unknown, name: string): void {
  if (dbFailure(error)?.kind === 'connection_lost') log.warn({}, `${name} waits for the database`);
  else log.error({ err: error }, `${name} fails, and is tried again`);
}

async function pause(ms: number, stopping: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: stopping }).catch(() => undefined);
}
