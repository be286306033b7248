import { DAY_MS } from '@/lib/shared/clock';
import { type AttemptLine, BY_NAME, lineOf, named } from './attempt-line';
import { placeText, readTime } from './column-sql';
import type { Slice } from './preset';
import type { AttemptsMapping, TablesMapping } from './schema';
import { ident, joinSql, type SqlFragment, type SqlValue, sqlText } from './sql';
import { arrayIn, at, messageOf } from './sql-values';

/** The attempts of one execution lie within so many days: as far as is looked beside a slice to know of them all. */
export const EXECUTION_DAYS = 30;

type JsonArray = Extract<AttemptsMapping['retries'], { kind: 'json_array' }>;

/** Attempts of a free mapping whose time lies in the slice, as rows of `RawAttempt`. */
export function tableAttempts(mapping: TablesMapping, slice: Slice): SqlFragment {
  const { attempts } = mapping;
  const { retries } = attempts;
  if (retries.kind === 'json_array') return arrayAttempts(mapping, retries, slice);
  const each = linesOf(attempts);
  if (attempts.attempt === undefined && retries.kind !== 'last_only') return countedAttempts(attempts, each, slice);
  const selects = each.map(
    ({ line, where }) =>
      sqlText`select ${named(line.columns)} from ${line.row.from} where ${where} and ${line.time.within(slice)}`,
  );
  return joinSql(selects, ' union all ');
}

/** The earliest attempt's time of a free mapping, as `first`. */
export function tableFirstAttempt({ attempts }: TablesMapping): SqlFragment {
  const firsts = linesOf(attempts).map(({ line, where }) => line.time.first(line.row.from, where));
  if (attempts.retries.kind === 'json_array') firsts.push(firstElement(attempts, attempts.retries));
  return sqlText`select min(first) as first from (${joinSql(firsts, ' union all ')}) f`;
}

/** What stands in the time's column and cannot be read as the mapping says, as `value` and `rows`, the most first. */
export function tableUnreadableTimes({ attempts }: TablesMapping): SqlFragment {
  const { row, time, where } = lineOf(attempts, attempts.from);
  const text = row.text(attempts.occurredAt.column);
  return sqlText`
    select left(${text}, 200) as value, count(*)::float8 as rows from ${row.from}
    where ${where} and ${time.value} is null and ${text} is not null and ${text} not in ('', '0')
    group by 1 order by 2 desc, 1 limit 20`;
}

interface HeldLine {
  readonly line: AttemptLine;
  readonly where: SqlFragment;
}

/** Each table that attempts stand in; what an earlier one holds does not count again. */
function linesOf(attempts: AttemptsMapping): HeldLine[] {
  const line = lineOf(attempts, attempts.from);
  const held = { line, where: line.where };
  if (attempts.retries.kind !== 'history_table') return [held];
  const earlier = lineOf(attempts, attempts.retries.from);
  return [held, { line: earlier, where: sqlText`${earlier.where} and not ${isHeld(attempts, line, earlier)}` }];
}

/** That the current row `t` stands in the first table as well; its columns as they are, so that an index serves. */
function isHeld(attempts: AttemptsMapping, main: AttemptLine, earlier: AttemptLine): SqlFragment {
  const { workflowId, nodeId, runId, subIndex, attempt } = attempts;
  const keys = [runId, nodeId, workflowId, ...(attempt === undefined ? [] : [attempt.column])];
  const columns = keys.map((key, index) => sqlText`${main.row.raw(key)} as ${KEYS[index] ?? TIME_KEY}`);
  const equal = keys.map((key, index) => sqlText`m.${KEYS[index] ?? TIME_KEY} = ${earlier.row.raw(key)}`);
  if (subIndex !== undefined) {
    columns.push(sqlText`${main.row.text(subIndex)} as k_sub`);
    equal.push(sqlText`m.k_sub is not distinct from ${earlier.row.text(subIndex)}`);
  }
  if (attempt === undefined) {
    columns.push(sqlText`${main.time.value} as ${TIME_KEY}`);
    equal.push(sqlText`m.${TIME_KEY} = ${earlier.time.value}`);
  }
  return sqlText`exists (select from (
    select ${joinSql(columns, ', ')} from ${main.row.from} where ${main.where}) m where ${joinSql(equal, ' and ')})`;
}

const KEYS = [sqlText`k_run`, sqlText`k_node`, sqlText`k_workflow`, sqlText`k_attempt`];
const TIME_KEY = sqlText`k_time`;

/** Attempts without a number: counted by their time, within the runs that the slice touches. */
function countedAttempts(attempts: AttemptsMapping, each: readonly HeldLine[], slice: Slice): SqlFragment {
  const wide = { from: daysFrom(slice.from, -EXECUTION_DAYS), to: slice.to };
  const touched = each.map(
    ({ line, where }) =>
      sqlText`select ${line.row.raw(attempts.runId)} as run from ${line.row.from} where ${where} and ${line.time.within(slice)}`,
  );
  const held = each.map(
    ({ line, where }) =>
      sqlText`select ${named(line.columns)}, ${line.time.value} as ended from ${line.row.from}
        where ${where} and ${line.time.within(wide)} and ${line.row.raw(attempts.runId)} in (select run from touched)`,
  );
  return sqlText`
    with touched as (${joinSql(touched, ' union all ')}), held as (${joinSql(held, ' union all ')}),
    counted as (
      select held.*, row_number() over (
        partition by workflow_id, node_id, run_id, sub_index order by ended, status, error_message)::int as number
      from held)
    select ${named({ ...BY_NAME, attempt: sqlText`number` })} from counted where ended >= ${at(slice.from)}`;
}

/** Attempts in a JSON array of the row: each by its own time; one whose time cannot be read, by that of its row. */
function arrayAttempts({ attempts, statuses }: TablesMapping, retries: JsonArray, slice: Slice): SqlFragment {
  const { row, columns, time, where } = lineOf(attempts, attempts.from, [retries.array]);
  const wide = { from: daysFrom(slice.from, -EXECUTION_DAYS), to: daysFrom(slice.to, EXECUTION_DAYS) };
  const element = elementTime(retries);
  const failed = Object.entries(statuses).find(([, meaning]) => meaning === 'failed')?.[0] ?? null;
  const last = sqlText`e.position = held`;
  /** Without a place of its own, the last of all has what stands in the row. */
  const or = (path: readonly string[] | undefined, ofRow: SqlFragment, other: SqlValue) => {
    if (path !== undefined) return placeText(sqlText`e.value`, path);
    return retries.holds === 'all'
      ? sqlText`case when ${last} then ${ofRow} else ${other}::text end`
      : sqlText`${other}::text`;
  };
  const own = attempts.attempt === undefined ? sqlText`held + 1` : sqlText`b.attempt`;
  return sqlText`
    select ${named({ ...BY_NAME, ...OF_TRY })}
    from (select ${named(columns)}, ${time.value} as ended, ${arrayIn(row.json(retries.array))} as tries
      from ${row.from} where ${where} and (${time.within(wide)} or ${time.value} is null)) b
    cross join lateral (select jsonb_array_length(tries) as held) n
    cross join lateral (
      select ${own} as attempt, b.status, b.error_code, b.error_message, b.ended, b.occurred_at, b.duration_ms
      where ${retries.holds === 'earlier'}::boolean or held = 0
      union all
      select e.position::int, ${or(retries.status, sqlText`b.status`, failed)},
        nullif(${or(retries.errorCode, sqlText`b.error_code`, null)}, ''),
        ${messageOf(or(retries.errorMessage, sqlText`b.error_message`, null))},
        coalesce(${element.value}, b.ended), ${element.shown}, null::float8
      from jsonb_array_elements(tries) with ordinality e(value, position)) tried
    where tried.ended >= ${at(slice.from)} and tried.ended < ${at(slice.to)}`;
}

function firstElement(attempts: AttemptsMapping, retries: JsonArray): SqlFragment {
  const { row, where } = lineOf(attempts, attempts.from, [retries.array]);
  return sqlText`select min(${elementTime(retries).value}) as first from ${row.from}
    cross join lateral jsonb_array_elements(${arrayIn(row.json(retries.array))}) e(value) where ${where}`;
}

function elementTime({ occurredAt: { path, ...kind } }: JsonArray): ReturnType<typeof readTime> {
  return readTime(kind, placeText(sqlText`e.value`, path));
}

function daysFrom(time: Date, days: number): Date {
  return new Date(time.getTime() + days * DAY_MS);
}

const OF_TRY = {
  attempt: ident('tried', 'attempt'),
  status: ident('tried', 'status'),
  error_code: ident('tried', 'error_code'),
  error_message: ident('tried', 'error_message'),
  occurred_at: ident('tried', 'occurred_at'),
  duration_ms: ident('tried', 'duration_ms'),
};
