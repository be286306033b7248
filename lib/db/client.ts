import { PrismaPg } from '@prisma/adapter-pg';
import { readEnvironment } from '@/lib/env';
import { connectionConfig } from './connection';
import { type Prisma, PrismaClient } from './generated/client';

/** A database with its connection pool. */
export type Db = PrismaClient;

/** Inside a transaction. */
export type Tx = Prisma.TransactionClient;

/** Queries take either, so that a command can read what it has just written. */
export type Queryable = Db | Tx;

const POOL_SIZE = 10;

/** Schema of what drills leave behind: tables of the same names and shapes as those of real failures. */
export const DRILL_SCHEMA = 'drill';

/** Opens a pool of connections to a Postgres; call `$disconnect()` when done. Connects with the first query. */
export function createDb(url: string): Db {
  return named(open(connectionConfig(url)), url);
}

/** The address that a pool of `createDb` was opened with, for those who need a connection of another kind there. */
export function urlOf(db: Db): string {
  const url = urls().get(db);
  if (url === undefined) throw new Error('this database was not opened by createDb');
  return url;
}

function named(db: Db, url: string): Db {
  urls().set(db, url);
  return db;
}

/** Bundles of the web process each have a copy of this module, and one pool between them. */
function urls(): WeakMap<Db, string> {
  globalThis.failpathDbUrls ??= new WeakMap();
  return globalThis.failpathDbUrls;
}

/**
 * The same database as drills see it: sources, steps, hand-offs, windows and messages are those of drills, whatever
 * code asks for them, and groups and channels the real ones, to be read only. What has no table in the schema of
 * drills is only reached by SQL.
 */
export function createDrillDb(url: string): Db {
  return open(connectionConfig(url, `-c search_path=${DRILL_SCHEMA},public`), DRILL_SCHEMA);
}

function open(config: ReturnType<typeof connectionConfig>, schema?: string): Db {
  const adapter = new PrismaPg(
    { ...config, max: POOL_SIZE },
    // A connection that breaks while idle is replaced by the pool; the next query says what is wrong.
    { onPoolError: () => undefined, onConnectionError: () => undefined, ...(schema && { schema }) },
  );
  return new PrismaClient({ adapter });
}

declare global {
  var failpathDb: Db | undefined;
  var failpathDrillDb: Db | undefined;
  var failpathDbUrls: WeakMap<Db, string> | undefined;
}

/** What drills leave behind, for the web process; from `DATABASE_URL`. */
export function getDrillDb(): Db {
  globalThis.failpathDrillDb ??= createDrillDb(requiredUrl());
  return globalThis.failpathDrillDb;
}

/** The one database of the web process, from `DATABASE_URL`. Kept over reloads of modules in development. */
export function getDb(): Db {
  globalThis.failpathDb ??= createDb(requiredUrl());
  return globalThis.failpathDb;
}

function requiredUrl(): string {
  const { DATABASE_URL: url } = readEnvironment();
  if (url === undefined) {
    throw new Error('DATABASE_URL is not set. Start Failpath with "npm start", which sets it for the web process.');
  }
  return url;
}
