import { describe, expect, it } from 'vitest';
import { demandKeyring } from '@/lib/secrets/keyring-store';
import type { PlaceFields } from './source-schema';
import { sealTypedPassword, withTypedPassword } from './typed-password';

const KEYS = demandKeyring(`k:${Buffer.alloc(32, 7).toString('base64')}`, 'test');
const ctx = { actor: { id: 'ann' }, now: new Date('2026-11-30T10:00:00Z') };
const TYPED: PlaceFields = {
  ...{ kind: 'postgres', host: 'db.example.com', port: 5432, database: 'dify', user: 'reader' },
  ...{ password: 's3cret"', tls: 'verified' },
};
const EMPTY: PlaceFields = { ...TYPED, password: null };

describe('a password that was typed before', () => {
  it('is used again for the same server, by the same person', () => {
    const sealed = sealTypedPassword(KEYS, ctx, TYPED);
    expect(sealed).not.toContain('s3cret');
    expect(withTypedPassword(KEYS, ctx, EMPTY, sealed)).toEqual(TYPED);
    expect(withTypedPassword(KEYS, ctx, { ...EMPTY, database: 'other' }, sealed)).toHaveProperty('password', 's3cret"');
  });

  it.each([
    ['another server', { ...EMPTY, host: 'evil.example.com' }],
    ['another port', { ...EMPTY, port: 5433 }],
    ['another user', { ...EMPTY, user: 'admin' }],
    ['less protection', { ...EMPTY, tls: 'off' }],
  ] satisfies [string, PlaceFields][])('is never sent to %s', (_, place) => {
    expect(withTypedPassword(KEYS, ctx, place, sealTypedPassword(KEYS, ctx, TYPED))).toEqual(place);
  });

  it('opens for nobody else, not after half a day, and one that is typed comes first', () => {
    const sealed = sealTypedPassword(KEYS, ctx, TYPED);
    const other = { ...ctx, actor: { id: 'another' } };
    const later = { ...ctx, now: new Date(ctx.now.getTime() + 12 * 3_600_000) };
    expect(withTypedPassword(KEYS, other, EMPTY, sealed)).toEqual(EMPTY);
    expect(withTypedPassword(KEYS, later, EMPTY, sealed)).toEqual(EMPTY);
    expect(withTypedPassword(KEYS, ctx, { ...TYPED, password: 'new' }, sealed)).toHaveProperty('password', 'new');
    expect(withTypedPassword(KEYS, ctx, EMPTY, 'no such thing')).toEqual(EMPTY);
    expect(sealTypedPassword(KEYS, ctx, { kind: 'own' })).toBeNull();
  });
});
