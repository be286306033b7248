import type { PoolConfig } from 'pg';

const CONNECT_TIMEOUT_MS = 5_000;
const SESSION_OPTIONS = '-c TimeZone=UTC';

/**
 * Settings for a connection to the Postgres at `url`; `options` are more of the session's.
 * Always UTC: the Prisma adapter writes timestamps without a zone and drops the zone when it reads them,
 * so any other session time zone would shift every point in time.
 */
export function connectionConfig(url: string, options?: string): PoolConfig {
  const parsed = new URL(url);
  const given = parsed.searchParams.get('options');
  // The pg library lets the URL win over the settings beside it, hence into the URL.
  parsed.searchParams.set('options', [given, SESSION_OPTIONS, options].filter(Boolean).join(' '));
  return {
    connectionString: parsed.toString(),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'failpath',
  };
}

/** The same server, another database. */
export function withDatabase(url: string, database: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${encodeURIComponent(database)}`;
  return parsed.toString();
}
