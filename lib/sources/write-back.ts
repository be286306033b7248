import type pg from 'pg';
import { MINUTE_MS, SECOND_MS } from '@/lib/shared/clock';
import type { JsonObject } from '@/lib/shared/json';
import { err, ok, type Result } from '@/lib/shared/result';
import type { RawDefinition, SqlText } from './attempt';
import { type Connection, connect, type SourcePlace } from './connect';
import { faultOf, type SourceFault } from './fault';
import type { DefinitionRow } from './preset';
import type { PresetMapping } from './schema';
import { currentStatement, type SettingInput, type SettingStep, settingOf } from './setting';
import { readDefinitionRow } from './statements';

export type WriteBackRefusal =
  /** Somebody changed it there since it was read: as it stands now; null = it is there no more. */
  | { readonly reason: 'changed_there'; readonly definition: RawDefinition | null }
  /** The role may not set it: the table, who it is, and what would allow it. */
  | { readonly reason: 'read_only'; readonly table: string; readonly user: string; readonly grant: string | null }
  /** It is not set, for another reason. */
  | { readonly reason: 'failed'; readonly fault: SourceFault };

export interface WriteBackTarget {
  readonly place: SourcePlace;
  readonly mapping: PresetMapping;
  /** The platform's own id of the workflow. */
  readonly workflowId: string;
}

const STATEMENT_MS = 30 * SECOND_MS;
const LOCK_MS = 5 * SECOND_MS;

/**
 * Sets a document in its platform's tables if it is there as it was read, and lets `store` keep it here before that
 * holds: what `store` throws takes the platform's side back too. `store` gets what is to be compared the next time.
 * A connection that breaks when it is about to hold is refused as `failed`; what may have got there is found by the
 * next reading.
 */
export async function writeBack<T>(
  { place, mapping, workflowId }: WriteBackTarget,
  input: SettingInput,
  store: (origin: JsonObject) => Promise<T>,
): Promise<Result<T, WriteBackRefusal>> {
  const setting = settingOf(mapping, input);
  if (!setting) return err({ reason: 'failed', fault: { code: 'value_unreadable', values: { name: '' } } });
  const opened = await connect(place);
  if (!opened.ok) return err({ reason: 'failed', fault: opened.error });
  const connection = opened.value;
  const timer = setTimeout(connection.destroy, MINUTE_MS);
  try {
    await begin(connection);
    const rows: DefinitionRow[] = [];
    for (const step of setting.steps) {
      const [row, more] = await asking(connection, step.sql, step);
      if (!row || more) {
        await asking(connection, plain('rollback'));
        return err({ reason: 'changed_there', definition: await current(connection, mapping, workflowId) });
      }
      rows.push(row);
    }
    const stored = await store(setting.origin(rows));
    await asking(connection, plain('commit'));
    return ok(stored);
  } catch (error) {
    if (error instanceof NotSet) return err(error.refusal);
    throw error;
  } finally {
    clearTimeout(timer);
    // Closing without a commit takes back whatever was set.
    await connection.close();
  }
}

/** A refusal on its way out of the transaction. */
class NotSet extends Error {
  override readonly name = 'NotSet';
  constructor(
    readonly refusal: WriteBackRefusal,
    options: ErrorOptions,
  ) {
    super(refusal.reason, options);
  }
}

/** What is read back has the spelling of other readings. */
async function begin(connection: Connection): Promise<void> {
  await asking(connection, plain('begin transaction isolation level read committed, read write'));
  await asking(connection, {
    text: `select pg_catalog.set_config('statement_timeout', $1, true), pg_catalog.set_config('lock_timeout', $2, true),
      pg_catalog.set_config('DateStyle', 'ISO, YMD', true)`,
    values: [String(STATEMENT_MS), String(LOCK_MS)],
  });
}

async function current(
  connection: Connection,
  mapping: PresetMapping,
  workflowId: string,
): Promise<RawDefinition | null> {
  const statement = currentStatement(mapping, workflowId);
  if (!statement) return null;
  await begin(connection);
  const [row] = await asking(connection, statement);
  return row ? readDefinitionRow(mapping, row) : null;
}

async function asking(
  { client, place }: Connection,
  { text, values }: SqlText,
  step?: SettingStep,
): Promise<DefinitionRow[]> {
  try {
    const query: pg.QueryConfig & { queryMode: 'extended' } = { text, values: [...values], queryMode: 'extended' };
    return (await client.query<Record<string, unknown>>(query)).rows;
  } catch (cause) {
    const fault = faultOf(cause, place, true);
    const readOnly = step && (fault.code === 'no_permission' || fault.code === 'would_write');
    if (!readOnly) throw new NotSet({ reason: 'failed', fault }, { cause });
    const grant = fault.code === 'no_permission' ? `${step.grant} TO ${quoted(place.user)};` : null;
    throw new NotSet({ reason: 'read_only', table: step.table, user: place.user, grant }, { cause });
  }
}

/** Shown to be copied, never run. */
function quoted(user: string): string {
  return `"${user.replaceAll('"', '""')}"`;
}

function plain(text: string): SqlText {
  return { text, values: [] };
}
