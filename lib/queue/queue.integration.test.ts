import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createDb } from '@/lib/db/client';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { type Queue, startQueue, wake } from './queue';

let database: TestDatabase;
const opened: Queue[] = [];
const open = async () => {
  const queue = await startQueue(database.url, () => undefined);
  opened.push(queue);
  return queue;
};

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const queue of opened.splice(0)) await queue.stop();
});
afterAll(() => database.drop());

describe('a wake', () => {
  it('is no error before there is a queue, nor while there is no database', async () => {
    await wake(database.db, 'follow');
    const away = createDb('postgres://nobody@127.0.0.1:1/none');
    await wake(away, 'deliver');
    await away.$disconnect();
  });

  it('reaches one of the workers, and only once', async () => {
    const [a, b] = [await open(), await open()];
    await wake(database.db, 'follow');
    await wake(database.db, 'deliver');
    expect([...(await a.take()), ...(await b.take())].sort()).toEqual(['deliver', 'follow']);
    expect([...(await a.take()), ...(await b.take())]).toEqual([]);
  });

  it('is one job, however many there are, and another one once it was taken', async () => {
    const queue = await open();
    await Promise.all(Array.from({ length: 200 }, () => wake(database.db, 'follow')));
    expect(await waiting()).toBe(1);
    expect(await queue.take()).toEqual(['follow']);
    await wake(database.db, 'follow');
    expect(await queue.take()).toEqual(['follow']);
    expect(await waiting()).toBe(0);
  });
});

describe('the queue', () => {
  it('is made once by several workers that start together', async () => {
    const queues = await Promise.all(Array.from({ length: 4 }, open));
    await wake(database.db, 'deliver');
    const taken = await Promise.all(queues.map((queue) => queue.take()));
    expect(taken.flat()).toEqual(['deliver']);
  });

  it('says that the database does not answer, and keeps nothing open', async () => {
    await expect(startQueue('postgres://nobody@127.0.0.1:1/none', () => undefined)).rejects.toThrow('ECONNREFUSED');
  });
});

async function waiting(): Promise<number> {
  const [row] = await database.db.$queryRaw<{ jobs: number }[]>`select count(*)::int as jobs from pgboss.job`;
  return row?.jobs ?? -1;
}
