import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Ctx, ForbiddenError } from '@/lib/accounts/context';
import type { Role } from '@/lib/accounts/permissions';
import { tokenHash } from '@/lib/accounts/token-format';
import { actorOfToken, listTokens } from '@/lib/accounts/token-queries';
import { tokenSchema } from '@/lib/accounts/token-schema';
import { DAY_MS, MINUTE_MS } from '@/lib/shared/clock';
import { testContext } from '@/lib/testing/context';
import { createToken, revokeToken } from './token-commands';

const base = testContext();
let ann: Ctx;
let bo: Ctx;

beforeEach(async () => {
  await base.db.user.deleteMany();
  await base.db.ownerGroup.deleteMany();
  ann = await person('Ann', 'editor');
  bo = await person('Bo', 'administrator');
});

async function person(name: string, role: Role): Promise<Ctx> {
  const { id } = await base.db.user.create({ data: { name, email: `${name.toLowerCase()}@example.com`, role } });
  return { db: base.db, now: base.now, actor: { id, name, role, groups: [], via: 'session' } };
}

async function made(ctx: Ctx, input: Partial<Parameters<typeof createToken>[1]> = {}) {
  const created = await createToken(ctx, { name: 'CI', scopes: ['read', 'policy'], expiresInDays: 30, ...input });
  if (!created.ok) throw new Error(created.error.reason);
  return created.value;
}

const later = (ms: number) => new Date(base.now.getTime() + ms);

describe('createToken', () => {
  it('says the token once, and keeps only its hash', async () => {
    const { id, token, expiresAt } = await made(ann);
    expect(token).toMatch(/^fp_[\w-]{43}$/);
    expect(expiresAt).toEqual(later(30 * DAY_MS));
    const row = await base.db.apiToken.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ tokenHash: tokenHash(token), start: token.slice(0, 8), scopes: ['read', 'policy'] });
    const entries = await base.db.auditEntry.findMany({ where: { subjectId: id } });
    expect(
      JSON.stringify([row, entries.map(({ before, after }) => [before, after]), await listTokens(ann)]),
    ).not.toContain(token);
    expect(entries).toMatchObject([{ action: 'token.create', actorId: ann.actor.id }]);
  });

  it('makes one without an end for administrators only', async () => {
    expect(await createToken(ann, { name: 'CI', scopes: ['read'], expiresInDays: null })).toMatchObject({
      error: { reason: 'expiry_required' },
    });
    expect((await made(bo, { expiresInDays: null })).expiresAt).toBeNull();
  });

  it('is not for tokens, nor for who has no account', async () => {
    const token: Ctx = { ...ann, actor: { ...ann.actor, via: 'token', token: { id: randomUUID(), scopes: ['read'] } } };
    await expect(made(token)).rejects.toThrow(ForbiddenError);
    expect(await createToken(base, { name: 'CI', scopes: ['read'], expiresInDays: 1 })).toMatchObject({
      error: { reason: 'not_found' },
    });
  });

  it.each([
    [{ name: ' ' }, 'token_name'],
    [{ scopes: [] }, 'token_scopes'],
    [{ scopes: ['read', 'read'] }, 'token_scopes'],
    [{ scopes: ['everything'] }, 'token_scope'],
    [{ expiresInDays: 0 }, 'token_expiry'],
    [{ expiresInDays: 366 }, 'token_expiry'],
  ])('refuses %j', (wrong, code) => {
    const parsed = tokenSchema.safeParse({ name: 'CI', scopes: ['read'], expiresInDays: 30, ...wrong });
    expect(parsed.error?.issues[0]?.message).toBe(code);
  });
});

describe('actorOfToken', () => {
  it('is its person as they are now, with their groups by e-mail, within the scopes', async () => {
    const { id, token } = await made(ann);
    await base.db.ownerGroup.create({
      data: { slug: 'payments-ops', name: 'P', members: { create: { name: 'Ann', email: 'Ann@Example.com' } } },
    });
    await base.db.ownerGroup.create({
      data: { slug: 'others', name: 'O', members: { create: { name: 'Bo', email: 'bo@example.com' } } },
    });
    expect(await actorOfToken(base.db, token, base.now)).toEqual({
      id: ann.actor.id,
      name: 'Ann',
      role: 'editor',
      groups: ['payments-ops'],
      via: 'token',
      token: { id, scopes: ['read', 'policy'] },
    });
    await base.db.user.update({ where: { id: ann.actor.id }, data: { role: 'viewer' } });
    expect((await actorOfToken(base.db, token, base.now))?.role).toBe('viewer');
  });

  it('is nobody when unknown, expired, revoked, or the person is disabled', async () => {
    const { id, token } = await made(ann, { expiresInDays: 1 });
    expect(await actorOfToken(base.db, `fp_${'a'.repeat(43)}`, base.now)).toBeNull();
    expect(await actorOfToken(base.db, 'nonsense', base.now)).toBeNull();
    expect(await actorOfToken(base.db, token, later(DAY_MS - 1))).not.toBeNull();
    expect(await actorOfToken(base.db, token, later(DAY_MS))).toBeNull();
    await base.db.user.update({ where: { id: ann.actor.id }, data: { disabledAt: base.now } });
    expect(await actorOfToken(base.db, token, base.now)).toBeNull();
    await base.db.user.update({ where: { id: ann.actor.id }, data: { disabledAt: null } });
    await revokeToken(ann, { id });
    expect(await actorOfToken(base.db, token, base.now)).toBeNull();
  });

  it('notes the last use, at most once a minute', async () => {
    const { id, token } = await made(ann);
    const lastUse = () => base.db.apiToken.findUniqueOrThrow({ where: { id } }).then((row) => row.lastUsedAt);
    expect(await lastUse()).toBeNull();
    await actorOfToken(base.db, token, base.now);
    expect(await lastUse()).toEqual(base.now);
    await actorOfToken(base.db, token, later(MINUTE_MS - 1));
    expect(await lastUse()).toEqual(base.now);
    await actorOfToken(base.db, token, later(MINUTE_MS));
    expect(await lastUse()).toEqual(later(MINUTE_MS));
  });
});

describe('own tokens', () => {
  it('are listed with their state; those of others are not', async () => {
    const used = await made(ann, { name: 'used' });
    const gone = await made(ann, { name: 'gone' });
    await made(bo);
    await revokeToken(ann, { id: gone.id });
    const listed = await listTokens(ann);
    expect(listed.map(({ id, state }) => [id, state])).toEqual(
      expect.arrayContaining([
        [used.id, 'active'],
        [gone.id, 'revoked'],
      ]),
    );
    expect(listed).toHaveLength(2);
    expect((await listTokens({ ...ann, now: later(31 * DAY_MS) })).map(({ state }) => state).sort()).toEqual([
      'expired',
      'revoked',
    ]);
  });

  it('are revoked by their person alone: the id of another answers like a missing one', async () => {
    const { id, token } = await made(ann);
    const refused = { ok: false, error: { reason: 'not_found' } };
    expect(await revokeToken(bo, { id })).toEqual(refused);
    expect(await revokeToken(bo, { id: randomUUID() })).toEqual(refused);
    expect(await actorOfToken(base.db, token, base.now)).not.toBeNull();
    expect(await revokeToken(ann, { id })).toEqual({ ok: true, value: null });
    expect(await revokeToken(ann, { id })).toEqual({ ok: true, value: null });
    expect(await base.db.auditEntry.count({ where: { subjectId: id, action: 'token.revoke' } })).toBe(1);
  });
});
