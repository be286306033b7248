import { beforeEach, describe, expect, it } from 'vitest';
import { actorOf, createAuth, currentActor } from '@/lib/accounts/auth';
import type { Ctx } from '@/lib/accounts/context';
import type { Role } from '@/lib/accounts/permissions';
import { createDb } from '@/lib/db/client';
import { dbFailure } from '@/lib/db/errors';
import { testContext } from '@/lib/testing/context';
import {
  changePassword,
  endSession,
  firstAdministratorLink,
  invitePerson,
  join,
  resetPassword,
  setAccess,
  setRole,
  withdrawInvitation,
} from './commands';
import { linkHash } from './one-time-link';
import { listInvitations, listPeople, listSessions, openLink } from './queries';
import { signIn } from './sign-in-commands';

const ctx = testContext();
const NOWHERE = { ip: '10.0.0.9', userAgent: 'test' };
const PASSWORD = 'a whole sentence';
const auth = (db = ctx.db) => createAuth(db, { secret: 'x'.repeat(43), baseUrl: 'http://localhost:3000' });
const door = () => ({ db: ctx.db, now: ctx.now, from: NOWHERE });

beforeEach(async () => {
  await ctx.db.invitation.deleteMany();
  await ctx.db.user.deleteMany();
  await ctx.db.rateLimiterFlexible.deleteMany();
});

async function person(email: string, role: Role): Promise<string> {
  const link = await invitePerson(ctx, { name: email, email, role });
  if (!link.ok) throw new Error(link.error.reason);
  const joined = await join(door(), { token: link.value.token, name: email, email, password: PASSWORD });
  if (!joined.ok) throw new Error(joined.error.reason);
  return (await ctx.db.user.findUniqueOrThrow({ where: { email } })).id;
}

const as = async (id: string): Promise<Ctx> => {
  const actor = await actorOf(ctx.db, id);
  if (!actor) throw new Error('nobody');
  return { db: ctx.db, now: ctx.now, from: NOWHERE, actor };
};

const tryIn = (email: string, password: string, ip = '10.0.0.9') =>
  signIn({ ...door(), auth: auth(), headers: new Headers(), from: { ip, userAgent: 'test' } }, { email, password });

describe('a one-time link', () => {
  it('lets the first administrator in, once; the newest is the only one', async () => {
    const first = await firstAdministratorLink(ctx.db, ctx.now);
    const second = await firstAdministratorLink(ctx.db, ctx.now);
    expect(await openLink(ctx, first?.token ?? '')).toBeNull();
    expect(await openLink(ctx, second?.token ?? '')).toMatchObject({ role: 'administrator', email: null });
    const input = { token: second?.token ?? '', name: 'Ann', email: 'ann@example.com', password: PASSWORD };
    const both = await Promise.all([join(door(), input), join(door(), { ...input, email: 'eve@example.com' })]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both.find(({ ok }) => !ok)).toMatchObject({ error: { reason: 'link_invalid' } });
    expect(await listPeople(ctx)).toMatchObject([{ role: 'administrator' }]);
    expect(await firstAdministratorLink(ctx.db, ctx.now)).toBeNull();
  });

  it('makes no second first administrator, however many links there are', async () => {
    const tokens = ['a', 'b'].map((each) => each.repeat(43));
    const expiresAt = new Date(ctx.now.getTime() + 3_600_000);
    for (const token of tokens) {
      const data = { role: 'administrator', tokenHash: linkHash(token), createdBy: 'x', createdAt: ctx.now };
      await ctx.db.invitation.create({ data: { ...data, expiresAt } });
    }
    const joining = tokens.map((token, i) =>
      join(door(), { token, name: 'Ann', email: `ann${i}@example.com`, password: PASSWORD }),
    );
    expect((await Promise.all(joining)).filter(({ ok }) => ok)).toHaveLength(1);
    expect(await listPeople(ctx)).toHaveLength(1);
  });

  it('names the invited person: nobody joins under another address', async () => {
    const link = await invitePerson(ctx, { name: 'Bo', email: 'bo@example.com', role: 'editor' });
    const token = link.ok ? link.value.token : '';
    expect(await ctx.db.invitation.findFirst({ where: { tokenHash: token } })).toBeNull();
    await join(door(), { token, name: 'Bo', email: 'other@example.com', password: PASSWORD });
    const [bo] = await listPeople(ctx);
    expect(bo).toMatchObject({ email: 'bo@example.com', role: 'editor' });
    const [entry] = await ctx.db.auditEntry.findMany({ where: { action: 'person.join', actorId: bo?.id } });
    expect(entry).toMatchObject({ actorName: 'Bo', actorRole: 'editor', via: 'session' });
  });

  it('runs out, can be withdrawn, and is not made for an address that has an account', async () => {
    const link = await invitePerson(ctx, { name: 'Bo', email: 'bo@example.com', role: 'editor' });
    const late = { ...ctx, db: ctx.db, now: new Date(ctx.now.getTime() + 73 * 3_600_000) };
    expect(await openLink(late, link.ok ? link.value.token : '')).toBeNull();
    const [open] = await listInvitations(ctx);
    expect(await withdrawInvitation(ctx, { id: open?.id ?? '' })).toMatchObject({ ok: true });
    expect(await listInvitations(ctx)).toEqual([]);
    await person('cy@example.com', 'viewer');
    expect(await invitePerson(ctx, { name: 'Cy', email: 'cy@example.com', role: 'editor' })).toMatchObject({
      error: { reason: 'email_taken' },
    });
  });
});

describe('signing in', () => {
  it('opens a session, as the person is now', async () => {
    const id = await person('bo@example.com', 'editor');
    await ctx.db.ownerGroup.create({
      data: { slug: 'ops', name: 'Ops', members: { create: { name: 'Bo', email: 'Bo@Example.com' } } },
    });
    const answer = await auth().api.signInEmail({
      body: { email: 'bo@example.com', password: PASSWORD },
      returnHeaders: true,
    });
    const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    expect(cookie).toMatch(/^failpath_session=/);
    const now = () => currentActor(ctx.db, auth(), new Headers({ cookie }));
    expect(await now()).toMatchObject({ id, role: 'editor', groups: ['ops'], via: 'session' });
    await setRole(ctx, { id, role: 'viewer' });
    expect(await now()).toMatchObject({ role: 'viewer' });
    await setAccess(ctx, { id, disabled: true });
    expect(await now()).toBeNull();
    expect(await currentActor(ctx.db, auth(), new Headers({ cookie: `${cookie}x` }))).toBeNull();
  });

  it('is no answer about a session while the database is away, and says so', async () => {
    await person('bo@example.com', 'editor');
    const answer = await auth().api.signInEmail({
      body: { email: 'bo@example.com', password: PASSWORD },
      returnHeaders: true,
    });
    const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const absent = createDb('postgres://nobody:secret@127.0.0.1:1/none');
    const failed = await currentActor(absent, auth(absent), new Headers({ cookie })).catch((error: unknown) => error);
    await absent.$disconnect();
    expect(dbFailure(failed)).toEqual({ kind: 'connection_lost' });
  });

  it('says the same of a wrong password, an unknown address and a switched-off account', async () => {
    const id = await person('bo@example.com', 'editor');
    const wrong = { ok: false, error: { reason: 'wrong_credentials' } };
    expect(await tryIn('bo@example.com', 'nonsense')).toEqual(wrong);
    expect(await tryIn('nobody@example.com', PASSWORD)).toEqual(wrong);
    expect(await tryIn('bo@example.com', PASSWORD)).toEqual({ ok: true, value: null });
    await person('ad@example.com', 'administrator');
    await setAccess(ctx, { id, disabled: true });
    expect(await tryIn('bo@example.com', PASSWORD)).toEqual(wrong);
  });

  it('counts attempts in the database: after five the right password waits too', async () => {
    await person('bo@example.com', 'editor');
    for (let attempt = 0; attempt < 5; attempt++) await tryIn('bo@example.com', `wrong ${attempt}`);
    const refused = await tryIn('bo@example.com', PASSWORD);
    expect(refused).toMatchObject({ error: { reason: 'too_many_attempts' } });
    expect(await tryIn('bo@example.com', PASSWORD, '10.0.0.10')).toMatchObject({ ok: true });
  });

  it('a right password forgives the wrong ones before it', async () => {
    await person('bo@example.com', 'editor');
    for (let round = 0; round < 2; round++) {
      for (let attempt = 0; attempt < 4; attempt++) await tryIn('bo@example.com', `wrong ${attempt}`);
      expect(await tryIn('bo@example.com', PASSWORD)).toMatchObject({ ok: true });
    }
  });

  it('one place that goes on trying keeps nobody out elsewhere', async () => {
    await person('bo@example.com', 'editor');
    for (let attempt = 0; attempt < 25; attempt++) await tryIn('bo@example.com', `wrong ${attempt}`);
    expect(await tryIn('bo@example.com', PASSWORD, '10.0.0.10')).toMatchObject({ ok: true });
  });

  it('many places that try keep nobody out where they were before', async () => {
    await person('bo@example.com', 'editor');
    expect(await tryIn('bo@example.com', PASSWORD, '10.0.0.10')).toMatchObject({ ok: true });
    await tryIn('bo@example.com', 'wrong', '10.0.1.1');
    const key = 'sign-in-email:bo@example.com';
    expect(await ctx.db.rateLimiterFlexible.updateMany({ where: { key }, data: { points: 20 } })).toEqual({ count: 1 });
    expect(await tryIn('bo@example.com', PASSWORD, '10.0.2.1')).toMatchObject({
      error: { reason: 'too_many_attempts' },
    });
    expect(await tryIn('bo@example.com', PASSWORD, '10.0.0.10')).toMatchObject({ ok: true });
  });

  it('five right passwords are no attempts', async () => {
    await person('bo@example.com', 'editor');
    for (let attempt = 0; attempt < 7; attempt++)
      expect(await tryIn('bo@example.com', PASSWORD)).toMatchObject({ ok: true });
  });
});

describe('people', () => {
  it('the last administrator stays one, also when two demote each other at once', async () => {
    const [a, b] = [await person('a@example.com', 'administrator'), await person('b@example.com', 'administrator')];
    const results = await Promise.all([
      setRole(await as(a), { id: b, role: 'viewer' }),
      setAccess(await as(b), { id: a, disabled: true }),
    ]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.find(({ ok }) => !ok)).toMatchObject({ error: { reason: 'last_administrator' } });
  });

  it('see and end their own sessions; those of others answer like missing ones', async () => {
    const [a, b] = [await person('a@example.com', 'viewer'), await person('b@example.com', 'viewer')];
    await tryIn('a@example.com', PASSWORD);
    const [session] = await ctx.db.session.findMany({ where: { userId: a } });
    const id = session?.id ?? '';
    const soon = { ...(await as(a)), now: new Date() };
    expect(await listSessions(soon)).toHaveLength(1);
    expect(await endSession(await as(b), { id })).toMatchObject({ error: { reason: 'not_found' } });
    expect(await endSession(await as(a), { id })).toMatchObject({ ok: true });
    expect(await listSessions(soon)).toEqual([]);
  });

  it('a new password ends every other session, by oneself or by a link', async () => {
    const id = await person('a@example.com', 'viewer');
    await tryIn('a@example.com', PASSWORD);
    await tryIn('a@example.com', PASSWORD);
    const [mine] = await ctx.db.session.findMany({ where: { userId: id } });
    const me = { ...(await as(id)), sessionId: mine?.id ?? '' };
    expect(await changePassword(me, { current: 'nonsense', next: 'another sentence' })).toMatchObject({
      error: { reason: 'wrong_password' },
    });
    for (let attempt = 0; attempt < 4; attempt++) await changePassword(me, { current: 'no', next: 'another sentence' });
    expect(await changePassword(me, { current: PASSWORD, next: 'another sentence' })).toMatchObject({
      error: { reason: 'too_many_attempts' },
    });
    await ctx.db.rateLimiterFlexible.deleteMany();
    expect(await changePassword(me, { current: PASSWORD, next: 'another sentence' })).toMatchObject({ ok: true });
    expect(await ctx.db.session.findMany({ where: { userId: id } })).toMatchObject([{ id: mine?.id }]);
    const link = await resetPassword(ctx, { id });
    const token = link.ok ? link.value.token : '';
    expect(await openLink(ctx, token)).toMatchObject({ resets: true });
    await join(door(), { token, name: 'x', email: 'x@example.com', password: 'a third sentence' });
    expect(await ctx.db.session.count({ where: { userId: id } })).toBe(0);
    expect(await tryIn('a@example.com', 'a third sentence')).toMatchObject({ ok: true });
  });
});
