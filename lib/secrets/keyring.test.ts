import { describe, expect, it } from 'vitest';
import { formatKey, parseKeyring } from './keyring';
import { demandKeyring } from './keyring-store';

const bytes = (fill: number) => Buffer.alloc(32, fill);
const NEW = `k2:${bytes(2).toString('base64')}`;
const OLD = `k1:${bytes(1).toString('base64')}`;

describe('parseKeyring', () => {
  it('reads the sealing key first, and older ones after it', () => {
    const parsed = parseKeyring(` ${NEW} , ${OLD} `);
    expect(parsed).toMatchObject({ ok: true });
    if (parsed.ok) expect(parsed.value.map(({ id }) => id)).toEqual(['k2', 'k1']);
  });

  it('reads a file of one key a line, with comments, and URL-safe base64', () => {
    const urlSafe = bytes(255).toString('base64url');
    const parsed = parseKeyring(`# made at the first start, and kept\nk3:${urlSafe}\n${OLD}\n`);
    if (!parsed.ok) throw new Error(parsed.error.reason);
    expect(Buffer.from(parsed.value[0].bytes)).toEqual(bytes(255));
    expect(parsed.value).toHaveLength(2);
  });

  it.each([
    ['', { reason: 'no_keys' }],
    [' , ', { reason: 'no_keys' }],
    [bytes(1).toString('base64'), { reason: 'no_id', position: 1 }],
    [`${NEW},a b:${bytes(1).toString('base64')}`, { reason: 'bad_id', position: 2 }],
    ['k1:hunter2!', { reason: 'not_base64', position: 1 }],
    ['k1:', { reason: 'not_base64', position: 1 }],
    [`k1:${Buffer.alloc(31).toString('base64')}`, { reason: 'wrong_length', position: 1, bytes: 31 }],
    [`${OLD},${OLD}`, { reason: 'id_twice', position: 2, id: 'k1' }],
  ])('refuses %j', (text, error) => {
    expect(parseKeyring(text)).toEqual({ ok: false, error });
  });

  it('formats what it reads', () => {
    const parsed = parseKeyring(formatKey({ id: 'k9', bytes: bytes(9) }));
    if (!parsed.ok) throw new Error(parsed.error.reason);
    expect(parsed.value[0].id).toBe('k9');
    expect(() => formatKey({ id: 'a.b', bytes: bytes(1) })).toThrow('not a key');
  });
});

describe('demandKeyring', () => {
  it('says what is wrong and how to make a key, and never what stands there', () => {
    for (const secret of ['hunter2', 'k1:hunter2!', 'k1:aHVudGVyMg=='])
      try {
        demandKeyring(secret, 'FAILPATH_SECRET_KEYS');
        expect.unreachable();
      } catch (error) {
        expect(String(error)).toContain('FAILPATH_SECRET_KEYS: key 1');
        expect(String(error)).toContain('npm run secret:new');
        expect(String(error)).not.toMatch(/hunter2|aHVudGVyMg/);
      }
  });
});
