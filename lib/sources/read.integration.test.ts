import { afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { testContext } from '@/lib/testing/context';
import { runOn } from '@/lib/testing/server';
import type { SqlText } from './attempt';
import type { SourcePlace } from './connect';
import { isOwnTable } from './own-tables';
import { type ReadLimits, type SourceReader, withSource } from './read';
import { placeUrl } from './source-place';

const ctx = testContext();
const PASSWORD = `p@ss:w/o?r#d% &'"\\ü密`;
const ROLE = `fp_reader_${process.pid}`;

const sql = (text: string, ...values: unknown[]): SqlText => ({ text, values });

function other(change: Partial<Parameters<typeof placeUrl>[0]> = {}, password = PASSWORD): SourcePlace {
  const { port, pathname } = new URL(ctx.url);
  const place = { host: '127.0.0.1', port: Number(port), database: pathname.slice(1), user: ROLE, tls: 'off' } as const;
  return { url: placeUrl({ ...place, ...change }, password), own: false };
}

const read = <T>(work: (reader: SourceReader) => Promise<T>, limits?: ReadLimits, place = other()) =>
  withSource(place, work, limits);
const ask = (text: string, limits?: ReadLimits, place?: SourcePlace) =>
  read((reader) => reader.all(sql(text), 10), limits, place);

beforeAll(async () => {
  await runOn(ctx.url, `create role ${ROLE} login password '${PASSWORD.replaceAll("'", "''")}'`);
  await runOn(ctx.url, 'create schema shop');
  await runOn(
    ctx.url,
    'create table shop.steps as select i as id, repeat(md5(i::text), 8) as pad from generate_series(1, 20000) i',
  );
  await runOn(ctx.url, 'create table shop.secret (id int)');
  await runOn(ctx.url, `grant usage on schema shop to ${ROLE}; grant select on shop.steps to ${ROLE}`);
  await runOn(
    ctx.url,
    `create function shop.writes() returns int language plpgsql volatile as
      $$ begin insert into shop.steps values (0, 'written'); return 1; end $$;
     create view shop.writing as select shop.writes() as id;
     create function shop.endless() returns int language plpgsql as $$ begin loop end loop; end $$;
     create view shop.looping as select shop.endless() as id;
     create view shop.sleeping as select pg_sleep(600)::text as id;
     create function shop.unlimited() returns int language plpgsql as
      $$ begin perform set_config('statement_timeout', '0', false); perform pg_sleep(600); return 1; end $$;
     create function shop.freed() returns int language plpgsql as
      $$ begin perform set_config('transaction_read_only', 'off', false); insert into shop.steps values (0, 'written'); return 1; end $$;
     create sequence shop.numbers;
     create view shop.counting as select nextval('shop.numbers') as id;
     create view shop.freeing as select shop.freed() as id;
     create view shop.unlimiting as select shop.unlimited() as id;
     grant select on all tables in schema shop to ${ROLE}; revoke all on shop.secret from ${ROLE};
     grant insert on shop.steps to ${ROLE}; grant usage on sequence shop.numbers to ${ROLE}`,
  );
  // After the database, which holds what it was granted.
  return () => runOn(inject('testServerUrl'), `drop role ${ROLE}`);
});

afterEach(() => vi.unstubAllEnvs());

function allow(hosts = `127.0.0.1:${new URL(ctx.url).port},localhost:${new URL(ctx.url).port}`): void {
  vi.stubEnv('FAILPATH_SOURCE_HOSTS', hosts);
}

async function fault(asked: ReturnType<typeof ask>) {
  const found = await asked;
  expect(JSON.stringify(found)).not.toContain('p@ss');
  if (found.ok) throw new Error('it was read');
  return found.error;
}

describe('withSource', () => {
  it('reads another Postgres with a password of any characters', async () => {
    allow();
    expect(await ask('select 1 as one')).toEqual({ ok: true, value: [{ one: 1 }] });
  });

  it('reads its own database', async () => {
    const found = await ask("select current_setting('transaction_read_only') as ro", {}, { url: ctx.url, own: true });
    expect(found).toEqual({ ok: true, value: [{ ro: 'on' }] });
  });

  it('takes parameters, and gives rows in batches', async () => {
    allow();
    const found = await read(async (reader) => {
      const sizes: number[] = [];
      for await (const rows of reader.rows<{ id: number }>(sql('select id from shop.steps where id <= $1', 2500), 1000))
        sizes.push(rows.length);
      return sizes;
    });
    expect(found).toEqual({ ok: true, value: [1000, 1000, 500] });
  });

  it('leaves a cursor in the middle', async () => {
    allow();
    const found = await read(async (reader) => {
      for await (const rows of reader.rows(sql('select id from shop.steps'), 10)) {
        expect(rows).toHaveLength(10);
        break;
      }
      return reader.all(sql('select 2 as two'), 1);
    });
    expect(found).toEqual({ ok: true, value: [{ two: 2 }] });
  });

  it('throws what the work throws, and gives the connection back', async () => {
    allow();
    await expect(read(() => Promise.reject(new Error('mine')))).rejects.toThrow('mine');
    expect(await connections()).toBe(0);
  });
});

describe('what a source may not do', () => {
  it.each([
    ['insert', 'insert into shop.steps values (0) returning id'],
    ['two statements', 'select 1; drop table shop.steps'],
  ])('%s: refused', async (_, text) => {
    allow();
    expect((await fault(ask(text))).code).toBe('refused');
  });

  it.each(['writing', 'counting'])('a view that writes (%s): nothing is written, and it is named', async (view) => {
    allow();
    const before = await contents();
    expect((await fault(ask(`select * from shop.${view}`))).code).toBe('would_write');
    expect(await contents()).toEqual(before);
  });

  it('a view that lifts the ban first: nothing is written', async () => {
    allow();
    const before = await contents();
    expect((await fault(ask('select * from shop.freeing'))).code).toBe('refused');
    expect(await contents()).toEqual(before);
  });

  it.each(['sleeping', 'looping', 'unlimiting'])('a view that does not end (%s)', async (view) => {
    allow();
    const begun = Date.now();
    expect((await fault(ask(`select * from shop.${view}`, { statementMs: 300 }))).code).toBe('timeout');
    expect(Date.now() - begun).toBeLessThan(3000);
    expect(await connections()).toBe(0);
  });

  it('takes no longer than the whole may take, and ends when it is asked to', async () => {
    allow();
    expect((await fault(ask('select * from shop.sleeping', { totalMs: 300 }))).code).toBe('timeout');
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 300);
    expect((await fault(ask('select * from shop.looping', { signal: controller.signal }))).code).toBe('cancelled');
    await vi.waitFor(async () => expect(await connections()).toBe(0), { timeout: 10_000, interval: 200 });
  });
});

describe('its own database', () => {
  const own = () => ({ url: ctx.url, own: true });

  it('knows each table that is its own', async () => {
    const { rows } = await runOn(
      ctx.url,
      `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p', 'v', 'm') and n.nspname !~ '^pg_|^information_schema$' and n.nspname <> 'shop'`,
    );
    expect(rows.length).toBeGreaterThan(40);
    expect(rows.filter(({ schema, name }) => !isOwnTable(schema, name))).toEqual([]);
    expect(isOwnTable('shop', 'workflow_run_step')).toBe(false);
  });

  it.each([
    'select * from user_account',
    'select count(*) as n from public."user_credential"',
    'select * from drill.workflow_run_step',
    'select id from shop.steps where exists (select from owner_group)',
    'select * from shop.peeking where email = $1',
  ])('refuses what reads them: %s', async (text) => {
    await runOn(ctx.url, 'create or replace view shop.peeking as select email from public.user_account');
    const values = text.includes('$1') ? ['ann@example.com'] : [];
    const found = await read((reader) => reader.all(sql(text, ...values), 10), {}, own());
    expect(found).toMatchObject({ ok: false, error: { code: 'own_table' } });
  });

  it.each([
    ['', 'select name into found from owner_group limit 1;'],
    [' security definer', 'select name into found from public.owner_group limit 1;'],
    [' set search_path = public', `execute 'select name from ' || 'owner_group limit 1' into found;`],
    // What a block that fails has locked, it gives back.
    [
      '',
      `begin select name into found from owner_group limit 1; raise 'x'; exception when raise_exception then null; end;`,
    ],
    ['', `select query_to_xml('select name from owner_group', true, false, '')::text into found;`],
  ])('nothing of them comes by a function:%s %s', async (how, body) => {
    await runOn(
      ctx.url,
      `create or replace function shop.peeking() returns text language plpgsql${how} as
        $$ declare found text; begin ${body} return found; end $$;
       create or replace view shop.peeked as select shop.peeking() as id`,
    );
    const found = await ask('select id from shop.peeked', {}, own());
    expect(found).toEqual({ ok: false, error: { code: 'own_table', values: { name: 'public.owner_group' } } });
  });

  it('reads what stands beside them', async () => {
    const found = await read(
      (reader) => reader.all(sql('select max(id) as id from shop.steps where id < $1', 5), 10),
      {},
      own(),
    );
    expect(found).toEqual({ ok: true, value: [{ id: 4 }] });
  });
});

describe('named faults', () => {
  it.each([
    ['table_missing', 'select * from shop.gone', 'shop.gone'],
    ['column_missing', 'select "gone" from shop.steps', 'gone'],
    ['no_permission', 'select * from shop.secret', 'secret'],
    ['column_type', 'select * from shop.steps where pad >= now()', ''],
    ['value_unreadable', 'select pad::jsonb from shop.steps', ''],
  ])('%s', async (code, text, name) => {
    allow();
    const found = await fault(ask(text));
    expect(found.code).toBe(code);
    if (name !== '') expect(found.values.name).toBe(name);
  });

  it('a wrong password, user or database', async () => {
    allow();
    expect((await fault(ask('select 1', {}, other({}, 'p@ss-wrong')))).code).toBe('auth_failed');
    expect((await fault(ask('select 1', {}, other({}, '')))).code).toBe('auth_failed');
    expect((await fault(ask('select 1', {}, other({ database: 'gone' })))).code).toBe('database_missing');
  });

  it('a server that is not there, a name that is none, TLS where there is none', async () => {
    allow('127.0.0.1:1,nowhere.invalid:5432');
    expect((await fault(ask('select 1', {}, other({ port: 1 })))).code).toBe('unreachable');
    expect((await fault(ask('select 1', {}, other({ host: 'nowhere.invalid', port: 5432 })))).code).toBe(
      'host_unknown',
    );
    allow();
    expect((await fault(ask('select 1', {}, other({ tls: 'encrypted' })))).code).toBe('tls_refused');
  });

  it('a place on a private network that the operator does not allow', async () => {
    for (const host of ['127.0.0.1', 'localhost', '10.0.0.1', '0x7f.1', '::1', '169.254.169.254'])
      expect((await fault(ask('select 1', {}, other({ host })))).code).toBe('address_private');
    expect((await fault(ask('select 1', {}, other({ host: '8.8.8.8' })))).code).toBe('address_not_tls');
    expect((await fault(ask('select 1', {}, { url: 'postgres://a:p@ss@h/x?host=/tmp', own: false }))).code).toBe(
      'address_unreadable',
    );
  });
});

/** Connections of the reader's role that are still open. */
async function connections(): Promise<number> {
  const { rows } = await runOn(ctx.url, `select count(*)::int as n from pg_stat_activity where usename = '${ROLE}'`);
  return rows[0].n;
}

async function contents(): Promise<unknown> {
  const { rows } = await runOn(
    ctx.url,
    `select count(*), sum(id), md5(string_agg(pad, '' order by id)), (select last_value from shop.numbers) from shop.steps`,
  );
  return rows;
}
