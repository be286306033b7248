import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { runOn } from '@/lib/testing/server';
import { createDb } from './client';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('createDb', () => {
  it('reads and writes the same point in time on a server with another time zone', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await runOn(database.url, `alter database ${name} set timezone = 'Asia/Shanghai'`);
    const db = createDb(database.url);
    try {
      const createdAt = new Date('2026-03-01T22:30:00.125Z');
      await db.ownerGroup.create({ data: { slug: 'night', name: 'Night', createdAt } });
      const found = await db.ownerGroup.findUniqueOrThrow({ where: { slug: 'night' } });
      expect(found.createdAt).toEqual(createdAt);
      const [raw] = await db.$queryRaw<{ epoch: number }[]>`
        select extract(epoch from created_at)::float8 as epoch from owner_group where slug = 'night'`;
      expect(raw?.epoch).toBe(createdAt.getTime() / 1000);
    } finally {
      await db.$disconnect();
    }
  });
});
