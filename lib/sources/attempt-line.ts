import { attemptOf, durationOf, type RowSql, rowsOf, type TimeSql } from './column-sql';
import type { AttemptsMapping, Column, Table } from './schema';
import { ident, joinSql, type SqlFragment, sqlText } from './sql';
import { messageOf } from './sql-values';

/** The columns of a raw attempt, in their order. */
export interface AttemptColumns {
  readonly node_id: SqlFragment;
  readonly workflow_id: SqlFragment;
  readonly workflow_version_id: SqlFragment;
  readonly tenant_id: SqlFragment;
  readonly run_id: SqlFragment;
  readonly sub_index: SqlFragment;
  readonly attempt: SqlFragment;
  readonly status: SqlFragment;
  readonly error_code: SqlFragment;
  readonly error_message: SqlFragment;
  readonly payload_hash: SqlFragment;
  readonly occurred_at: SqlFragment;
  readonly duration_ms: SqlFragment;
}

/** A table's rows as attempts, as a free mapping says it. */
export interface AttemptLine {
  readonly row: RowSql;
  readonly columns: AttemptColumns;
  readonly time: TimeSql;
  /** Its filters; true without any. */
  readonly where: SqlFragment;
}

const NO_TEXT = sqlText`null::text`;

/** How the rows of one of the mapping's tables are read; `also`: columns that are used beside. */
export function lineOf(attempts: AttemptsMapping, table: Table, also: readonly Column[] = []): AttemptLine {
  const { attempt, duration } = attempts;
  const row = rowsOf(table, [...columnsOf(attempts), ...also]);
  const time = row.time(attempts.occurredAt);
  const optional = (column: Column | undefined) => (column === undefined ? NO_TEXT : row.text(column));
  return {
    row,
    time,
    where: filtersSql(row, attempts.filters),
    columns: {
      node_id: row.text(attempts.nodeId),
      workflow_id: row.text(attempts.workflowId),
      workflow_version_id: optional(attempts.workflowVersion),
      tenant_id: optional(attempts.tenant),
      run_id: row.text(attempts.runId),
      sub_index: optional(attempts.subIndex),
      attempt: attempt === undefined ? sqlText`1` : attemptOf(row.text(attempt.column), attempt.base),
      status: row.text(attempts.status),
      error_code: sqlText`nullif(${optional(attempts.errorCode)}, '')`,
      error_message: messageOf(optional(attempts.errorMessage)),
      payload_hash: optional(attempts.payloadHash),
      occurred_at: time.shown,
      duration_ms:
        duration === undefined ? sqlText`null::float8` : durationOf(row.text(duration.column), duration.unit),
    },
  };
}

/** Columns under their names, each as it is given. */
export function named(columns: Readonly<Partial<Record<keyof AttemptColumns, SqlFragment>>>): SqlFragment {
  const each = NAMES.flatMap((name) => {
    const column = columns[name];
    return column === undefined ? [] : [sqlText`${column} as ${ident(name)}`];
  });
  return joinSql(each, ', ');
}

/** The condition that all filters hold. */
export function filtersSql(row: RowSql, filters: AttemptsMapping['filters']): SqlFragment {
  const each = filters.map(({ column, op, values }) => {
    const texts = values.filter((value) => value !== null);
    const among = sqlText`coalesce(${row.text(column)} = any(${texts}::text[]), ${values.includes(null)}::boolean)`;
    return op === 'in' ? among : sqlText`not ${among}`;
  });
  return each.length === 0 ? sqlText`true` : joinSql(each, ' and ');
}

/** Every column that the attempts' mapping names in the table of its rows. */
export function columnsOf(attempts: AttemptsMapping): Column[] {
  const { nodeId, workflowId, runId, status, workflowVersion, tenant, subIndex, errorCode, errorMessage } = attempts;
  const also = [workflowVersion, tenant, subIndex, errorCode, errorMessage, attempts.payloadHash];
  const { attempt, duration, occurredAt, filters } = attempts;
  const numbers = [attempt?.column, duration?.column, occurredAt.column];
  const all = [nodeId, workflowId, runId, status, ...also, ...numbers, ...filters.map(({ column }) => column)];
  return all.filter((column) => column !== undefined);
}

const NAMES = [
  'node_id',
  'workflow_id',
  'workflow_version_id',
  'tenant_id',
  'run_id',
  'sub_index',
  'attempt',
  'status',
  'error_code',
  'error_message',
  'payload_hash',
  'occurred_at',
  'duration_ms',
] as const satisfies readonly (keyof AttemptColumns)[];

/** The same columns of a subselect that has them under their names. */
export const BY_NAME: AttemptColumns = {
  node_id: ident('node_id'),
  workflow_id: ident('workflow_id'),
  workflow_version_id: ident('workflow_version_id'),
  tenant_id: ident('tenant_id'),
  run_id: ident('run_id'),
  sub_index: ident('sub_index'),
  attempt: ident('attempt'),
  status: ident('status'),
  error_code: ident('error_code'),
  error_message: ident('error_message'),
  payload_hash: ident('payload_hash'),
  occurred_at: ident('occurred_at'),
  duration_ms: ident('duration_ms'),
};
