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
  '150 workers that are killed at each step around sending lose nothing: %s',
  async (repeats) => {
    expectNoneLost(await runKills(database, { repeats, kills: 150 }), { repeats, kills: 150 });
  },
  1_200_000,
);
