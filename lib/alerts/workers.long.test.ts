import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { notifications } from './dedup';
import { fingerprintOf } from './fingerprint';
import { type AlertWorld, makeWorld } from './testing/alert-world';
import { followByProcesses } from './testing/follow-processes';
import { expectOneNotification, writeInChunks, writeSameKey } from './testing/same-key';

const AT = new Date('2026-11-20T08:00:00Z');
const PROCESSES = 8;
const SOURCES = 5;
const KEYS = 100;
const FAILURES = 20_000;
const SILENCE_MS = 600_000;
const STEP_MS = 1_500;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Key and time of a failure: keys come in no regular order, and the times of each go up. */
function failureOf(index: number): { key: number; at: number } {
  return { key: Math.trunc(Math.abs(Math.sin(index) * 1e6)) % KEYS, at: index * STEP_MS };
}

async function expectPureFunction({ db, sourceId, channels }: AlertWorld): Promise<void> {
  const [channelId = ''] = channels.values();
  const times = Array.from({ length: KEYS }, (): number[] => []);
  for (let index = 0; index < FAILURES; index++) {
    const { key, at } = failureOf(index);
    times[key]?.push(AT.getTime() + at);
  }
  const told = await db.delivery.findMany({
    where: { channelId },
    include: { handOff: true },
    orderBy: { seq: 'asc' },
  });
  const windows = await db.alertWindow.findMany({ where: { channelId } });
  for (const [key, failures] of times.entries()) {
    const alert = { sourceId, workflowId: 'orders', nodeId: 'charge', errorCode: `code-${key}` };
    const fingerprint = fingerprintOf(alert);
    const expected = notifications(SILENCE_MS, failures);
    const mine = told.filter((delivery) => delivery.fingerprint === fingerprint);
    expect(mine.map(({ handOff, count }) => ({ at: handOff?.decidedAt.getTime(), count }))).toEqual(
      expected.notifications,
    );
    const window = windows.find((each) => each.fingerprint === fingerprint);
    expect(window).toMatchObject({ pending: expected.pending, total: BigInt(failures.length) });
  }
}

describe(`${PROCESSES} worker processes`, () => {
  it('send one notification for 10,000 failures of one key, with the exact count, though some are killed', async () => {
    const written = await writeSameKey(database.db, 10_000);
    await followByProcesses(database.url, written.now, PROCESSES, 4);
    await expectOneNotification(written, 10_000);
  });

  it('make of 100,000 failures over 500 keys what the pure function makes of them', async () => {
    const worlds: AlertWorld[] = [];
    for (let source = 0; source < SOURCES; source++) {
      const world = await makeWorld(database.db, { nodes: { charge: { alert: { silence: '10m' } } } });
      await writeInChunks(world, FAILURES, (index) => {
        const { key, at } = failureOf(index);
        return { run: String(index), at: new Date(AT.getTime() + at), code: `code-${key}` };
      });
      worlds.push(world);
    }
    await followByProcesses(database.url, new Date(AT.getTime() + FAILURES * STEP_MS), PROCESSES, 4);
    for (const world of worlds) await expectPureFunction(world);
  });
});
