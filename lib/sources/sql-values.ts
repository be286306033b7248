import { type SqlFragment, type SqlValue, sqlText } from './sql';

/** Of the longest messages, so much is read: more than is kept, and enough to find a code in. */
const MAX_MESSAGE = 16_000;
/** End of the year 9999: beyond it, Postgres refuses the statement instead of the row. */
const MAX_EPOCH_S = 253_402_300_799;

/** A timestamptz as ISO 8601 text with a zone; null for infinity. */
export function isoOf(time: SqlFragment): SqlFragment {
  return sqlText`to_char((${time}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** A number of milliseconds since 1970 as timestamptz; null where it can be none, zero included. */
export function ofEpochMs(ms: SqlFragment): SqlFragment {
  return sqlText`case when (${ms}) between 1 and ${MAX_EPOCH_S * 1_000}::bigint then to_timestamp((${ms}) / 1000.0) end`;
}

/** The same of seconds. */
export function ofEpochS(seconds: SqlFragment): SqlFragment {
  return sqlText`case when (${seconds}) between 1 and ${MAX_EPOCH_S}::bigint then to_timestamp(${seconds}) end`;
}

/** ISO 8601 text with a zone as timestamptz; null for other texts, which Postgres would refuse together with the rest. */
export function ofIsoText(text: SqlFragment): SqlFragment {
  return sqlText`case when (${text}) ~ ${ISO_WITH_ZONE} then (${text})::timestamptz end`;
}

const YEAR = '(?!0000)\\d{4}';
const LEAP = '(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29';
const DAYS =
  '(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))';
/** Of days that there are. */
export const DATE = `(?:${YEAR}-${DAYS}|(?!0000)${LEAP})`;
/** ISO 8601, as far as Postgres reads it. */
export const TIME = '(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:[.,]\\d{1,12})?)?';
export const OFFSET = ' ?(?:Z|[+-](?:0\\d|1[0-4])(?::?[0-5]\\d)?)';
const ISO_WITH_ZONE = `^${DATE}[T ]${TIME}${OFFSET}$`;

/**
 * A text (or json) column as jsonb, null where it holds no object or array. Characters that JSON may escape and jsonb
 * cannot keep (NUL, halves of pairs) become U+FFFD, since one of them would stop the reading of all rows.
 */
export function jsonOf(text: SqlFragment): SqlFragment {
  // Only the ends are trimmed: of the whole text, that would take as long as parsing it.
  const first = sqlText`left(ltrim(left(${text}, ${ENDS}::int), ${BLANKS}), 1)`;
  const last = sqlText`right(rtrim(right(${text}, ${ENDS}::int), ${BLANKS}), 1)`;
  return sqlText`case when ${first} || ${last} in ('{}', '[]')
    then (case when strpos(${text}, '\\u') > 0 and ${text} ~ ${UNKEEPABLE}
      then regexp_replace(${text}, ${UNKEEPABLE}, '\\ufffd', 'g') else ${text} end)::jsonb end`;
}

const ENDS = 40;
const BLANKS = ' \t\r\n';
const [HIGH, LOW] = ['\\\\u[dD][89abAB][0-9a-fA-F]{2}', '\\\\u[dD][c-fC-F][0-9a-fA-F]{2}'];
const UNKEEPABLE = `\\\\u0000|${HIGH}(?!${LOW})|(?<!${HIGH})${LOW}`;

/**
 * Values worked out once for each row, to be joined by `cross join lateral`. Without `offset 0`, Postgres would put the
 * expressions wherever they are named, and parse a JSON text as often.
 */
export function once(columns: SqlFragment): SqlFragment {
  return sqlText`(select ${columns} offset 0)`;
}

/** A number within jsonb, as float8; null for anything else there, and for numbers that are none of float8. */
export function numberIn(json: SqlFragment): SqlFragment {
  return sqlText`case when jsonb_typeof(${json}) = 'number' then
    case when abs((${json})::numeric) < '1e300'::numeric then round((${json})::numeric, 20)::float8 end end`;
}

/** An array within jsonb; an empty one for anything else there. */
export function arrayIn(json: SqlFragment): SqlFragment {
  return sqlText`case when jsonb_typeof(${json}) = 'array' then ${json} else '[]'::jsonb end`;
}

/** An error message, of which only so much travels as can matter. */
export function messageOf(text: SqlFragment): SqlFragment {
  return sqlText`left(${text}, ${MAX_MESSAGE}::int)`;
}

/** SHA-256 of a text in hexadecimal. */
export function hashOf(text: SqlFragment): SqlFragment {
  return sqlText`encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;
}

/** A point in time as a parameter. */
export function at(time: Date): SqlFragment {
  return sqlText`${time.toISOString()}::timestamptz`;
}

/** A point in time as a parameter, for columns without a zone that hold UTC. */
export function atUtc(time: Date): SqlFragment {
  return sqlText`(${time.toISOString()}::timestamptz at time zone 'UTC')`;
}

/** `and <column> = <value>`, or nothing where there is no value. */
export function andIs(column: SqlFragment, value: SqlValue): SqlFragment {
  return value === null ? sqlText`` : sqlText` and ${column} = ${value}`;
}
