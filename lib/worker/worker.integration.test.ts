import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addChannel, addGroup, addNotifications, testKeyring } from '@/lib/alerts/testing/outbox';
import { type Receiver, startReceiver } from '@/lib/alerts/testing/receiver';
import { testSender } from '@/lib/alerts/testing/test-sender';
import { createDb } from '@/lib/db/client';
import { wake } from '@/lib/queue/queue';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { openLine } from './testing/database-line';
import { startWorker, type Worker, type WorkerOptions } from './worker';

let database: TestDatabase;
let receiver: Receiver;
let channel: string;
const workers: Worker[] = [];
const said: string[] = [];
const log = {
  warn: (_: object, message: string) => said.push(message),
  error: (event: object, message: string) => said.push(`${message} ${JSON.stringify(event)}`),
};

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.db.handOff.deleteMany();
  await database.db.ownerGroup.deleteMany();
  receiver = await startReceiver();
  channel = await addChannel(database.db, await addGroup(database.db), { url: receiver.url });
  said.splice(0);
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  await receiver.close();
});
afterAll(() => database.drop());

function start(options: Partial<WorkerOptions> = {}): Worker {
  const worker = startWorker({
    ...{ db: database.db, url: database.url, log, keyring: testKeyring, publicUrl: 'http://localhost' },
    senderOf: () => testSender(),
    ...options,
  });
  workers.push(worker);
  return worker;
}

const add = (many = 1) => addNotifications(database.db, channel, many, new Date(Date.now() - 1_000));

describe('a worker', () => {
  it('delivers what is due, with and without being woken, and stops', async () => {
    const worker = start();
    const [first] = await add();
    await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(1);
    await expect.poll(() => stateOf(first)).toBe('sent');
    await add();
    await wake(database.db, 'deliver');
    await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(2);
    await worker.stop();
    await add();
    await sleep(1_500);
    expect(receiver.received).toHaveLength(2);
    expect(said).toEqual([]);
  });

  it('lets what is being sent end when it is stopped', async () => {
    const slow = testSender({ onStep: (step) => (step === 'sending' ? sleep(700) : undefined) });
    const worker = start({ senderOf: () => slow });
    const [id] = await add();
    await expect.poll(() => stateOf(id), { timeout: 30_000 }).toBe('sending');
    await worker.stop();
    expect(await stateOf(id)).toBe('sent');
  });

  it('goes on on other channels while one hangs', async () => {
    receiver.answer('hang');
    await add(20);
    start({ senderOf: () => testSender({ timeoutMs: 8_000 }) });
    await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(4);
    const healthy = await startReceiver();
    const other = await addChannel(database.db, await addGroup(database.db, 'others'), { url: healthy.url });
    await addNotifications(database.db, other, 5, new Date());
    await expect.poll(() => healthy.received.length, { timeout: 30_000 }).toBe(5);
    expect(receiver.received).toHaveLength(4);
    await receiver.close();
    await healthy.close();
    receiver = await startReceiver();
  });
});

describe('a database that goes away', () => {
  it('is waited for, and what was sent meanwhile is written down: nothing goes out twice', async () => {
    const line = await openLine(database.url);
    const db = createDb(line.url);
    let sending = 0;
    const during = testSender({
      onStep: async (step) => {
        // The database goes away while the first message is on its way.
        if (step === 'sent' && sending++ === 0) await line.cut();
      },
    });
    const [id] = await add();
    start({ db, url: line.url, senderOf: () => during });
    await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(1);
    await sleep(2_500);
    await line.mend();
    await add();
    await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(2);
    await expect.poll(() => stateOf(id), { timeout: 30_000 }).toBe('sent');
    expect(receiver.received.filter((each) => each.id === id)).toHaveLength(1);
    expect(said.join('\n')).toContain('waits for the database');
    expect(said.join('\n')).toContain('works again');
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    await db.$disconnect();
    await line.cut();
  });

  it('is waited for from the start', async () => {
    const db = createDb('postgres://nobody@127.0.0.1:1/none');
    const worker = start({ db, url: 'postgres://nobody@127.0.0.1:1/none' });
    await expect.poll(() => said.length, { timeout: 30_000 }).toBe(9);
    expect(said.every((each) => each.includes('waits for the database'))).toBe(true);
    await worker.stop();
    await db.$disconnect();
  });
});

async function stateOf(id: string | undefined): Promise<string | undefined> {
  return (await database.db.delivery.findUnique({ where: { id: id ?? '' } }))?.state;
}
