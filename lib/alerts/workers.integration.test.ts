import { afterAll, beforeAll, describe, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { followByProcesses } from './testing/follow-processes';
import { expectOneNotification, writeSameKey } from './testing/same-key';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

// The full size is in workers.long.test.ts.
describe('several worker processes', () => {
  it('send one notification for failures of one key, with the exact count, though one is killed', async () => {
    const written = await writeSameKey(database.db, 1_000);
    await followByProcesses(database.url, written.now, 4, 1);
    await expectOneNotification(written, 1_000);
  }, 120_000);
});
