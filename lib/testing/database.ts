import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { createDb, createDrillDb, type Db } from '@/lib/db/client';
import { withDatabase } from '@/lib/db/connection';
import { runOn } from './server';

export interface TestDatabase {
  readonly url: string;
  readonly db: Db;
  /** The same database as drills see it; opened when it is first asked for. */
  readonly drillDb: Db;
  /** Closes `db` and deletes the database; call it in `afterAll`. */
  drop(): Promise<void>;
}

/**
 * A migrated, empty Postgres database of its own, for one integration test file:
 * `beforeAll(async () => { database = await createTestDatabase(); })`, `afterAll(() => database.drop())`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = inject('testServerUrl');
  const name = `failpath_test_${randomUUID().replaceAll('-', '')}`;
  await runOn(serverUrl, `create database ${name} template ${inject('testTemplate')} strategy file_copy`);
  const url = withDatabase(serverUrl, name);
  const db = createDb(url);
  let drillDb: Db | undefined;
  return {
    url,
    db,
    get drillDb() {
      drillDb ??= createDrillDb(url);
      return drillDb;
    },
    drop: async () => {
      await Promise.all([db.$disconnect(), drillDb?.$disconnect()]);
      await runOn(serverUrl, `drop database if exists ${name} with (force)`);
    },
  };
}
