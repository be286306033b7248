import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readEnvironment } from '@/lib/env';
import { demandKeyring } from '@/lib/secrets/keyring-store';
import { open, seal } from '@/lib/secrets/seal';
import { newKey, secretKeys } from './secret-keys';

let parent: string;
let folder: string;

beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'failpath-keys-'));
  folder = path.join(parent, 'data');
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const environment = (more: Record<string, string> = {}) => readEnvironment({ FAILPATH_DATA: folder, ...more });

describe('secretKeys', () => {
  it('makes a key with the first embedded start, for its owner only, and keeps it', async () => {
    const first = await secretKeys(environment());
    expect(demandKeyring(first, 'test')).toHaveLength(1);
    expect(await secretKeys(environment())).toBe(first);
    expect((await stat(path.join(folder, 'secret-keys'))).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['secret-keys']);
  });

  it('lets two first starts agree', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => secretKeys(environment())));
    expect(new Set(made).size).toBe(1);
    expect(await readdir(folder)).toEqual(['secret-keys']);
  });

  it('opens what the old key sealed once a new one stands before it in the file', async () => {
    const before = demandKeyring(await secretKeys(environment()), 'test');
    const sealed = seal(before, 'place', 'hunter2');
    const file = path.join(folder, 'secret-keys');
    await writeFile(file, `${newKey()}\n${await readFile(file, 'utf8')}`);
    const after = demandKeyring(await secretKeys(environment()), 'test');
    expect(after.map(({ id }) => id)).toEqual([expect.not.stringMatching(before[0].id), before[0].id]);
    expect(open(after, 'place', sealed)).toEqual({ ok: true, value: 'hunter2' });
  });

  it('takes the keys of the environment before those of the folder, and makes none then', async () => {
    const keys = `${newKey()},${newKey()}`;
    expect(await secretKeys(environment({ FAILPATH_SECRET_KEYS: ` ${keys} ` }))).toBe(keys);
    await expect(readdir(folder)).rejects.toThrow('ENOENT');
  });

  it('says with a database of one’s own how to make a key, and makes none', async () => {
    const asked = secretKeys(environment({ DATABASE_URL: 'postgres://a:b@127.0.0.1/c' }));
    await expect(asked).rejects.toThrow('npm run --silent secret:new');
    await expect(readdir(folder)).rejects.toThrow('ENOENT');
  });

  it('refuses a broken file by its name, and does not write over it', async () => {
    await secretKeys(environment());
    const file = path.join(folder, 'secret-keys');
    await writeFile(file, 'k1:aHVudGVyMg==\n');
    await expect(secretKeys(environment())).rejects.toThrow(`${file}: key 1 has 7 bytes`);
    expect(await readFile(file, 'utf8')).toBe('k1:aHVudGVyMg==\n');
  });
});
