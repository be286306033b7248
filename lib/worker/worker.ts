import { setTimeout as sleep } from 'node:timers/promises';
import { closeMailTransport } from '@/lib/alerts/channels/mail-transport';
import { senderOf } from '@/lib/alerts/channels/registry';
import type { Delivering, WorkerLog } from '@/lib/alerts/deliver';
import type { Db } from '@/lib/db/client';
import { requestingPlatform } from '@/lib/drills/platform-request';
import { publicAddress, readEnvironment } from '@/lib/env';
import { type Job, type Queue, startQueue } from '@/lib/queue/queue';
import { currentKeyring } from '@/lib/secrets/keyring-store';
import { SECOND_MS, systemClock } from '@/lib/shared/clock';
import { type Bell, newBell } from './bell';
import { type Drilling, drill } from './drill';
import { followAll } from './follow';
import { judgeAll } from './judge';
import { measureAll } from './measure';
import { pause, repeat } from './repeat';
import { rollAll } from './rollup';
import { sendDue } from './send';
import { readDue, sourceShop } from './sources';

export interface WorkerOptions extends Partial<Omit<Delivering, 'db' | 'log'>> {
  readonly db: Db;
  /** The same database, for the queue's own connections. */
  readonly url: string;
  readonly log: WorkerLog;
  readonly drills?: Partial<Pick<Drilling, 'platform' | 'times' | 'most'>>;
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
/** The same for rollups, which pages wait for as long as a history is counted for the first time. */
const ROLL_REST = 0.5;
/** Measuring thresholds: nobody waits for it, and it reads the failures of a whole window. */
const MEASURE_REST = 3;
const MEASURE_LOOK_MS = 5 * SECOND_MS;
const STOP_MS = 10 * SECOND_MS;

/** What the loops of one worker share. */
interface Shop {
  readonly options: WorkerOptions;
  readonly stopping: AbortSignal;
  readonly bells: Readonly<Record<Job, Bell>>;
  /** Sends that are under way. */
  readonly sends: Set<Promise<void>>;
  /** Turns of sources that are under way. */
  readonly readings: Set<Promise<void>>;
  /** Rounds of following that are under way. */
  readonly following: Set<Promise<unknown>>;
}

/**
 * Reads sources, follows failed steps, delivers what is due and does drills until it is stopped; any number may run beside each other. Returns
 * at once: a database that is not there, or goes away, is waited for.
 */
export function startWorker(options: WorkerOptions): Worker {
  const end = new AbortController();
  const bells = { follow: newBell(), deliver: newBell(), drill: newBell(), read: newBell() };
  const shop: Shop = {
    options,
    stopping: end.signal,
    bells,
    sends: new Set(),
    readings: new Set(),
    following: new Set(),
  };
  const loops = Promise.all([
    follow(shop),
    deliver(shop),
    judge(shop),
    roll(shop),
    measure(shop),
    prove(shop),
    read(shop),
    listen(shop),
  ]);
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    end.abort();
    for (const bell of Object.values(bells)) bell.ring();
    const ended = loops.then(() => Promise.all([...shop.sends, ...shop.readings]));
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

/** Keeps the figures of the history; what has just come is read beside them, so nobody waits for it. */
async function roll({ options: { db, now = systemClock, log }, stopping }: Shop): Promise<void> {
  const bell = newBell();
  stopping.addEventListener('abort', () => bell.ring(), { once: true });
  const rest = (tookMs: number) => pause(tookMs * ROLL_REST, stopping);
  await repeat({ name: 'rolling up', log, stopping, bell, pauseMs: LOOK_MS }, async () => {
    await rollAll({ db, now, signal: stopping, pause: rest });
  });
}

/** Holds thresholds against the history once a day, after a change of a config, or when somebody asks for it. */
async function measure({ options: { db, now = systemClock, log }, stopping, following }: Shop): Promise<void> {
  const bell = newBell();
  stopping.addEventListener('abort', () => bell.ring(), { once: true });
  const rest = async (tookMs: number) => {
    await pause(tookMs * MEASURE_REST, stopping);
    await Promise.allSettled(following);
  };
  await repeat({ name: 'measuring thresholds', log, stopping, bell, pauseMs: MEASURE_LOOK_MS }, async () => {
    await measureAll({ db, now, signal: stopping, pause: rest });
  });
}

function deliveringOf(options: WorkerOptions): Delivering {
  return {
    now: systemClock,
    random: Math.random,
    senderOf,
    keyring: currentKeyring,
    publicUrl: publicAddress(readEnvironment()),
    ...options,
  };
}

function deliver({ options, stopping, bells, sends }: Shop): Promise<void> {
  const delivering = deliveringOf(options);
  const { log } = options;
  return repeat({ name: 'delivering', log, stopping, bell: bells.deliver, pauseMs: LOOK_MS }, () =>
    sendDue({ delivering, stopping, bell: bells.deliver, sends }),
  );
}

function prove({ options, stopping, bells }: Shop): Promise<void> {
  const { db, url, log, drills } = options;
  return drill({
    db,
    url,
    log,
    stopping,
    bell: bells.drill,
    delivering: deliveringOf(options),
    platform: requestingPlatform({ db, keyring: currentKeyring }),
    ...drills,
  });
}

/** Reads connected sources: what is due, as many at once as they are independent of each other. */
function read({ options: { db, now = systemClock, log, keyring }, stopping, bells, readings }: Shop): Promise<void> {
  const shop = sourceShop({
    ...{ db, now, log, stopping, onSteps: () => bells.follow.ring() },
    keyring: keyring ?? currentKeyring,
  });
  return repeat({ name: 'reading sources', log, stopping, bell: bells.read, pauseMs: LOOK_MS }, () =>
    readDue(shop, readings, bells.read),
  );
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
