import { SECOND_MS } from '@/lib/shared/clock';
import { err, type Result } from '@/lib/shared/result';
import type { SourcePlace } from './connect';
import type { SourceFault } from './fault';
import { isOwnTable } from './own-tables';
import { PRESETS } from './presets/registry';
import { type SourceReader, withSource } from './read';
import { readOnlyRoleSql } from './role-sql';
import { type Table, tableSchema } from './schema';
import { ident, joinSql, type SqlFragment, sqlText } from './sql';
import type { PlatformId } from './vocabulary';

/** What the role that we come as may do there. */
export type SourceRole = 'read_only' | 'writes' | 'superuser';

export interface FoundTable {
  readonly schema: string;
  readonly table: string;
  readonly view: boolean;
}

/** A platform whose tables stand in a schema. */
export interface FoundPreset {
  readonly platform: PlatformId;
  readonly schema: string;
}

/** What stands at a place: tables and views that may be read, and the platforms whose tables they are. */
export interface FoundPlace {
  readonly database: string;
  readonly user: string;
  readonly role: SourceRole;
  /** Statements that make a role which may only read, to be copied; null where this one may not write. */
  readonly readOnlySql: string | null;
  readonly tables: readonly FoundTable[];
  readonly presets: readonly FoundPreset[];
}

export interface FoundColumn {
  readonly name: string;
  readonly type: string;
}

/** Columns of a table, and some of its rows: a text per column, in their order, cut. */
export interface TableSample {
  readonly columns: readonly FoundColumn[];
  readonly rows: readonly (readonly (string | null)[])[];
}

const LIMITS = { statementMs: 10 * SECOND_MS, totalMs: 30 * SECOND_MS };
const MAX_TABLES = 5_000;
const MAX_COLUMNS = 300;
const SAMPLE_ROWS = 8;
const MAX_TEXT = 500;
/** JSON that is cut cannot be looked into. */
const MAX_JSON = 30_000;

/** What stands at a place. Failpath's own tables and those of the system are not shown. */
export function introspect(place: SourcePlace): Promise<Result<FoundPlace, SourceFault>> {
  return withSource(
    place,
    async (reader) => {
      const tables = await tablesOf(reader, place.own);
      const presets = await detectPresets(reader, place.own);
      const { database, user, role } = await roleOf(reader);
      const schemas = [...new Set((presets.length > 0 ? presets : tables).map(({ schema }) => schema))];
      const readOnlySql = role === 'read_only' ? null : readOnlyRoleSql(database, schemas);
      return { database, user, role, readOnlySql, tables, presets };
    },
    LIMITS,
  );
}

/**
 * Columns of a table or view, with some of its rows. Fault `system_table` or `own_table` for what is not to be read,
 * `table_missing` for what is not there (or not for this role).
 */
export async function sampleTable(place: SourcePlace, table: Table): Promise<Result<TableSample, SourceFault>> {
  const name = `${table.schema}.${table.table}`;
  if (!tableSchema.safeParse(table).success) return err({ code: 'system_table', values: { name } });
  if (place.own && isOwnTable(table.schema, table.table)) return err({ code: 'own_table', values: { name } });
  const read = await withSource(
    place,
    async (reader) => {
      const columns = await columnsOf(reader, table);
      return columns.length === 0 ? null : { columns, rows: await rowsOf(reader, table, columns) };
    },
    LIMITS,
  );
  if (!read.ok) return read;
  return read.value === null ? err({ code: 'table_missing', values: { name } }) : { ok: true, value: read.value };
}

/** What the role may do in this database: with tables of people, not of the system. */
export async function roleOf(
  reader: SourceReader,
): Promise<{ readonly database: string; readonly user: string; readonly role: SourceRole }> {
  const [found] = await reader.all<{ database: string; user: string; superuser: boolean; writes: boolean }>(
    sqlText`
      select current_database()::text as database, current_user::text as user,
        (select rolsuper from pg_catalog.pg_roles where rolname = current_user) as superuser,
        exists (select from ${RELATIONS} where pg_catalog.has_table_privilege(c.oid, 'delete, truncate')
          or pg_catalog.has_any_column_privilege(c.oid, 'insert, update')) as writes`,
    1,
  );
  const { database = '', user = '' } = found ?? {};
  if (found?.superuser === true) return { database, user, role: 'superuser' };
  return { database, user, role: found?.writes === false ? 'read_only' : 'writes' };
}

/** The platforms whose tables, with all the columns that are needed, stand in one schema. */
export async function detectPresets(reader: SourceReader, own: boolean): Promise<FoundPreset[]> {
  const names = [...new Set(PRESETS.flatMap(({ tables }) => tables.map(({ table }) => table)))];
  const found = await reader.all<{ schema: string; table: string; columns: string[] }>(
    sqlText`
      select n.nspname::text as schema, c.relname::text as table, array_agg(a.attname::text) as columns
      from ${RELATIONS} join ${COLUMNS} where c.relname = any(${names}::text[]) and not c.relispartition
      group by 1, 2 order by 1, 2`,
    MAX_TABLES,
  );
  const seen = found.filter(({ schema, table }) => !(own && isOwnTable(schema, table)));
  const schemas = [...new Set(seen.map(({ schema }) => schema))];
  const has = (schema: string, wanted: (typeof PRESETS)[number]['tables'][number]) =>
    seen.some(
      (each) =>
        each.schema === schema &&
        each.table === wanted.table &&
        wanted.columns.every((column) => each.columns.includes(column)),
    );
  return PRESETS.flatMap(({ id, tables }) =>
    schemas.filter((schema) => tables.every((table) => has(schema, table))).map((schema) => ({ platform: id, schema })),
  );
}

/** Columns of a table or view that the role may read, with their types. */
export function columnsOf(reader: SourceReader, { schema, table }: Table): Promise<FoundColumn[]> {
  return reader.all<{ name: string; type: string }>(
    sqlText`
      select a.attname::text as name, pg_catalog.format_type(a.atttypid, a.atttypmod) as type
      from ${RELATIONS} join ${COLUMNS} where n.nspname = ${schema} and c.relname = ${table}
        and pg_catalog.has_column_privilege(c.oid, a.attnum, 'select')
      order by a.attnum`,
    MAX_COLUMNS,
  );
}

async function tablesOf(reader: SourceReader, own: boolean): Promise<FoundTable[]> {
  const found = await reader.all<{ schema: string; table: string; view: boolean }>(
    sqlText`
      select n.nspname::text as schema, c.relname::text as table, c.relkind in ('v', 'm') as view
      from ${RELATIONS} where not c.relispartition and pg_catalog.has_any_column_privilege(c.oid, 'select')
        and not exists (select from pg_catalog.pg_depend d
          where d.classid = 'pg_catalog.pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      order by 1, 2`,
    MAX_TABLES,
  );
  return found.filter(({ schema, table }) => !(own && isOwnTable(schema, table)));
}

async function rowsOf(
  reader: SourceReader,
  { schema, table }: Table,
  columns: readonly FoundColumn[],
): Promise<(string | null)[][]> {
  const cells = columns.map(({ name }) => cell(sqlText`(t.${ident(name)})::text`));
  const found = await reader.all<{ cells: (string | null)[] }>(
    sqlText`select array[${joinSql(cells, ', ')}]::text[] as cells from ${ident(schema, table)} t limit ${SAMPLE_ROWS}::int`,
    SAMPLE_ROWS,
  );
  return found.map((row) => row.cells);
}

function cell(text: SqlFragment): SqlFragment {
  return sqlText`left(${text}, case when left(${text}, 1) in ('{', '[') then ${MAX_JSON}::int else ${MAX_TEXT}::int end)`;
}

/** Tables and views of people with their schemas, and the columns of one. */
const RELATIONS = sqlText`pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  and c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  and pg_catalog.has_schema_privilege(n.oid, 'usage')`;
const COLUMNS = sqlText`pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped`;
