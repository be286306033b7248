import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTemporaryFolder, runOn } from '@/lib/testing/server';
import { type EmbeddedPostgres, startEmbeddedPostgres, stopEmbeddedPostgres } from './embedded';
import { readPostmaster } from './postmaster';

let temporary: string;
let folder: string;
beforeAll(async () => {
  temporary = await makeTemporaryFolder();
  folder = path.join(temporary, 'data');
});
afterAll(async () => {
  await stopEmbeddedPostgres(folder);
  await rm(temporary, { recursive: true });
});

const settings = ['fsync=off'];
const data = () => path.join(folder, 'postgres/data');
const start = (): Promise<EmbeddedPostgres> => startEmbeddedPostgres({ folder, settings });

async function marks(url: string): Promise<number> {
  return Number((await runOn(url, 'select count(*) from mark')).rows[0]?.count);
}

async function killHard(): Promise<void> {
  const postmaster = await readPostmaster(data());
  if (!postmaster) throw new Error('Not running.');
  process.kill(postmaster.pid, 'SIGKILL');
}

describe('startEmbeddedPostgres', { timeout: 120_000 }, () => {
  it('gives one server to three first starts at once; whoever started it owns it', async () => {
    const servers = await Promise.all([start(), start(), start()]);
    expect(servers.filter((server) => server.owned)).toHaveLength(1);
    expect(new Set(servers.map((server) => server.url)).size).toBe(1);
    expect(await readdir(folder)).toEqual(['postgres']);
    await runOn(servers[0].url, 'create table mark ()');

    // Those that adopted it do not stop it.
    for (const server of servers.filter(({ owned }) => !owned)) await server.stop();
    expect(await marks(servers[0].url)).toBe(0);
    for (const server of servers) await server.stop();
    await expect(marks(servers[0].url)).rejects.toThrow('ECONNREFUSED');
  });

  it('keeps data and port, listens on the loopback interface only, and keeps its password to itself', async () => {
    const server = await start();
    expect(server.owned).toBe(true);
    expect(await marks(server.url)).toBe(0);
    expect(await readFile(path.join(folder, 'postgres/port'), 'utf8')).toBe(`${server.port}\n`);
    expect((await runOn(server.url, 'show listen_addresses')).rows).toEqual([{ listen_addresses: '127.0.0.1' }]);
    expect((await stat(path.join(folder, 'postgres/password'))).mode & 0o777).toBe(0o600);
    await expect(marks(server.url.replace(/:[^:@]+@/, ':guess@'))).rejects.toThrow('password authentication failed');
    await server.stop();
    const again = await start();
    expect(again.url).toBe(server.url);
    await again.stop();
  });

  it('starts again after the server was killed', async () => {
    const server = await start();
    await runOn(server.url, 'alter table mark add column id int');
    await killHard();
    const again = await start();
    expect(again.owned).toBe(true);
    expect(await marks(again.url)).toBe(0);
    await again.stop();
  });

  it.runIf(process.platform === 'linux')(
    'starts although another program has the number of the killed one',
    async () => {
      await start();
      const file = path.join(data(), 'postmaster.pid');
      const text = await readFile(file, 'utf8');
      await killHard();
      await writeFile(file, text.replace(/^\d+/, `${process.pid}`));
      const again = await start();
      expect(again.owned).toBe(true);
      await again.stop();
    },
  );

  it('takes the remembered port only when it is free, and never another server for its own', async () => {
    const other = path.join(temporary, 'other');
    const first = await start();
    await mkdir(other);
    const second = await startEmbeddedPostgres({ folder: other, settings });
    await second.stop();
    await writeFile(path.join(other, 'postgres/port'), `${first.port}\n`);
    const moved = await startEmbeddedPostgres({ folder: other, settings });
    expect(moved.port).not.toBe(first.port);
    await moved.stop();
    await first.stop();
  });

  it('is stopped by its folder', async () => {
    const server = await start();
    expect(await stopEmbeddedPostgres(folder)).toBe(true);
    await expect(marks(server.url)).rejects.toThrow('ECONNREFUSED');
    expect(await stopEmbeddedPostgres(folder)).toBe(false);
  });
});
