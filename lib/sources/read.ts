import type { QueryResultRow } from 'pg';
import { MINUTE_MS, SECOND_MS } from '@/lib/shared/clock';
import { err, ok, type Result } from '@/lib/shared/result';
import type { SqlText } from './attempt';
import { type Connection, connect, type SourcePlace } from './connect';
import { faultOf, type SourceFault } from './fault';
import { ownTableIn, ownTableReadStatement } from './own-tables';

/** A source's tables while one transaction that only reads is open. */
export interface SourceReader {
  /** Rows by a server-side cursor: memory stays flat whatever their number. */
  rows<T extends QueryResultRow>(sql: SqlText, batch?: number): AsyncIterable<T[]>;
  /** At most `max` of the rows. */
  all<T extends QueryResultRow>(sql: SqlText, max: number): Promise<T[]>;
  /** `server_version_num` of the server. */
  readonly version: number;
}

/** What a reading may take. */
export interface ReadLimits {
  /** One statement, or one batch of a cursor. */
  readonly statementMs?: number;
  /** The whole of it: then it is broken off. */
  readonly totalMs?: number;
  /** Breaks it off. */
  readonly signal?: AbortSignal;
}

const STATEMENT_MS = 30 * SECOND_MS;
const TOTAL_MS = 10 * MINUTE_MS;
/** How much longer we wait for the server to say that a statement took too long, before we say it. */
const GRACE_MS = 3 * SECOND_MS;
const LOCK_MS = 5 * SECOND_MS;
const BATCH = 1_000;

/**
 * Opens a connection of its own to a source's tables and lets `work` read in one transaction that can only read, under
 * a time limit for each statement and for the whole. Always gives the connection back. What goes wrong with the source
 * is returned as a named fault; what `work` itself throws is thrown.
 */
export async function withSource<T>(
  place: SourcePlace,
  work: (reader: SourceReader) => Promise<T>,
  limits: ReadLimits = {},
): Promise<Result<T, SourceFault>> {
  if (limits.signal?.aborted) return err({ code: 'cancelled', values: {} });
  const opened = await connect(place);
  if (!opened.ok) return opened;
  const connection = opened.value;
  const ending: Ending = { fault: null };
  const breakOff = (code: 'timeout' | 'cancelled') => {
    ending.fault ??= { code, values: { database: connection.place.database } };
    connection.destroy();
  };
  const timer = setTimeout(() => breakOff('timeout'), limits.totalMs ?? TOTAL_MS);
  const cancel = () => breakOff('cancelled');
  limits.signal?.addEventListener('abort', cancel, { once: true });
  try {
    const asking = askerOf(connection, limits.statementMs ?? STATEMENT_MS, breakOff);
    return ok(await work(await readerOf(asking, place.own)));
  } catch (error) {
    if (error instanceof Faulty) return err(ending.fault ?? error.fault);
    throw error;
  } finally {
    clearTimeout(timer);
    limits.signal?.removeEventListener('abort', cancel);
    await connection.close();
  }
}

interface Ending {
  fault: SourceFault | null;
}

/** A fault on its way through the work that was asked for. */
class Faulty extends Error {
  override readonly name = 'SourceFault';
  constructor(
    readonly fault: SourceFault,
    options?: ErrorOptions,
  ) {
    super(fault.code, options);
  }
}

interface Asking {
  ask<T extends QueryResultRow>(sql: SqlText): Promise<T[]>;
  readonly statementMs: number;
}

function askerOf(connection: Connection, statementMs: number, breakOff: (code: 'timeout') => void): Asking {
  return {
    statementMs,
    ask: async <T extends QueryResultRow>({ text, values }: SqlText) => {
      const late = setTimeout(() => breakOff('timeout'), statementMs + GRACE_MS);
      try {
        // Extended: one statement each, whatever stands in it.
        const query = { text, values: [...values], queryMode: 'extended' };
        return (await connection.client.query<T>(query)).rows;
      } catch (error) {
        throw new Faulty(faultOf(error, connection.place, true), { cause: error });
      } finally {
        clearTimeout(late);
      }
    },
  };
}

async function readerOf(asking: Asking, own: boolean): Promise<SourceReader> {
  const version = await begin(asking);
  const cursors = { opened: 0 };
  async function* rows<T extends QueryResultRow>(sql: SqlText, batch = BATCH): AsyncGenerator<T[]> {
    cursors.opened += 1;
    const cursor = `failpath_${cursors.opened}`;
    const fetch = plain(`fetch ${Math.max(1, Math.trunc(batch))} from ${cursor}`);
    if (own) await refuseOwnTables(asking, sql);
    await asking.ask({ text: `declare ${cursor} no scroll cursor for ${sql.text}`, values: sql.values });
    for (;;) {
      const found = await asking.ask<T>(fetch);
      if (own && found.length > 0) await refuseOwnRows(asking);
      if (found.length > 0) yield found;
      if (found.length < batch) break;
    }
    await asking.ask(plain(`close ${cursor}`));
  }
  const all = async <T extends QueryResultRow>(sql: SqlText, max: number): Promise<T[]> => {
    for await (const found of rows<T>(sql, max)) return found;
    return [];
  };
  return { rows, all, version };
}

/** In its own database nothing may be read that is Failpath's, also not through a view: its plan names what it reads. */
async function refuseOwnTables({ ask }: Asking, { text, values }: SqlText): Promise<void> {
  const plan = await ask({ text: `explain (verbose, format json) ${text}`, values });
  const table = ownTableIn(plan);
  if (table !== null) throw new Faulty({ code: 'own_table', values: { name: table } });
}

/** What functions read shows in no plan, but once they have run. */
async function refuseOwnRows({ ask }: Asking): Promise<void> {
  const [read] = await ask<{ name: string }>(ownTableReadStatement());
  if (read) throw new Faulty({ code: 'own_table', values: { name: read.name } });
}

async function begin({ ask, statementMs }: Asking): Promise<number> {
  await ask(plain('begin transaction isolation level repeatable read, read only'));
  const [found] = await ask<{ read_only: string; version: number }>({
    text: `select pg_catalog.current_setting('transaction_read_only') as read_only,
      pg_catalog.current_setting('server_version_num')::int as version, ${SETTINGS.join(', ')}, ${GONE}`,
    values: [String(Math.trunc(statementMs)), String(LOCK_MS), String(statementMs + MINUTE_MS)],
  });
  if (found?.read_only !== 'on') throw new Faulty({ code: 'not_read_only', values: {} });
  return found.version;
}

/** Of this transaction only, so that a pooler has nothing of them afterwards. Times and intervals are written as ISO. */
const SETTINGS = [
  ['statement_timeout', '$1'],
  ['lock_timeout', '$2'],
  ['idle_in_transaction_session_timeout', '$3'],
  ['TimeZone', "'UTC'"],
  ['DateStyle', "'ISO, YMD'"],
  ['IntervalStyle', "'iso_8601'"],
  ['extra_float_digits', "'1'"],
  ['cursor_tuple_fraction', "'1'"],
  ['jit', "'off'"],
].map(([name, value], index) => `pg_catalog.set_config('${name}', ${value}, true) as s${index}`);

/** A server that can, ends a statement whose asker is gone. */
const GONE = `(select pg_catalog.set_config(name, '2000', true) from pg_catalog.pg_settings
  where name = 'client_connection_check_interval' and pg_catalog.version() !~* 'mingw|msvc|visual') as gone`;

function plain(text: string): SqlText {
  return { text, values: [] };
}
