import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { connectionConfig } from '@/lib/db/connection';
import { DAY_MS } from '@/lib/shared/clock';
import { testContext } from '@/lib/testing/context';
import { runOn } from '@/lib/testing/server';
import type { Attempt, RawAttempt, SqlText } from './attempt';
import { withSource } from './read';
import { type SourceMappingInput, sourceMappingSchema } from './schema';
import { attemptsStatement, firstAttemptStatement, seenNodesStatement, statusesOf } from './statements';
import { tableUnreadableTimes } from './tables';
import { understand } from './understand';

const ctx = testContext();
const NOW = Date.now();
const ALL = { from: new Date(0), to: new Date(NOW + 365 * DAY_MS) };

type Tables = Extract<SourceMappingInput, { kind: 'tables' }>;
type Attempts = Tables['attempts'];

const col = (column: string, ...keys: (string | number)[]) => (keys.length === 0 ? { column } : { column, path: keys });

function mappingOf(attempts: Attempts, statuses: Tables['statuses'] = {}) {
  const read = sourceMappingSchema.parse({ kind: 'tables', definitions: null, attempts, statuses });
  if (read.kind !== 'tables') throw new Error('not of tables');
  return read;
}
type Mapping = ReturnType<typeof mappingOf>;

async function rowsOf<T extends Record<string, unknown>>(sql: SqlText): Promise<T[]> {
  const found = await withSource({ url: ctx.url, own: true }, (reader) => reader.all<T>(sql, 10_000));
  if (!found.ok) throw new Error(JSON.stringify(found.error));
  return found.value;
}

const raw = (mapping: Mapping, slice = ALL) =>
  rowsOf<RawAttempt & Record<string, unknown>>(attemptsStatement(mapping, slice));

async function attempts(mapping: Mapping, slice = ALL): Promise<Attempt[]> {
  const rows = await raw(mapping, slice);
  return rows.map((row) => {
    const understood = understand(row, statusesOf(mapping));
    if (understood.kind !== 'attempt') throw new Error(JSON.stringify({ understood, row }));
    return understood.attempt;
  });
}

/** Slices of a length add up to the whole, each row once, and each lies in its own. */
async function inSlices(mapping: Mapping, from: Date, to: Date, days: number): Promise<RawAttempt[]> {
  const found: RawAttempt[] = [];
  for (let start = from.getTime(); start < to.getTime(); start += days * DAY_MS) {
    const slice = { from: new Date(start), to: new Date(Math.min(to.getTime(), start + days * DAY_MS)) };
    for (const row of await raw(mapping, slice)) {
      const at = Date.parse(row.occurred_at ?? '');
      expect(at).toBeGreaterThanOrEqual(slice.from.getTime());
      expect(at).toBeLessThan(slice.to.getTime());
      found.push(row);
    }
  }
  return found;
}

async function load(platform: string): Promise<void> {
  const folder = path.join(import.meta.dirname, '../../testdata/platforms');
  for (const name of ['00_common', platform])
    await runOn(ctx.url, await readFile(path.join(folder, `${name}.sql`), 'utf8'));
}

const STATUS: Readonly<Record<string, string>> = { success: 'succeeded', failure: 'failed' };

/** The view of the platform's sample, in our words. */
async function view(schema: string): Promise<Record<string, unknown>[]> {
  const { rows } = await runOn(ctx.url, `select to_jsonb(a) as a from ${schema}.attempts a`);
  return rows.map(({ a }) => ({
    nodeId: a.node_id,
    workflowId: a.workflow_id,
    runId: a.run_id,
    attempt: a.attempt,
    status: STATUS[a.status] ?? a.status,
    errorCode: a.error_code,
    errorMessage: a.error_message,
    occurredAt: new Date(a.occurred_at),
  }));
}

const compared = (rows: readonly Attempt[]) =>
  rows.map(({ subIndex: _, payloadHash: __, durationMs: ___, ...row }) => row);
const sorted = (rows: readonly unknown[]) =>
  rows.map((row) => JSON.stringify(row, Object.keys(Object(row)).sort())).sort();

describe('the samples of platforms, by a free mapping', () => {
  it('Conductor: one table with JSON in it', async () => {
    await load('conductor');
    const at = (...keys: string[]) => col('json_data', ...keys);
    const mapping = mappingOf(
      {
        from: { schema: 'cdt', table: 'task' },
        nodeId: at('referenceTaskName'),
        workflowId: at('workflowType'),
        runId: at('workflowInstanceId'),
        attempt: { column: at('retryCount'), base: 0 },
        status: at('status'),
        errorMessage: at('reasonForIncompletion'),
        occurredAt: { column: at('endTime'), kind: 'epoch_ms' },
      },
      { COMPLETED: 'succeeded', FAILED: 'failed', TIMED_OUT: 'failed', CANCELED: 'cancelled' },
    );
    const found = await attempts(mapping);
    expect(sorted(compared(found))).toEqual(sorted(await view('cdt')));
    expect(found).toHaveLength(2);
    expect(await rowsOf(firstAttemptStatement(mapping))).toEqual([
      { first: new Date(Math.min(...found.map(({ occurredAt }) => occurredAt.getTime()))) },
    ]);
    expect(await rowsOf(seenNodesStatement(mapping, ALL) ?? { text: '', values: [] })).toEqual([
      { workflow_id: 'triage', node_id: 'call_erp_ref' },
    ]);
  });

  it('Airflow: a history table beside it', async () => {
    await load('airflow');
    // The same try in both, as it is for a moment: it counts once.
    await runOn(
      ctx.url,
      `insert into af.task_instance_history select id, task_id, dag_id, run_id, map_index, try_number, start_date,
        end_date, duration, state, max_tries, operator, updated_at, dag_version_id from af.task_instance`,
    );
    const mapping = mappingOf(
      {
        from: { schema: 'af', table: 'task_instance' },
        nodeId: col('task_id'),
        workflowId: col('dag_id'),
        runId: col('run_id'),
        subIndex: col('map_index'),
        attempt: { column: col('try_number'), base: 1 },
        status: col('state'),
        errorCode: col('operator'),
        occurredAt: { column: col('end_date'), kind: 'timestamptz' },
        duration: { column: col('duration'), unit: 's' },
        retries: { kind: 'history_table', from: { schema: 'af', table: 'task_instance_history' } },
      },
      { success: 'succeeded', failed: 'failed', up_for_retry: 'failed' },
    );
    const found = await attempts(mapping);
    const expected = (await view('af')).map((row) => ({
      ...row,
      // The view makes the code of the operator.
      errorCode: row.errorCode === null ? null : String(row.errorCode).replace(/_FAILED$/, ''),
    }));
    expect(sorted(compared(found))).toEqual(sorted(expected));
    expect(found.map(({ durationMs }) => durationMs).sort()).toEqual([1_800_000, 3_600_000]);
    // Without a number of their own they are counted by their time, in both tables together.
    const { attempt: _, ...counted } = mapping.attempts;
    expect(sorted(compared(await attempts({ ...mapping, attempts: counted })))).toEqual(sorted(expected));
    for (const each of [mapping, { ...mapping, attempts: counted }]) {
      const slices = await inSlices(each, new Date(NOW - 3 * DAY_MS), new Date(NOW + DAY_MS), 0.3);
      expect(sorted(slices)).toEqual(sorted(await raw(each)));
    }
  });

  it('DBOS: a view that joins what stands in two tables', async () => {
    await load('dbos');
    await runOn(
      ctx.url,
      `create view dbos.steps as select o.*, w.name as workflow, case when o.error is null then 'ok' else 'error' end as outcome,
        case when left(btrim(o.error), 1) = '{' then o.error else null end as error_json
        from dbos.operation_outputs o join dbos.workflow_status w using (workflow_uuid)`,
    );
    const mapping = mappingOf(
      {
        from: { schema: 'dbos', table: 'steps' },
        nodeId: col('function_name'),
        workflowId: col('workflow'),
        runId: col('workflow_uuid'),
        status: col('outcome'),
        errorCode: col('error_json', 'name'),
        errorMessage: col('error_json', 'message'),
        occurredAt: { column: col('completed_at_epoch_ms'), kind: 'epoch_ms' },
        filters: [{ column: col('function_name'), op: 'not_in', values: ['DBOS.sleep', null] }],
        retries: { kind: 'last_only' },
      },
      { ok: 'succeeded', error: 'failed' },
    );
    // What is pickled has no code that can be read without opening it; the view finds it in its bytes.
    const expected = (await view('dbos')).map((row) =>
      row.nodeId === 'notify' ? { ...row, errorCode: 'UNCLASSIFIED' } : row,
    );
    expect(sorted(compared(await attempts(mapping)))).toEqual(sorted(expected));
  });

  it('VM0: times without a zone, statuses that end and that do not', async () => {
    await load('vm0');
    await runOn(
      ctx.url,
      `create view vm0.runs_of_workflows as select r.*, a.workflow_id, coalesce(r.completed_at, r.created_at) as ended,
          case when r.status in ('failed', 'timeout') then coalesce(r.failure_reason, case r.status when 'timeout' then 'timeout' else 'unclassified' end) end as code,
          case when r.status in ('failed', 'timeout') then r.error end as message
        from vm0.agent_runs r join vm0.workflow_automations a on a.id = r.workflow_automation_id`,
    );
    const mapping = mappingOf(
      {
        from: { schema: 'vm0', table: 'runs_of_workflows' },
        nodeId: col('workflow_id'),
        workflowId: col('workflow_id'),
        runId: col('id'),
        status: col('status'),
        errorCode: col('code'),
        errorMessage: col('message'),
        occurredAt: { column: col('ended'), kind: 'naive', zone: 'UTC' },
        filters: [{ column: col('workflow_id'), op: 'not_in', values: [null] }],
        retries: { kind: 'last_only' },
      },
      {
        completed: 'succeeded',
        failed: 'failed',
        timeout: 'failed',
        cancelled: 'cancelled',
        running: 'running',
        pending: 'running',
        queued: 'running',
      },
    );
    expect(sorted(compared(await attempts(mapping)))).toEqual(sorted(await view('vm0')));
  });
});

describe('attempts in a JSON array', () => {
  it('earlier ones before the row, or all of them, each at its own time', async () => {
    await runOn(
      ctx.url,
      `create schema arr; create table arr.steps (run text, node text, state text, code text, message text, ended timestamptz, tries json);
       insert into arr.steps values
        ('r1', 'n', 'ok', null, null, '2026-01-10T00:00:00Z', '[{"s":"bad","e":{"c":"E1","m":"one"},"t":1767916800},{"s":"bad","e":{"c":"","m":"status code 503"},"t":1768003199}]'),
        ('r2', 'n', 'bad', 'E2', 'two', '2026-01-11T00:00:00Z', null),
        ('r3', 'n', 'ok', null, null, '2026-01-11T00:00:00Z', '{"no":"array"}'),
        ('r4', 'n', 'going', null, null, null, '[{"s":"bad","t":1768003200},{"s":"bad","t":"soon"}]')`,
    );
    const base: Attempts = {
      from: { schema: 'arr', table: 'steps' },
      nodeId: col('node'),
      workflowId: col('node'),
      runId: col('run'),
      status: col('state'),
      errorCode: col('code'),
      errorMessage: col('message'),
      occurredAt: { column: col('ended'), kind: 'timestamptz' },
    };
    const tries: Omit<Extract<Attempts['retries'], { kind: 'json_array' }>, 'holds'> = {
      kind: 'json_array',
      array: col('tries'),
      status: ['s'],
      errorCode: ['e', 'c'],
      errorMessage: ['e', 'm'],
      occurredAt: { path: ['t'], kind: 'epoch_s' },
    };
    const statuses = { ok: 'succeeded', bad: 'failed', going: 'running' } as const;
    const earlier = mappingOf({ ...base, retries: { ...tries, holds: 'earlier' } }, statuses);
    const short = async (mapping: Mapping, slice = ALL) =>
      (await attempts(mapping, slice))
        .map((a) => `${a.runId} ${a.attempt} ${a.status} ${a.errorCode} ${a.occurredAt.toISOString()}`)
        .sort();
    expect(await short(earlier)).toEqual([
      'r1 1 failed E1 2026-01-09T00:00:00.000Z',
      'r1 2 failed HTTP_503 2026-01-09T23:59:59.000Z',
      'r1 3 succeeded null 2026-01-10T00:00:00.000Z',
      'r2 1 failed E2 2026-01-11T00:00:00.000Z',
      'r3 1 succeeded null 2026-01-11T00:00:00.000Z',
      'r4 1 failed UNCLASSIFIED 2026-01-10T00:00:00.000Z',
    ]);
    expect(
      await short(earlier, { from: new Date('2026-01-09T00:00:00Z'), to: new Date('2026-01-10T00:00:00Z') }),
    ).toEqual(['r1 1 failed E1 2026-01-09T00:00:00.000Z', 'r1 2 failed HTTP_503 2026-01-09T23:59:59.000Z']);
    const slices = await inSlices(earlier, new Date('2026-01-08T00:00:00Z'), new Date('2026-01-12T00:00:00Z'), 0.25);
    expect(sorted(slices)).toEqual(sorted(await raw(earlier)));
    expect(await rowsOf(firstAttemptStatement(earlier))).toEqual([{ first: new Date('2026-01-09T00:00:00Z') }]);
    const { status: _, ...unsaid } = tries;
    const all = mappingOf({ ...base, retries: { ...unsaid, holds: 'all' } }, statuses);
    expect((await short(all)).slice(0, 3)).toEqual([
      'r1 1 failed E1 2026-01-09T00:00:00.000Z',
      'r1 2 succeeded null 2026-01-09T23:59:59.000Z',
      'r2 1 failed E2 2026-01-11T00:00:00.000Z',
    ]);
  });
});

describe('times', () => {
  const base = (table: string, occurredAt: Attempts['occurredAt']): Mapping =>
    mappingOf({
      from: { schema: 'times', table },
      nodeId: col('id'),
      workflowId: col('id'),
      runId: col('id'),
      status: col('id'),
      occurredAt,
      retries: { kind: 'last_only' },
    });

  it.each([
    ['timestamptz', 'timestamptz', "'2026-03-29T01:30:00+02:00'", undefined, '2026-03-28T23:30:00.000000Z'],
    ['naive', 'timestamp', "'2026-07-01 08:00:00.123456'", 'Asia/Shanghai', '2026-07-01T00:00:00.123456Z'],
    ['naive', 'text', `'2026-07-01 08:00:00'`, 'Asia/Shanghai', null],
    ['naive', 'timestamptz', "'2026-07-01 08:00:00Z'", 'Asia/Shanghai', null],
    ['timestamptz', 'timestamp', "'2026-07-01 08:00:00'", undefined, null],
    ['epoch_ms', 'bigint', '1767916800123', undefined, '2026-01-09T00:00:00.123000Z'],
    ['epoch_ms', 'double precision', '1767916800123.5', undefined, '2026-01-09T00:00:00.123500Z'],
    ['epoch_s', 'int', '1767916800', undefined, '2026-01-09T00:00:00.000000Z'],
    ['epoch_s', 'numeric', '1767916800.25', undefined, '2026-01-09T00:00:00.250000Z'],
    ['iso', 'text', "'2026-01-09T00:00:00.5+08:00'", undefined, '2026-01-08T16:00:00.500000Z'],
    ['iso', 'text', "'2026-01-09T00:00:00'", undefined, null],
    ['iso', 'text', "'2026-01-09T00:00:00'", 'Asia/Tokyo', '2026-01-08T15:00:00.000000Z'],
    ['iso', 'text', "'2024-02-29T00:00:00Z'", undefined, '2024-02-29T00:00:00.000000Z'],
    ['iso', 'text', "'2026-02-29T00:00:00Z'", undefined, null],
    ['iso', 'text', "'0000-01-01T00:00:00Z'", undefined, null],
    ['iso', 'text', "'yesterday'", undefined, null],
    ['iso', 'jsonb', `'"2026-01-09T00:00:00Z"'`, undefined, null],
  ] as const)('%s in a column of %s: %s', async (kind, type, value, zone, expected) => {
    await runOn(
      ctx.url,
      `drop schema if exists times cascade; create schema times; create table times.x (id text, t ${type}); insert into times.x values ('a', ${value}), ('b', null)`,
    );
    const mapping = base('x', { column: col('t'), kind, ...(zone !== undefined && { zone }) });
    if (type === 'text' && kind === 'naive') {
      await expect(raw(mapping)).rejects.toThrow('column_type');
      return;
    }
    const found = await raw(mapping);
    expect(
      found
        .filter(({ occurred_at }) => /Z$/.test(occurred_at ?? '') && occurred_at?.length === 27)
        .map(({ occurred_at }) => occurred_at),
    ).toEqual(expected === null ? [] : [expected]);
    const unreadable = await rowsOf<{ value: string; rows: number }>(tableUnreadableTimes(mapping));
    expect(unreadable.map(({ rows }) => rows)).toEqual(expected === null ? [1] : []);
    const first = await rowsOf<{ first: Date | null }>(firstAttemptStatement(mapping));
    expect(first).toEqual([{ first: expected === null ? null : new Date(expected) }]);
  });

  it('a zone that is put back: slices add up, nothing twice', async () => {
    await runOn(
      ctx.url,
      `drop schema if exists times cascade; create schema times; create table times.x as select i::text as id,
        timestamp '2026-10-24 12:00' + i * interval '7 minutes' as t from generate_series(1, 400) i`,
    );
    const mapping = base('x', { column: col('t'), kind: 'naive', zone: 'Europe/Berlin' });
    const slices = await inSlices(mapping, new Date('2026-10-24T00:00:00Z'), new Date('2026-10-27T00:00:00Z'), 0.06);
    expect(slices).toHaveLength(400);
    expect(sorted(slices)).toEqual(sorted(await raw(mapping)));
  });
});

describe('rows without a number', () => {
  it('are counted by their time within their execution, whatever the slice', async () => {
    await runOn(
      ctx.url,
      `create schema counted; create table counted.steps as
        select 'run' || (i % 50) as run, 'node' || (i % 3) as node, 'bad' as state, i as sub,
          timestamptz '2026-01-01Z' + i * interval '1 hour' as ended from generate_series(1, 300) i`,
    );
    const mapping = mappingOf(
      {
        from: { schema: 'counted', table: 'steps' },
        nodeId: col('node'),
        workflowId: col('node'),
        runId: col('run'),
        status: col('state'),
        occurredAt: { column: col('ended'), kind: 'timestamptz' },
      },
      { bad: 'failed' },
    );
    const slices = await inSlices(mapping, new Date('2026-01-01T00:00:00Z'), new Date('2026-01-15T00:00:00Z'), 0.5);
    expect(sorted(slices)).toEqual(sorted(await raw(mapping)));
    const { rows } = await runOn(
      ctx.url,
      `select count(distinct (run, node))::int as executions, count(*)::int as rows from counted.steps`,
    );
    expect(slices.filter(({ attempt }) => attempt === 1)).toHaveLength(rows[0].executions);
    expect(slices).toHaveLength(rows[0].rows);
  });
});

async function explained({ text, values }: SqlText): Promise<pg.QueryResult> {
  const client = new pg.Client(connectionConfig(ctx.url));
  await client.connect();
  return client.query(`explain (format json) ${text}`, [...values]).finally(() => client.end());
}

describe('an index on the time', () => {
  it.each([
    ['timestamptz', "timestamptz '2026-01-01Z' + i * interval '1 minute'", undefined],
    ['naive', "timestamp '2026-01-01' + i * interval '1 minute'", 'Asia/Shanghai'],
    ['epoch_ms', '1767225600000 + i::bigint * 60000', undefined],
    ['epoch_s', '1767225600 + i * 60', undefined],
  ] as const)('serves: %s', async (kind, value, zone) => {
    await runOn(
      ctx.url,
      `drop schema if exists indexed cascade; create schema indexed;
       create table indexed.steps as select 'r' || i as run, ${value} as t from generate_series(1, 30000) i;
       create index on indexed.steps (t); analyze indexed.steps`,
    );
    const mapping = mappingOf({
      from: { schema: 'indexed', table: 'steps' },
      nodeId: col('run'),
      workflowId: col('run'),
      runId: col('run'),
      status: col('run'),
      occurredAt: { column: col('t'), kind, ...(zone !== undefined && { zone }) },
      retries: { kind: 'last_only' },
    });
    const slice = { from: new Date('2026-01-10T00:00:00Z'), to: new Date('2026-01-10T01:00:00Z') };
    for (const statement of [attemptsStatement(mapping, slice), firstAttemptStatement(mapping)]) {
      const { rows } = await explained(statement);
      expect(JSON.stringify(rows)).toMatch(/Index (Only )?Scan/);
    }
  });
});
