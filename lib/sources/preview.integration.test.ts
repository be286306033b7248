import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ForbiddenError } from '@/lib/accounts/context';
import { testContext } from '@/lib/testing/context';
import { runOn } from '@/lib/testing/server';
import { previewMapping } from './preview-queries';
import { type SourceMapping, type SourceMappingInput, sourceMappingSchema } from './schema';
import { placeUrl } from './source-place';

const ctx = testContext();
const STRANGE = `"; drop table odd.steps; --`;
const KEY = `it's a "key", {1} \\ 键`;

type Tables = Extract<SourceMappingInput, { kind: 'tables' }>;
type Attempts = Tables['attempts'];

const own = () => ({ url: ctx.url, own: true });
const here = () => ({ ...now(), db: ctx.db });
const now = () => ({ actor: ctx.actor, now: new Date() });

async function preview(mapping: SourceMappingInput) {
  const found = await previewMapping(here(), { mapping: sourceMappingSchema.parse(mapping), place: own() });
  if (!found.ok) throw new Error(JSON.stringify(found.error));
  return found.value;
}

async function fault(mapping: SourceMapping) {
  const found = await previewMapping(here(), { mapping, place: own() });
  return found.ok ? null : found.error;
}

function tables(schema: string, table: string, change: Partial<Attempts> = {}): Tables {
  return {
    kind: 'tables',
    definitions: null,
    attempts: {
      from: { schema, table },
      nodeId: { column: 'node' },
      workflowId: { column: 'flow' },
      runId: { column: 'run' },
      status: { column: 'state' },
      occurredAt: { column: { column: 'ended' }, kind: 'timestamptz' },
      retries: { kind: 'last_only' },
      ...change,
    },
    statuses: { ok: 'succeeded', bad: 'failed' },
  };
}

beforeAll(async () => {
  for (const name of ['00_common', 'dify']) {
    const file = path.join(import.meta.dirname, '../../testdata/platforms', `${name}.sql`);
    await runOn(ctx.url, await readFile(file, 'utf8'));
  }
  await runOn(
    ctx.url,
    `create schema odd;
     create table odd.steps (run text, node text, flow text, state text, ended timestamptz, ${quoted(STRANGE)} jsonb, written text);
     insert into odd.steps select 'run' || i, 'n' || i % 3, 'f', case when i % 50 = 0 then 'odd' else 'ok' end,
       now() - i * interval '20 minutes', jsonb_build_object(${literal(KEY)}, jsonb_build_array('x', 'code' || i)), 'soon'
       from generate_series(1, 500) i;
     insert into odd.steps values (null, 'n', 'f', 'ok', now() - interval '1 hour', null, null), ('x', 'n', 'f', null, now() - interval '1 hour', null, null);
     create table odd.flows (id text, live boolean, graph text);
     insert into odd.flows values ('f', true, '[{"id":"n0","title":"Zero"},{"id":"n1","inner":{"steps":[{"id":"n1a"}]}}]'), ('f', false, '[]'), ('g', true, 'no json');
     create table odd.${quoted(STRANGE)} (${quoted('run"')} text, node text, flow text, state text, ended timestamptz);
     insert into odd.${quoted(STRANGE)} values ('r1', 'n', 'f', 'ok', now());
     create function odd.write() returns text language plpgsql as $$ begin delete from odd.steps; return 'ok'; end $$;
     create view odd.writing as select run, node, flow, odd.write() as state, ended from odd.steps;
     create view odd.people as select email as run, name as node, name as flow, role as state, now() as ended from user_account`,
  );
});

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

describe('previewMapping', () => {
  it('shows what comes out of a preset: attempts, statuses, workflows', async () => {
    const found = await preview({ kind: 'preset', platform: 'dify', schema: 'dify' });
    expect(found.problems).toEqual([]);
    expect(found.rows.length).toBe(found.read);
    expect(found.rows).toContainEqual(
      expect.objectContaining({ node: '1700000000001', status: 'failed', code: 'HTTP_503', attempt: 2 }),
    );
    expect(found.statuses.map(({ value }) => value)).toContain('failed/stopped');
    expect(found.workflows).toEqual([
      {
        id: 'a0000000-0000-0000-0000-000000000001',
        name: 'Order triage',
        nodes: [
          { id: '1700000000001', name: 'Call ERP', type: 'http-request' },
          { id: '1700000000002', name: 'Classify', type: 'llm' },
        ],
      },
    ]);
    expect(found.workflowCount).toBe(1);
  });

  it('shows the newest rows of tables, all status values, and what was not understood', async () => {
    const found = await preview({
      ...tables('odd', 'steps', { errorCode: { column: STRANGE, path: [KEY, -1] } }),
      retentionDays: 7,
    });
    expect(found.read).toBe(200);
    expect(found.rows[0]?.run).toBe('run1');
    expect(found.statuses).toEqual([
      { value: 'ok', rows: 491 },
      { value: 'odd', rows: 10 },
    ]);
    expect(found.problems).toContainEqual({ kind: 'status', value: 'odd', rows: 10 });
    expect(found.problems).toContainEqual({ kind: 'missing', value: 'run_id', rows: 1 });
    expect(found.problems).toContainEqual({ kind: 'missing', value: 'status', rows: 1 });
    expect(found.warnings).toEqual([
      { code: 'retention_short', values: { days: 7 } },
      { code: 'retries_hidden', values: {} },
    ]);
    const failed = await preview({
      ...tables('odd', 'steps', { errorCode: { column: STRANGE, path: [KEY, -1] } }),
      statuses: { ok: 'failed', odd: 'left_out' },
    });
    expect(failed.rows[0]?.code).toBe('code1');
    expect(failed.leftOut).toBeGreaterThan(0);
  });

  it('holds definitions and attempts against each other', async () => {
    const definitions = {
      from: { schema: 'odd', table: 'flows' },
      workflowId: { column: 'id' },
      nodes: {
        kind: 'json_array' as const,
        array: { column: 'graph' },
        id: ['id'],
        name: ['title'],
        children: [['inner', 'steps']],
      },
    };
    const found = await preview({ ...tables('odd', 'steps'), definitions });
    expect(found.workflowCount).toBe(3);
    expect(found.workflows[0]?.nodes.map(({ id, name }) => [id, name])).toEqual([
      ['n0', 'Zero'],
      ['n1', null],
      ['n1a', null],
    ]);
    expect(found.problems).toContainEqual({ kind: 'definition', value: '…', rows: 1 });
    expect(found.warnings).toContainEqual({ code: 'several_definitions', values: { workflow: 'f', count: 2 } });
    expect(found.warnings).toContainEqual({ code: 'nodes_unknown', values: { node: 'n2', count: 1 } });
    const live = { ...definitions, filters: [{ column: { column: 'live' }, op: 'in' as const, values: ['true'] }] };
    expect((await preview({ ...tables('odd', 'steps'), definitions: live })).warnings).not.toContainEqual(
      expect.objectContaining({ code: 'several_definitions' }),
    );
  });

  it('lists times that cannot be read, though no slice holds them', async () => {
    const found = await preview(tables('odd', 'steps', { occurredAt: { column: { column: 'written' }, kind: 'iso' } }));
    expect(found.read).toBe(0);
    expect(found.problems).toEqual([{ kind: 'time', value: 'soon', rows: 500 }]);
    expect(found.warnings).toContainEqual({ code: 'nothing_recent', values: { days: 90 } });
  });

  it('says when no index begins with the time of a large table', async () => {
    await runOn(
      ctx.url,
      `create table odd.many as select 'r' || i as run, 'n' as node, 'f' as flow, 'ok' as state, now() - i * interval '1 minute' as ended
        from generate_series(1, 30000) i; analyze odd.many`,
    );
    const warned = { code: 'no_index', values: { column: 'ended' } };
    expect((await preview(tables('odd', 'many'))).warnings).toContainEqual(warned);
    await runOn(ctx.url, 'create index on odd.many (ended, run)');
    expect((await preview(tables('odd', 'many'))).warnings).not.toContainEqual(warned);
  });

  it('of another Postgres says what the role may do, and what it may not', async () => {
    const role = `fp_preview_${process.pid}`;
    const { port, pathname } = new URL(ctx.url);
    vi.stubEnv('FAILPATH_SOURCE_HOSTS', `127.0.0.1:${port}`);
    await runOn(ctx.url, `create role ${role} login password 'secret word'; grant usage on schema odd to ${role}`);
    const at = { host: '127.0.0.1', port: Number(port), database: pathname.slice(1), user: role, tls: 'off' } as const;
    const mapping = sourceMappingSchema.parse(tables('odd', 'steps'));
    const asked = () => previewMapping(here(), { mapping, place: { url: placeUrl(at, 'secret word'), own: false } });
    expect(await asked()).toMatchObject({
      ok: false,
      error: { code: 'no_permission', values: { name: 'steps', user: role } },
    });
    await runOn(ctx.url, `grant select on odd.steps to ${role}`);
    const reading = await asked();
    expect(reading.ok && reading.value.warnings.map(({ code }) => code)).toEqual(['retries_hidden']);
    await runOn(ctx.url, `grant insert on odd.steps to ${role}`);
    const writing = await asked();
    expect(writing.ok && writing.value.warnings).toContainEqual({ code: 'writes_allowed', values: { user: role } });
    await runOn(ctx.url, `alter role ${role} superuser`);
    const all = await asked();
    expect(all.ok && all.value.warnings).toContainEqual({ code: 'superuser', values: { user: role } });
    vi.unstubAllEnvs();
    await runOn(ctx.url, `drop owned by ${role}; drop role ${role}`);
  });

  it('is for administrators', async () => {
    const mapping = sourceMappingSchema.parse(tables('odd', 'steps'));
    const asked = previewMapping({ ...here(), actor: { ...ctx.actor, role: 'editor' } }, { mapping, place: own() });
    await expect(asked).rejects.toBeInstanceOf(ForbiddenError);
  });
});

describe('hostile mappings', () => {
  it('names are only names', async () => {
    const before = await contents();
    const found = await preview(tables('odd', STRANGE, { runId: { column: 'run"' } }));
    expect(found.rows.map(({ run }) => run)).toEqual(['r1']);
    const strange = sourceMappingSchema.parse(
      tables('odd', 'steps', { nodeId: { column: `x"; drop table odd.steps; --` } }),
    );
    expect(await fault(strange)).toMatchObject({ code: 'column_missing' });
    expect(await fault(sourceMappingSchema.parse(tables(`odd"."steps`, 'x')))).toMatchObject({ code: 'table_missing' });
    const zone = { column: { column: 'ended' }, kind: 'naive' as const, zone: "UTC'; drop table odd.steps; --" };
    expect(sourceMappingSchema.safeParse(tables('odd', 'steps', { occurredAt: zone })).success).toBe(false);
    const filters = [
      { column: { column: 'state' }, op: 'in' as const, values: ["') or true; drop table odd.steps; --"] },
    ];
    expect((await preview(tables('odd', 'steps', { filters }))).read).toBe(0);
    expect(await contents()).toEqual(before);
  });

  it.each([
    ['pg_catalog', 'pg_authid'],
    ['information_schema', 'tables'],
    ['pg_toast', 'pg_toast_1'],
  ])('%s.%s is not taken', (schema, table) => {
    const read = sourceMappingSchema.safeParse(tables(schema, table));
    expect(read.error?.issues).toEqual([
      expect.objectContaining({ message: 'system_table', path: ['attempts', 'from', 'schema'] }),
    ]);
    expect(sourceMappingSchema.safeParse({ kind: 'preset', platform: 'dify', schema }).success).toBe(false);
    const history = { retries: { kind: 'history_table' as const, from: { schema, table } } };
    expect(sourceMappingSchema.safeParse(tables('odd', 'steps', history)).success).toBe(false);
  });

  it.each(['a'.repeat(64), '名'.repeat(22), '', 'a\0b'])('a name that is none is not taken', (name) => {
    expect(sourceMappingSchema.safeParse(tables('odd', name)).success).toBe(false);
    expect(sourceMappingSchema.safeParse(tables('odd', 'steps', { nodeId: { column: name } })).success).toBe(false);
  });

  it('Failpath’s own tables are refused, also through a view, a filter or a preset', async () => {
    const steps = { nodeId: { column: 'node_id' }, workflowId: { column: 'workflow_id' }, runId: { column: 'run_id' } };
    const mine = {
      ...steps,
      status: { column: 'status' },
      occurredAt: { column: { column: 'occurred_at' }, kind: 'timestamptz' as const },
    };
    for (const mapping of [
      tables('public', 'workflow_run_step', mine),
      tables('drill', 'workflow_run_step', mine),
      tables('odd', 'people'),
      { kind: 'preset', platform: 'failpath', schema: 'public' } as const,
    ])
      expect(await fault(sourceMappingSchema.parse(mapping))).toMatchObject({ code: 'own_table' });
  });

  it('a view that writes: nothing is written', async () => {
    const before = await contents();
    expect(await fault(sourceMappingSchema.parse(tables('odd', 'writing')))).toMatchObject({ code: 'would_write' });
    expect(await contents()).toEqual(before);
  });
});

async function contents(): Promise<unknown> {
  const { rows } = await runOn(ctx.url, `select md5(string_agg(s::text, '' order by run)) from odd.steps s`);
  return rows;
}
