import { describe, expect, it } from 'vitest';
import { derive } from './derive';
import type { Keyring, SecretKey } from './keyring';
import { open, reseal, seal } from './seal';

const key = (id: string, fill: number): SecretKey => ({ id, bytes: Buffer.alloc(32, fill) });
const OLD: Keyring = [key('k1', 1)];
const ROTATED: Keyring = [key('k2', 2), key('k1', 1)];
const NEW_ONLY: Keyring = [key('k2', 2)];
const PLACE = 'alert_channel.config.42';

describe('seal', () => {
  it('opens again, whatever the text, and looks different each time', () => {
    for (const secret of ['', 'hunter2', '密码 🔑', 'a.b.c', 'x'.repeat(100_000)])
      expect(open(OLD, PLACE, seal(OLD, PLACE, secret))).toEqual({ ok: true, value: secret });
    expect(seal(OLD, PLACE, 'hunter2')).not.toBe(seal(OLD, PLACE, 'hunter2'));
    expect(seal(OLD, PLACE, 'hunter2')).not.toContain('hunter2');
  });

  it('does not open at another place, nor under another id, nor changed by one bit', () => {
    const sealed = seal(OLD, PLACE, 'hunter2');
    const damaged = { ok: false, error: { reason: 'damaged', keyId: 'k1' } };
    expect(open(OLD, 'alert_channel.config.43', sealed)).toEqual(damaged);
    const twins: Keyring = [key('k1', 1), key('k9', 1)];
    expect(open(twins, PLACE, sealed.replace('fps1.k1.', 'fps1.k9.'))).toMatchObject({ ok: false });
    expect(open([key('k1', 7)], PLACE, sealed)).toEqual(damaged);
    const parts = sealed.split('.');
    const data = Buffer.from(parts[3] ?? '', 'base64url');
    for (let index = 0; index < data.length; index++) {
      const changed = Buffer.from(data);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(open(OLD, PLACE, [...parts.slice(0, 3), changed.toString('base64url')].join('.'))).toEqual(damaged);
    }
  });

  it.each(['', 'hunter2', 'fps1.k1.AAAA', 'fps1.k1.AAAA.AAAA', 'fps2.k1.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAA'])(
    'says of %j that it is not sealed',
    (text) => expect(open(OLD, PLACE, text)).toEqual({ ok: false, error: { reason: 'not_sealed' } }),
  );
});

describe('rotation', () => {
  it('an old value opens with the new key in front, and names the key when the old one is gone', () => {
    const sealed = seal(OLD, PLACE, 'hunter2');
    expect(open(ROTATED, PLACE, sealed)).toEqual({ ok: true, value: 'hunter2' });
    expect(open(NEW_ONLY, PLACE, sealed)).toEqual({ ok: false, error: { reason: 'key_missing', keyId: 'k1' } });
  });

  it('sealed again it opens without the old key; what is sealed with the first key stays as it is', () => {
    const again = reseal(ROTATED, PLACE, seal(OLD, PLACE, 'hunter2'));
    if (!again.ok) throw new Error(again.error.reason);
    expect(open(NEW_ONLY, PLACE, again.value)).toEqual({ ok: true, value: 'hunter2' });
    expect(reseal(ROTATED, PLACE, again.value)).toEqual(again);
    expect(reseal(NEW_ONLY, PLACE, seal(OLD, PLACE, 'x'))).toMatchObject({ error: { reason: 'key_missing' } });
  });
});

describe('derive', () => {
  it('is the same each time, another for each purpose and each first key', () => {
    expect(derive(OLD, 'session')).toBe(derive(OLD, 'session'));
    expect(derive(OLD, 'session')).not.toBe(derive(OLD, 'invitation'));
    expect(derive(OLD, 'session')).not.toBe(derive(ROTATED, 'session'));
    expect(derive(NEW_ONLY, 'session')).toBe(derive(ROTATED, 'session'));
    expect(Buffer.from(derive(OLD, 'session'), 'base64url')).toHaveLength(32);
  });
});
