import { afterAll, beforeAll, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { DRILL_STEPS, runDrillKills } from './testing/drill-kills';
import { expectNoneFalselyPassed } from './testing/expect-none-passed';

const KILLS = 6 * DRILL_STEPS.length;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it(`${KILLS} workers that are killed at each step of a drill leave no false pass and no lock`, async () => {
  expectNoneFalselyPassed(await runDrillKills(database, KILLS), KILLS);
}, 2_400_000);
