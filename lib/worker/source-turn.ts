import { dbFailure } from '@/lib/db/errors';
import { forgetSource, forgetSteps } from '@/lib/history/attempt-store';
import { SECOND_MS } from '@/lib/shared/clock';
import {
  giveBack,
  type Hold,
  LeaseLost,
  type Reading,
  readReading,
  release,
  releaseFailed,
  whileHeld,
} from '@/lib/sources/reading-store';
import { pauseAfterFailure } from '@/lib/sources/slice-size';
import { findSource, openPlace } from '@/lib/sources/source-store';
import { statusesOf } from '@/lib/sources/statements';
import { countFirst, follow } from './source-count';
import { readDefinitions } from './source-definitions';
import { recount } from './source-recount';
import { DONE, type SourceShop, type Turn, type TurnEnd } from './source-shop';

interface Failure {
  readonly code: string;
  readonly values: Readonly<Record<string, string>>;
}

/**
 * One turn of a source that was claimed: its definitions, then its attempts, then a recount that is due. What is done is
 * done slice by slice, so that a worker that dies loses nothing and another goes on. Puts the source back with when it
 * is read next. Throws what is no fault of the source; it is put back then too.
 */
export async function readTurn(shop: SourceShop, hold: Hold): Promise<void> {
  try {
    await readHeld(shop, hold);
  } catch (error) {
    if (error instanceof LeaseLost) return;
    // Our own database went away: nobody can be told, and the lease ends by itself.
    if (dbFailure(error)?.kind === 'connection_lost') throw error;
    await fail(shop, hold, { code: 'unknown', values: {} });
    throw error;
  }
}

async function readHeld(shop: SourceShop, hold: Hold): Promise<void> {
  const { db } = shop;
  const [source, reading] = [await findSource(db, hold.sourceId), await readReading(db, hold)];
  if (reading === null) return;
  if (source === null) return forget(shop, hold);
  const place = openPlace(db, shop.keyring(), source);
  if (!place.ok) return fail(shop, hold, { code: 'sealed_unreadable', values: {} });
  const { mapping } = source;
  const endsAt = performance.now() + shop.limits.turnMs;
  const isOver = () => shop.stopping.aborted || performance.now() > endsAt;
  const turn = { shop, hold, mapping, place: place.value, statuses: statusesOf(mapping), isOver };
  const end = await work(turn, reading);
  switch (end.kind) {
    case 'failed':
      return fail(shop, hold, end.fault);
    case 'more':
      return shop.stopping.aborted ? giveBack(db, hold) : release(db, hold, shop.now());
    case 'done':
      return release(db, hold, new Date(shop.now().getTime() + mapping.everySeconds * SECOND_MS));
  }
}

async function work(turn: Turn, before: Reading): Promise<TurnEnd> {
  const current = () => readReading(turn.shop.db, turn.hold);
  const defined = await readDefinitions(turn, before.definitionsAt);
  if (defined.kind !== 'done') return defined;
  if (before.phase === 'first_count') {
    const counted = await countFirst(turn, before);
    if (counted.kind !== 'done') return counted;
  }
  const catchUp = async () => {
    const reading = await current();
    return reading === null ? DONE : follow(turn, reading);
  };
  const followed = await catchUp();
  if (followed.kind !== 'done') return followed;
  const reading = await current();
  return reading === null ? DONE : recount(turn, reading, catchUp);
}

/** The next reading waits longer with each that failed. */
async function fail(shop: SourceShop, hold: Hold, failure: Failure): Promise<void> {
  const { db, log, now: clock } = shop;
  const [reading, source] = [await readReading(db, hold), await findSource(db, hold.sourceId)];
  if (reading === null || source === null) return;
  const [failures, now] = [reading.failures + 1, clock()];
  const nextAt = new Date(now.getTime() + pauseAfterFailure(source.mapping.everySeconds, failures));
  await releaseFailed(db, hold, { failure, failures, now, nextAt });
  if (failures === 1) log.warn({ source: source.key, reason: failure.code }, 'a source cannot be read');
}

const FORGET_BATCH = 5_000;

/** Somebody took it away: what was read from it is deleted, and then itself. */
async function forget(shop: SourceShop, hold: Hold): Promise<void> {
  const { db } = shop;
  const { sourceId } = hold;
  for (;;) {
    const forgotten = await whileHeld(db, hold, (tx) => forgetSteps(tx, sourceId, FORGET_BATCH));
    if (forgotten < FORGET_BATCH) break;
    if (shop.stopping.aborted) return giveBack(db, hold);
  }
  await whileHeld(db, hold, (tx) => forgetSource(tx, sourceId));
}
