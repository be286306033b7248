import type { Slice } from './preset';
import type { AttemptsMapping, Column, Table } from './schema';
import { ident, joinSql, type SqlFragment, sqlText } from './sql';
import { at, DATE, isoOf, jsonOf, OFFSET, ofEpochMs, ofEpochS, TIME } from './sql-values';
import type { DurationUnit } from './vocabulary';

/** When something happened, as a mapping says it. */
export type TimeSpec = AttemptsMapping['occurredAt'];

/** A table's row as `t`, and of its columns that hold JSON each one read once: as `j.j0`, `j.j1`, … */
export interface RowSql {
  readonly from: SqlFragment;
  /** A column, or the place within its JSON, as text. */
  text(column: Column): SqlFragment;
  /** The same as jsonb. */
  json(column: Column): SqlFragment;
  /** A column as it is, so that its index serves; a place within JSON as text. */
  raw(column: Column): SqlFragment;
  time(spec: TimeSpec): TimeSql;
}

/** A point in time of a row. */
export interface TimeSql {
  /** timestamptz; null where there is none, or none that can be read. */
  readonly value: SqlFragment;
  /** ISO 8601 with a zone; what cannot be read as it stands there. */
  readonly shown: SqlFragment;
  /** That it lies in `[from, to)`: of a column of its own type on the column itself, so that its index serves. */
  within(slice: Slice): SqlFragment;
  /** A statement for the earliest of the rows, as `first`. */
  first(rows: SqlFragment, where: SqlFragment): SqlFragment;
}

/** Rows of a table, for a statement that uses these columns. */
export function rowsOf(table: Table, columns: readonly Column[]): RowSql {
  const held = [...new Set(columns.filter(isPlace).map(({ column }) => column))];
  const jsons = held.map((column, index) => sqlText`${jsonColumn(column)} as ${ident(`j${index}`)}`);
  // Not pulled up into its uses (`offset 0`), so that each row's text is parsed once.
  const lateral =
    jsons.length === 0 ? sqlText`` : sqlText` cross join lateral (select ${joinSql(jsons, ', ')} offset 0) j`;
  const holding = ({ column }: Column) => ident('j', `j${held.indexOf(column)}`);
  const row: RowSql = {
    from: sqlText`${ident(table.schema, table.table)} t${lateral}`,
    text: (column) => (isPlace(column) ? placeText(holding(column), pathOf(column)) : sqlText`(${bare(column)})::text`),
    json: (column) =>
      isPlace(column) ? sqlText`(${holding(column)} #> ${pathOf(column)}::text[])` : jsonColumn(column.column),
    raw: (column) => (isPlace(column) ? row.text(column) : bare(column)),
    time: (spec) => (isPlace(spec.column) ? readTime(spec, row.text(spec.column)) : columnTime(spec)),
  };
  return row;
}

/** Text at a place within JSON. */
export function placeText(json: SqlFragment, path: readonly string[]): SqlFragment {
  return sqlText`(${json} #>> ${path}::text[])`;
}

/** A time that is written as text, or as a number in text. */
export function readTime(spec: Pick<TimeSpec, 'kind' | 'zone'>, text: SqlFragment): TimeSql {
  const value = readText(spec, text);
  return {
    value,
    shown: sqlText`coalesce(${isoOf(value)}, ${text})`,
    within: ({ from, to }) => sqlText`((${value}) >= ${at(from)} and (${value}) < ${at(to)})`,
    first: (rows, where) => sqlText`select min(${value}) as first from ${rows} where ${where}`,
  };
}

/** A number of a try as it is counted here, from 1 on; 0, which is none, for what is no number. */
export function attemptOf(text: SqlFragment, base: 0 | 1): SqlFragment {
  return sqlText`coalesce(case when ${text} ~ '^\\d{1,6}$' then (${text})::int end + ${1 - base}::int, 0)`;
}

/** A length of time in milliseconds; null for what is none. */
export function durationOf(text: SqlFragment, unit: DurationUnit): SqlFragment {
  if (unit === 'interval')
    return sqlText`case when ${text} ~ ${INTERVAL} then extract(epoch from (${text})::interval)::float8 * 1000 end`;
  const number = sqlText`case when ${text} ~ ${NUMBER} then (${text})::float8 end`;
  return unit === 's' ? sqlText`(${number}) * 1000` : number;
}

function isPlace({ path }: Column): boolean {
  return path !== undefined && path.length > 0;
}

function pathOf({ path }: Column): string[] {
  return (path ?? []).map(String);
}

function bare({ column }: Column): SqlFragment {
  return ident('t', column);
}

/** jsonb as it is; json and text with what jsonb cannot keep replaced. */
function jsonColumn(column: string): SqlFragment {
  const name = ident('t', column);
  return sqlText`case when pg_typeof(${name}) = 'jsonb'::regtype then (${name})::jsonb else ${jsonOf(sqlText`(${name})::text`)} end`;
}

function columnTime(spec: TimeSpec): TimeSql {
  const name = bare(spec.column);
  switch (spec.kind) {
    case 'iso':
      return readTime(spec, sqlText`(${name})::text`);
    case 'timestamptz':
      return timeOf(spec.column, {
        value: typed(name, 'timestamp with time zone', sqlText`(${name})::timestamptz`),
        least: sqlText`'-infinity'`,
        within: ({ from, to }) => [sqlText`${name} >= ${at(from)} and ${name} < ${at(to)}`],
      });
    case 'naive':
      return spec.zone === undefined ? readTime(spec, sqlText`(${name})::text`) : naiveTime(spec.column, spec.zone);
    case 'epoch_ms':
      return timeOf(spec.column, {
        value: ofEpochMs(name),
        least: sqlText`0`,
        within: ({ from, to }) => [sqlText`${name} >= ${from.getTime()}::bigint and ${name} < ${to.getTime()}::bigint`],
      });
    case 'epoch_s':
      return timeOf(spec.column, {
        value: ofEpochS(name),
        least: sqlText`0`,
        // Of whole seconds for the index; the instant decides.
        within: ({ from, to }) => [
          sqlText`${name} >= ${Math.floor(from.getTime() / 1000)}::bigint and ${name} < ${Math.ceil(to.getTime() / 1000)}::bigint`,
          sqlText`${name} >= ${from.getTime()}::numeric / 1000 and ${name} < ${to.getTime()}::numeric / 1000`,
        ],
      });
  }
}

/** Clocks that are set back pass some times twice: the index is asked for a little more, the instant decides. */
function naiveTime(column: Column, zone: string): TimeSql {
  const name = bare(column);
  const value = typed(name, 'timestamp without time zone', sqlText`(${name})::timestamp at time zone ${zone}`);
  return timeOf(column, {
    value,
    least: sqlText`'-infinity'`,
    within: ({ from, to }) => [
      sqlText`(${value}) >= ${at(from)} and (${value}) < ${at(to)}`,
      sqlText`${name} >= (${at(from)} at time zone ${zone}) - interval '1 day'`,
      sqlText`${name} < (${at(to)} at time zone ${zone}) + interval '1 day'`,
    ],
  });
}

/** Null for a column of another type: a naive time is not to be taken for one in UTC, nor the other way round. */
function typed(name: SqlFragment, type: string, value: SqlFragment): SqlFragment {
  return sqlText`case when pg_typeof(${name}) = ${type}::regtype then ${value} end`;
}

interface OwnTime {
  readonly value: SqlFragment;
  /** Values of the column that are times lie above it. */
  readonly least: SqlFragment;
  within(slice: Slice): readonly SqlFragment[];
}

function timeOf(column: Column, { value, least, within }: OwnTime): TimeSql {
  const name = bare(column);
  return {
    value,
    shown: sqlText`coalesce(${isoOf(value)}, (${name})::text)`,
    within: (slice) => sqlText`(${joinSql(within(slice), ' and ')})`,
    first: (rows, where) => sqlText`
      select ${value} as first
      from (select min(${name}) as ${ident(column.column)} from ${rows} where ${where} and ${name} > ${least}) t`,
  };
}

/** Postgres would refuse the statement for one text that is no time, so each is looked at before it is read. */
function readText({ kind, zone }: Pick<TimeSpec, 'kind' | 'zone'>, text: SqlFragment): SqlFragment {
  const zoned = sqlText`case when ${text} ~ ${`^${DATE}[T ]${TIME}${OFFSET}$`} then (${text})::timestamptz end`;
  switch (kind) {
    case 'timestamptz':
      return zoned;
    case 'iso':
      return zone === undefined ? zoned : sqlText`coalesce(${zoned}, ${naiveText(text, zone)})`;
    case 'naive':
      return zone === undefined ? sqlText`null::timestamptz` : naiveText(text, zone);
    case 'epoch_ms':
      return ofEpochMs(sqlText`case when ${text} ~ ${NUMBER} then (${text})::numeric end`);
    case 'epoch_s':
      return ofEpochS(sqlText`case when ${text} ~ ${NUMBER} then (${text})::numeric end`);
  }
}

function naiveText(text: SqlFragment, zone: string): SqlFragment {
  return sqlText`case when ${text} ~ ${`^${DATE}[T ]${TIME}$`} then (${text})::timestamp at time zone ${zone} end`;
}

const NUMBER = '^-?\\d{1,15}(?:\\.\\d{1,20})?(?:e[+-]?\\d{1,2})?$';
const INTERVAL =
  '^(?:P(?=.)(?:-?\\d{1,6}Y)?(?:-?\\d{1,6}M)?(?:-?\\d{1,6}W)?(?:-?\\d{1,6}D)?(?:T(?=.)(?:-?\\d{1,9}H)?(?:-?\\d{1,9}M)?(?:-?\\d{1,9}(?:\\.\\d{1,9})?S)?)?|\\d{1,5}:[0-5]\\d:[0-5]\\d(?:\\.\\d{1,9})?)$';
