import { afterAll, beforeAll, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { DRILL_STEPS, runDrillKills } from './testing/drill-kills';
import { expectNoneFalselyPassed } from './testing/expect-none-passed';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('a worker that is killed at each step of a drill leaves no false pass and no lock', async () => {
  expectNoneFalselyPassed(await runDrillKills(database, DRILL_STEPS.length), DRILL_STEPS.length);
}, 300_000);
