import { afterAll, beforeAll } from 'vitest';
import type { Ctx } from '@/lib/accounts/context';
import { createTestDatabase, type TestDatabase } from './database';

/**
 * An administrator at a fixed moment, on a database of the test file's own that is made before its tests and
 * dropped after them. Call it once, at the top of an integration test file; `db` is there within tests.
 */
export function testContext(): Ctx & Pick<TestDatabase, 'url' | 'drillDb'> {
  let made: TestDatabase | undefined;
  const database = () => {
    if (!made) throw new Error('the database is not there yet: use it within tests and hooks');
    return made;
  };
  beforeAll(async () => {
    made = await createTestDatabase();
  });
  afterAll(() => made?.drop());
  return {
    get db() {
      return database().db;
    },
    get drillDb() {
      return database().drillDb;
    },
    get url() {
      return database().url;
    },
    actor: { id: 'ann', name: 'Ann', role: 'administrator', groups: [], via: 'session' },
    now: new Date('2026-11-20T08:00:00Z'),
  };
}
