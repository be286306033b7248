import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { runOn } from '@/lib/testing/server';
import { withDatabase } from './connection';
import { MigrationError, migrate, schemaDrift } from './migrate';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('migrate', () => {
  it('has nothing left to apply, and the schema files say nothing that the migrations do not make', async () => {
    expect(await migrate(database.url)).toEqual([]);
    expect(await schemaDrift(database.url)).toBe('');
  });

  it('finds a column that no migration makes', async () => {
    await runOn(database.url, 'alter table business_cycle drop column created_by');
    expect(await schemaDrift(database.url)).toContain(
      'ALTER TABLE "business_cycle" ADD COLUMN     "created_by" TEXT NOT NULL',
    );
    await runOn(database.url, 'alter table business_cycle add column created_by text not null');
  });

  it('applies each migration once when several processes start at once', async () => {
    const name = `failpath_race_${process.pid}`;
    await runOn(database.url, `create database ${name}`);
    try {
      const url = withDatabase(database.url, name);
      const applied = await Promise.all([migrate(url), migrate(url), migrate(url)]);
      const { rows } = await runOn(url, 'select migration_name from _prisma_migrations order by started_at');
      expect(applied.flat()).toEqual(rows.map((row) => row.migration_name));
      expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
    } finally {
      await runOn(database.url, `drop database ${name} with (force)`);
    }
  });

  it.each([
    ["update _prisma_migrations set checksum = 'other'", 'made with another text of'],
    [
      "insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ('1', 'x', '29990101000000_later', now())",
      'made by another version of Failpath',
    ],
    ['update _prisma_migrations set finished_at = null', 'failed in the middle of'],
  ])('refuses a database with a history that is not its own: %s', async (statement, message) => {
    const other = await createTestDatabase();
    try {
      await runOn(other.url, statement);
      await expect(migrate(other.url)).rejects.toThrow(MigrationError);
      await expect(migrate(other.url)).rejects.toThrow(message);
    } finally {
      await other.drop();
    }
  });
});
