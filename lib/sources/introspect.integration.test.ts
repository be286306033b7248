import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { testContext } from '@/lib/testing/context';
import { runOn } from '@/lib/testing/server';
import { introspect, sampleTable } from './introspect';
import { placeUrl } from './source-place';

const ctx = testContext();
const ROLE = `fp_look_${process.pid}`;
const STRANGE = `"; drop table x; --`;
const LONG = '名'.repeat(21);

const own = () => ({ url: ctx.url, own: true });
function other() {
  const { port, pathname } = new URL(ctx.url);
  const place = { host: '127.0.0.1', port: Number(port), database: pathname.slice(1), user: ROLE, tls: 'off' } as const;
  return { url: placeUrl(place, 'secret word'), own: false };
}

beforeAll(async () => {
  for (const name of ['00_common', 'dify', 'conductor']) {
    const file = path.join(import.meta.dirname, '../../testdata/platforms', `${name}.sql`);
    await runOn(ctx.url, await readFile(file, 'utf8'));
  }
  await runOn(
    ctx.url,
    `create role ${ROLE} login password 'secret word'; create schema odd;
     create table odd.${quoted(STRANGE)} (id int, ${quoted(STRANGE)} jsonb, ${quoted(LONG)} text);
     insert into odd.${quoted(STRANGE)} values (1, '{"a":"b"}', repeat('x', 2000)), (2, null, null);
     create table odd.hidden (id int, secret text); grant usage on schema odd, dify to ${ROLE};
     grant select on odd.${quoted(STRANGE)} to ${ROLE}; grant select (id) on odd.hidden to ${ROLE};
     grant select on all tables in schema dify to ${ROLE}`,
  );
  return () => runOn(inject('testServerUrl'), `drop role ${ROLE}`);
});

beforeEach(() => {
  vi.stubEnv('FAILPATH_SOURCE_HOSTS', `127.0.0.1:${new URL(ctx.url).port}`);
});
afterEach(() => vi.unstubAllEnvs());

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

describe('introspect', () => {
  it('finds tables and platforms of its own database, and none of its own', async () => {
    const found = await introspect(own());
    if (!found.ok) throw new Error(found.error.code);
    expect(found.value.presets).toEqual([
      { platform: 'dify', schema: 'dify' },
      { platform: 'conductor', schema: 'cdt' },
    ]);
    expect(found.value.tables).toContainEqual({ schema: 'dify', table: 'attempts', view: true });
    expect(found.value.tables).toContainEqual({ schema: 'odd', table: STRANGE, view: false });
    expect(found.value.tables.filter(({ schema }) => ['public', 'drill', 'pg_catalog'].includes(schema))).toEqual([]);
    expect(found.value.role).toBe('superuser');
  });

  it('finds what the role may read, and says when it may write', async () => {
    const found = await introspect(other());
    if (!found.ok) throw new Error(found.error.code);
    const { role, readOnlySql, presets, tables, user } = found.value;
    expect({ role, readOnlySql, user }).toEqual({ role: 'read_only', readOnlySql: null, user: ROLE });
    // As another Postgres it is one that a Failpath keeps its tables in.
    expect(presets).toEqual([
      { platform: 'failpath', schema: 'public' },
      { platform: 'dify', schema: 'dify' },
    ]);
    expect(tables.filter(({ schema }) => schema === 'odd').map(({ table }) => table)).toEqual([STRANGE, 'hidden']);
    await runOn(ctx.url, `grant update (id) on odd.hidden to ${ROLE}`);
    const writing = await introspect(other());
    expect(writing).toMatchObject({ ok: true, value: { role: 'writes' } });
    await runOn(ctx.url, `revoke update (id) on odd.hidden from ${ROLE}`);
  });

  it('proposes statements that make a role which may only read', async () => {
    const found = await introspect(own());
    if (!found.ok || found.value.readOnlySql === null) throw new Error('nothing is proposed');
    await runOn(ctx.url, found.value.readOnlySql);
    const { rows } = await runOn(
      ctx.url,
      `select has_table_privilege('failpath_reader', 'dify.apps', 'select') as reads,
        has_table_privilege('failpath_reader', 'dify.apps', 'insert, update, delete') as writes`,
    );
    expect(rows).toEqual([{ reads: true, writes: false }]);
    await runOn(ctx.url, 'drop owned by failpath_reader; drop role failpath_reader');
  });
});

describe('sampleTable', () => {
  it('shows columns and rows, cut, whatever their names', async () => {
    expect(await sampleTable(other(), { schema: 'odd', table: STRANGE })).toEqual({
      ok: true,
      value: {
        columns: [
          { name: 'id', type: 'integer' },
          { name: STRANGE, type: 'jsonb' },
          { name: LONG, type: 'text' },
        ],
        rows: [
          ['1', '{"a": "b"}', 'x'.repeat(500)],
          ['2', null, null],
        ],
      },
    });
    expect(await sampleTable(other(), { schema: 'odd', table: 'hidden' })).toMatchObject({
      value: { columns: [{ name: 'id' }] },
    });
  });

  it.each([
    ['pg_catalog', 'pg_authid', 'system_table'],
    ['information_schema', 'tables', 'system_table'],
    ['pg_toast', 'x', 'system_table'],
    ['public', 'user_credential', 'own_table'],
    ['drill', 'workflow_run_step', 'own_table'],
    ['public', 'source_mapping', 'own_table'],
    ['dify', 'gone', 'table_missing'],
    [`dify"."apps`, 'x', 'table_missing'],
  ])('refuses %s.%s: %s', async (schema, table, code) => {
    expect(await sampleTable(own(), { schema, table })).toMatchObject({ ok: false, error: { code } });
  });
});
