import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { MigrationDirectory, MigrationList, SchemaContainer } from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { connectionConfig } from './connection';
import { emptyFilter, type SchemaEngine, withSchemaEngine } from './schema-engine';

/** Any number that nobody else takes; Prisma's own lock is another one. */
const MIGRATION_LOCK = 4_173_250_811;
const LOCK_TIMEOUT = '60s';

const projectRoot = path.resolve(import.meta.dirname, '../..');
export const migrationsDirectory = path.join(projectRoot, 'prisma/migrations');
export const schemaDirectory = path.join(projectRoot, 'prisma/schema');

/** The migrations of this build do not fit this database; the message says why and what helps. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/**
 * Brings the database at `url` to the newest migration and returns the names of those it applied.
 * Safe when several processes start at once: they take turns through an advisory lock.
 */
export async function migrate(url: string): Promise<string[]> {
  const migrationsList = await readMigrations(migrationsDirectory);
  return withMigrationLock(url, () =>
    withSchemaEngine(url, async (engine) => {
      await refuseForeignHistory(engine, migrationsList);
      try {
        return (await engine.applyMigrations({ migrationsList, filters: emptyFilter })).appliedMigrationNames;
      } catch (error) {
        throw new MigrationError(`The migrations could not be applied: ${firstLines(error)}`, { cause: error });
      }
    }),
  );
}

/**
 * SQL that would bring the database at `url` to the schema files; empty when nothing differs.
 * Writes a new migration, and in a test finds that one is missing.
 */
export async function schemaDrift(url: string): Promise<string> {
  const files = await readSchemaFiles(schemaDirectory);
  const sql = await withSchemaEngine(url, async (engine) => {
    const { stdout } = await engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: schemaDirectory },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: null,
      filters: emptyFilter,
    });
    return stdout ?? '';
  });
  return sql.trim() === '-- This is an empty migration.' ? '' : sql;
}

async function withMigrationLock<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client(connectionConfig(url));
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`);
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await work();
  } finally {
    await client.end();
  }
}

async function refuseForeignHistory(engine: SchemaEngine, migrationsList: MigrationList): Promise<void> {
  const state = await engine.diagnoseMigrationHistory({
    migrationsList,
    optInToShadowDatabase: false,
    filters: emptyFilter,
  });
  const { failedMigrationNames, editedMigrationNames, history } = state;
  if (failedMigrationNames.length > 0) {
    throw new MigrationError(
      `An earlier start failed in the middle of ${failedMigrationNames.join(', ')}. ` +
        'Restore a backup of the database, or start with an empty one.',
    );
  }
  if (editedMigrationNames.length > 0) {
    throw new MigrationError(
      `This database was made with another text of ${editedMigrationNames.join(', ')}. Start with an empty database.`,
    );
  }
  if (history !== null && history.diagnostic !== 'databaseIsBehind') {
    throw new MigrationError(
      `This database was made by another version of Failpath: it has ${history.unpersistedMigrationNames.join(', ')}, ` +
        'which this version does not know. Use that version, or another database.',
    );
  }
}

async function readMigrations(baseDir: string): Promise<MigrationList> {
  const entries = await readdir(baseDir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return {
    baseDir,
    lockfile: {
      path: 'migration_lock.toml',
      content: await readFile(path.join(baseDir, 'migration_lock.toml'), 'utf8'),
    },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(names.sort().map((name) => readMigration(baseDir, name))),
  };
}

async function readMigration(baseDir: string, name: string): Promise<MigrationDirectory> {
  const value = await readFile(path.join(baseDir, name, 'migration.sql'), 'utf8');
  return { path: name, migrationFile: { path: 'migration.sql', content: { tag: 'ok', value } } };
}

async function readSchemaFiles(directory: string): Promise<SchemaContainer[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.prisma')).sort();
  return Promise.all(
    names.map(async (name) => ({
      path: path.join(directory, name),
      content: await readFile(path.join(directory, name), 'utf8'),
    })),
  );
}

/** The engine adds its own call stack below what matters. */
function firstLines(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split(/\n\s+0: /)[0]?.trim() ?? message;
}
