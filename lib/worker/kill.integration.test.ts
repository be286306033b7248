import { afterAll, beforeAll, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { expectNoneLost } from './testing/expect-none-lost';
import { runKills } from './testing/kill-runs';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it.each(['key', 'blind'] as const)(
  'workers that are killed at each step around sending lose nothing: %s',
  async (repeats) => {
    expectNoneLost(await runKills(database, { repeats, kills: 10 }), { repeats, kills: 10 });
  },
  120_000,
);
