import { chmod, chown, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { runOn, startThrowawayServer, type ThrowawayServer } from '@/lib/testing/server';
import { connect } from './connect';
import { introspect } from './introspect';
import { withSource } from './read';
import { placeUrl, type ShownPlace } from './source-place';

const PASSWORD = 'a secret';
let server: ThrowawayServer;

const port = () => Number(new URL(server.url).port);
function placeOf(change: Partial<ShownPlace> = {}) {
  const place = { host: '127.0.0.1', port: port(), database: 'postgres', user: 'reader', tls: 'off' } as const;
  return { url: placeUrl({ ...place, ...change }, PASSWORD), own: false };
}

async function faultOf(place: ReturnType<typeof placeOf>): Promise<string | null> {
  const found = await withSource(place, (reader) => reader.all({ text: 'select 1 as one', values: [] }, 1));
  expect(JSON.stringify(found)).not.toContain(PASSWORD);
  return found.ok ? null : found.error.code;
}

/** A server that speaks TLS with a certificate that nobody trusts, and a role that is only let in by it. */
async function speakTls(): Promise<void> {
  const { rows } = await runOn(
    server.url,
    `select current_setting('data_directory') as folder, current_setting('hba_file') as hba`,
  );
  const { folder, hba }: { folder: string; hba: string } = rows[0];
  const owner = await stat(folder);
  for (const name of ['server.key', 'server.crt']) {
    const file = path.join(folder, name);
    await writeFile(file, await readFile(path.join(import.meta.dirname, '../../testdata/tls', name)));
    await chmod(file, 0o600);
    await chown(file, owner.uid, owner.gid);
  }
  const rules = await readFile(hba, 'utf8');
  await writeFile(
    hba,
    `hostssl all guarded 127.0.0.1/32 scram-sha-256\nhostnossl all guarded 127.0.0.1/32 reject\n${rules}`,
  );
  await runOn(server.url, 'alter system set ssl = on');
  await runOn(server.url, 'select pg_reload_conf()');
  await vi.waitFor(async () => expect((await runOn(server.url, 'show ssl')).rows).toEqual([{ ssl: 'on' }]), 10_000);
}

beforeAll(async () => {
  server = await startThrowawayServer();
  await runOn(
    server.url,
    `create role reader login password '${PASSWORD}'; create role guarded login password '${PASSWORD}'`,
  );
});
afterAll(() => server.remove());

beforeEach(() => {
  vi.stubEnv('FAILPATH_SOURCE_HOSTS', `127.0.0.1:${port()},db.example.com:${port()}`);
});
afterEach(() => vi.unstubAllEnvs());

describe('a name', () => {
  const resolving = (...addresses: string[]) => {
    const resolve = vi.fn(async () => addresses);
    return { resolve, ownAddresses: () => ['93.184.216.34'] };
  };

  it('is looked up once, and the address that was judged is connected to', async () => {
    const network = resolving('127.0.0.1');
    const opened = await connect(placeOf({ host: 'db.example.com' }), network);
    expect(opened.ok).toBe(true);
    if (opened.ok) await opened.value.close();
    expect(network.resolve).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['a private network', ['10.0.0.1']],
    ['both', ['1.1.1.1', '169.254.169.254']],
    ['this machine', ['93.184.216.34']],
  ])('that leads to %s is not followed', async (_, addresses) => {
    vi.stubEnv('FAILPATH_SOURCE_HOSTS', '');
    const opened = await connect(placeOf({ host: 'db.example.org', tls: 'verified' }), resolving(...addresses));
    expect(opened).toMatchObject({ ok: false, error: { code: 'address_private' } });
  });
});

describe('what this process knows', () => {
  it('is not given to another server: no password, user or options of its environment', async () => {
    vi.stubEnv('PGPASSWORD', PASSWORD);
    vi.stubEnv('PGUSER', 'reader');
    const place = {
      ...placeOf(),
      url: placeUrl({ host: '127.0.0.1', port: port(), database: 'postgres', user: 'reader', tls: 'off' }, ''),
    };
    expect(await faultOf(place)).toBe('auth_failed');
  });
});

it('a server that takes no more connections', async () => {
  await runOn(server.url, 'alter role reader connection limit 0');
  expect(await faultOf(placeOf())).toBe('too_many_connections');
  await runOn(server.url, 'alter role reader connection limit -1');
});

it('a server that stops in the middle', async () => {
  const found = await withSource(placeOf(), async (reader) => {
    await runOn(server.url, "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'reader'");
    return reader.all({ text: 'select 1 as one', values: [] }, 1);
  });
  expect(found).toMatchObject({ ok: false, error: { code: 'connection_lost' } });
});

describe('TLS', () => {
  beforeAll(speakTls);

  it('a certificate that does not hold, one that is not asked for, and a server that insists', async () => {
    expect(await faultOf(placeOf({ tls: 'verified' }))).toBe('tls_untrusted');
    expect(await faultOf(placeOf({ tls: 'encrypted' }))).toBeNull();
    const found = await withSource(placeOf({ tls: 'encrypted', user: 'guarded' }), (reader) =>
      reader.all({ text: 'select ssl from pg_stat_ssl where pid = pg_backend_pid()', values: [] }, 1),
    );
    expect(found).toEqual({ ok: true, value: [{ ssl: true }] });
    expect(await faultOf(placeOf({ user: 'guarded' }))).toBe('tls_required');
  });

  it('a place is looked at through it', async () => {
    const found = await introspect(placeOf({ tls: 'encrypted' }));
    expect(found).toMatchObject({ ok: true, value: { role: 'read_only', tables: [] } });
  });
});
