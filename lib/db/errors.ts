import { isJsonObject } from '@/lib/shared/json';

/** What a failed statement means, named. `constraint` is the name of the index or constraint in Postgres. */
export type DbFailure =
  | { readonly kind: 'unique_violation'; readonly constraint: string | undefined }
  | { readonly kind: 'foreign_key_violation'; readonly constraint: string | undefined }
  /** Two transactions were in each other's way (40001, 40P01): the same again may succeed. */
  | { readonly kind: 'conflict' }
  /** The database does not answer, or went away in the middle. */
  | { readonly kind: 'connection_lost' };

const CONNECTION_CODES = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024']);
const CONNECTION_MESSAGE = /Connection terminated|timeout exceeded when trying to connect|ECONNREFUSED|ECONNRESET/;

/**
 * Names the failure behind an error that Prisma (or the Postgres library) threw, also when another library has wrapped
 * it, as that of the sign-in does; undefined for any other.
 */
export function dbFailure(error: unknown): DbFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  const cause = driverCause(error);
  switch (sqlState(error, cause)) {
    case '23505':
      return { kind: 'unique_violation', constraint: constraintName(error, cause) };
    case '23503':
    case '23001':
      return { kind: 'foreign_key_violation', constraint: constraintName(error, cause) };
    case '40001':
    case '40P01':
      return { kind: 'conflict' };
    default:
      return isConnectionLoss(error, cause) ? { kind: 'connection_lost' } : dbFailure(error.cause);
  }
}

/** Whether the error is a violation of a unique index, of the named one if a name is given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const failure = dbFailure(error);
  if (failure?.kind !== 'unique_violation') return false;
  return constraint === undefined || failure.constraint === constraint;
}

function isConnectionLoss(error: Error, cause: Record<string, unknown>): boolean {
  const code = textOf(error, 'code') ?? '';
  const state = sqlState(error, cause) ?? '';
  // Class 08 is connection exceptions, 57P01 to 57P03 a server that stops or is not up yet.
  if (/^08|^57P0[123]$/.test(state) || CONNECTION_CODES.has(code)) return true;
  return cause.kind === 'DatabaseNotReachable' || CONNECTION_MESSAGE.test(error.message);
}

/** The adapter keeps what Postgres said in `meta.driverAdapterError.cause`. */
function driverCause(error: Error): Record<string, unknown> {
  const meta = 'meta' in error && isJsonObject(error.meta) ? error.meta : undefined;
  const driverError: unknown = meta?.driverAdapterError ?? error;
  return driverError instanceof Error && isJsonObject(driverError.cause) ? driverError.cause : {};
}

/** SQLSTATE: five characters; the codes of Prisma and of Node look different. */
function sqlState(error: Error, cause: Record<string, unknown>): string | undefined {
  const code = cause.originalCode ?? textOf(error, 'code');
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !/^P\d{4}$/.test(code) ? code : undefined;
}

function constraintName(error: Error, cause: Record<string, unknown>): string | undefined {
  const constraint = cause.constraint;
  if (isJsonObject(constraint) && typeof constraint.index === 'string') return constraint.index;
  return textOf(error, 'constraint');
}

function textOf(error: Error, key: string): string | undefined {
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' ? value : undefined;
}
