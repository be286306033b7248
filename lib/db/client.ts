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

/** Opens a pool of connections to a Postgres; call `$disconnect()` when done. Connects with the first query. */
export function createDb(url: string): Db {
  const adapter = new PrismaPg(
    { ...connectionConfig(url), max: POOL_SIZE },
    // A connection that breaks while idle is replaced by the pool; the next query says what is wrong.
    { onPoolError: () => undefined, onConnectionError: () => undefined },
  );
  return new PrismaClient({ adapter });
}

declare global {
  var failpathDb: Db | undefined;
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
