import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { migrate, migrationsDirectory, schemaDrift } from '@/lib/db/migrate';
import { startThrowawayServer } from '@/lib/testing/server';

const USAGE = `Writes a migration for what changed in prisma/schema:
  npm run migration:new -- <name>
Before the first release, writes all migrations again as one:
  npm run migration:new -- --squash init`;

const args = process.argv.slice(2);
const squash = args.includes('--squash');
const name = args.find((argument) => !argument.startsWith('--'));
if (name === undefined || !/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error(USAGE);
  process.exit(2);
}

const server = await startThrowawayServer();
try {
  await writeMigration(server.url, name);
} finally {
  await server.remove();
}

async function writeMigration(url: string, migrationName: string): Promise<void> {
  if (!squash) await migrate(url);
  const sql = await schemaDrift(url);
  if (sql === '') {
    console.log('Nothing to do: the migrations already make what the schema says.');
    return;
  }
  if (squash) await removeMigrations();
  const directory = path.join(migrationsDirectory, `${timestamp(new Date())}_${migrationName}`);
  await mkdir(directory);
  await writeFile(path.join(directory, 'migration.sql'), sql);
  console.log(`Wrote ${path.relative(process.cwd(), directory)}/migration.sql. Read it before you commit it.`);
}

async function removeMigrations(): Promise<void> {
  const entries = await readdir(migrationsDirectory, { withFileTypes: true });
  for (const entry of entries.filter((found) => found.isDirectory())) {
    await rm(path.join(migrationsDirectory, entry.name), { recursive: true });
  }
}

/** UTC, as Prisma names its migrations: 20261129163000. */
function timestamp(now: Date): string {
  return now.toISOString().replace(/\D/g, '').slice(0, 14);
}
