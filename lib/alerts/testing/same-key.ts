import { expect } from 'vitest';
import type { Db } from '@/lib/db/client';
import { type AlertWorld, followWhole, makeWorld, RETRY, type StepInput, writeSteps } from './alert-world';

const AT = new Date('2026-11-20T08:00:00Z');
const CHUNK = 5_000;

export interface SameKey {
  readonly world: AlertWorld;
  /** When what is awaited is overdue. */
  readonly now: Date;
}

/**
 * So many failed executions of one alert, ready for workers: half of them were followed and wait for an attempt that
 * does not come, which all workers may settle at once; the other half has failed for good and is still to be followed.
 */
export async function writeSameKey(db: Db, many: number): Promise<SameKey> {
  const classification = [{ code: 'timeout', class: 'transient' }];
  const world = await makeWorld(db, {
    nodes: { charge: { retry: RETRY, classification, alert: { silence: '24h' } } },
    channels: [{ name: 'a' }, { name: 'b' }],
  });
  await writeInChunks(world, many / 2, (run) => ({ run: `awaited-${run}`, at: AT, code: 'timeout' }));
  await followWhole(db, AT);
  await writeInChunks(world, many / 2, (run) => ({ run: `failed-${run}`, at: AT, code: 'timeout', attempt: 3 }));
  return { world, now: new Date(AT.getTime() + 600_000) };
}

/** Writes steps in their order, a transaction for each few thousand. */
export async function writeInChunks(
  world: AlertWorld,
  many: number,
  step: (index: number) => StepInput,
): Promise<void> {
  for (let from = 0; from < many; from += CHUNK) {
    const length = Math.min(CHUNK, many - from);
    await writeSteps(
      world,
      Array.from({ length }, (_, index) => step(from + index)),
    );
  }
}

/** One message on each channel, and every failure counted once. */
export async function expectOneNotification({ world }: SameKey, many: number): Promise<void> {
  const { db, sourceId, channels } = world;
  expect(await db.handOff.count({ where: { sourceId } })).toBe(many);
  expect(await db.awaitedAttempt.count({ where: { sourceId } })).toBe(0);
  for (const channelId of channels.values()) {
    const where = { channelId };
    expect(await db.delivery.findMany({ where })).toMatchObject([{ seq: 1, count: 1, state: 'pending' }]);
    expect(await db.alertWindow.findMany({ where })).toMatchObject([
      { seq: 1, pending: many - 1, total: BigInt(many) },
    ]);
    expect(await db.alertDecision.count({ where: { ...where, outcome: 'notified' } })).toBe(1);
    expect(await db.alertDecision.count({ where: { ...where, outcome: 'muted' } })).toBe(many - 1);
  }
}
