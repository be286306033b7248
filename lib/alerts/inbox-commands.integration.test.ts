import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Ctx, ForbiddenError } from '@/lib/accounts/context';
import type { Actor } from '@/lib/accounts/permissions';
import { testContext } from '@/lib/testing/context';
import { acknowledgeHandOffs, assignHandOffs, reopenHandOffs, resolveHandOffs } from './inbox-commands';
import { addHandOffs, keyName } from './testing/hand-offs';

const ctx = testContext();
const AT = new Date('2026-11-20T07:00:00Z');
const later = (minutes: number) => new Date(AT.getTime() + minutes * 60_000);
const editor: Actor = { id: 'bo', name: 'Bo', role: 'editor', groups: ['pay'], via: 'session' };
const as = (actor: Actor): Ctx => ({ db: ctx.db, now: ctx.now, actor });
const [A, B] = [keyName('a'), keyName('b')];
const key = (fingerprint: string, seenUntil = later(10)) => ({ fingerprint, seenUntil: seenUntil.toISOString() });
const states = async (fingerprint: string) =>
  (await ctx.db.handOff.findMany({ where: { fingerprint }, orderBy: { runId: 'asc' } })).map(({ state }) => state);

beforeAll(async () => {
  await ctx.db.ownerGroup.create({
    data: { slug: 'pay', name: 'Payments', members: { create: [{ name: 'Cy', email: 'Cy@example.com' }] } },
  });
});
beforeEach(async () => {
  await ctx.db.handOff.deleteMany();
  await ctx.db.user.deleteMany();
});

describe('what was seen', () => {
  it('is settled with its note; what became known later stays open and is counted', async () => {
    await addHandOffs(ctx.db, [
      { key: 'a', at: later(0) },
      { key: 'a', at: later(5), state: 'acknowledged' },
      // Decided early, but only known after the person looked.
      { key: 'a', at: later(1), createdAt: later(11) },
      { key: 'b', at: later(2) },
    ]);
    const done = await resolveHandOffs(as(editor), { keys: [key(A)], note: 'paid by hand' });
    expect(done).toEqual({ ok: true, value: { records: 2, keys: 1, later: 1 } });
    expect(await states(A)).toEqual(['resolved', 'resolved', 'open']);
    expect(await states(B)).toEqual(['open']);
    const [first] = await ctx.db.handOff.findMany({ where: { fingerprint: A }, orderBy: { runId: 'asc' } });
    expect(first).toMatchObject({ note: 'paid by hand', changedBy: 'Bo', changedAt: ctx.now });
  });

  it('changes once: a second person is told that nothing was left', async () => {
    await addHandOffs(ctx.db, [{ key: 'a', at: later(0) }]);
    await acknowledgeHandOffs(as(editor), { keys: [key(A)] });
    expect(await states(A)).toEqual(['acknowledged']);
    expect(await acknowledgeHandOffs(as(editor), { keys: [key(A)] })).toEqual({
      ok: true,
      value: { records: 0, keys: 0, later: 0 },
    });
  });

  it('counts a key that is named twice once', async () => {
    await addHandOffs(ctx.db, [{ key: 'a', at: later(0) }]);
    const done = await acknowledgeHandOffs(as(editor), { keys: [key(A), key(A)] });
    expect(done).toMatchObject({ value: { records: 1, keys: 1 } });
  });

  it('is settled once by two people at the same time', async () => {
    await addHandOffs(
      ctx.db,
      Array.from({ length: 50 }, (_, minute) => ({ key: minute % 2 ? 'a' : 'b', at: later(0) })),
    );
    const keys = [key(A), key(B)];
    const both = await Promise.all([
      resolveHandOffs(as(editor), { keys, note: 'one' }),
      resolveHandOffs(as(editor), { keys: keys.toReversed(), note: 'two' }),
    ]);
    const records = both.map((each) => (each.ok ? each.value.records : -1));
    expect(records.reduce((sum, each) => sum + each, 0)).toBe(50);
  });
});

describe('whose it is', () => {
  it('all or nothing: a key of another group refuses the whole, by name', async () => {
    await addHandOffs(ctx.db, [
      { key: 'a', at: later(0) },
      { key: 'b', at: later(0), recipient: 'ship' },
    ]);
    const entries = await ctx.db.auditEntry.count({ where: { action: 'hand_off.resolve' } });
    const refused = await resolveHandOffs(as(editor), { keys: [key(A), key(B)], note: 'done' });
    expect(refused).toEqual({
      ok: false,
      error: { reason: 'not_yours', keys: [{ node: 'charge', code: 'b', owner: 'ship' }] },
    });
    expect([...(await states(A)), ...(await states(B))]).toEqual(['open', 'open']);
    expect(await ctx.db.auditEntry.count({ where: { action: 'hand_off.resolve' } })).toBe(entries);
    expect(await resolveHandOffs(ctx, { keys: [key(A), key(B)], note: 'done' })).toMatchObject({ ok: true });
  });

  it('without an owner every editor may, a viewer never', async () => {
    await addHandOffs(ctx.db, [{ key: 'a', at: later(0), recipient: null }]);
    await expect(acknowledgeHandOffs(as({ ...editor, role: 'viewer' }), { keys: [key(A)] })).rejects.toThrow(
      ForbiddenError,
    );
    expect(await acknowledgeHandOffs(as(editor), { keys: [key(A)] })).toMatchObject({ ok: true });
  });

  it('goes by the newest record that was seen: the owner may have changed', async () => {
    await addHandOffs(ctx.db, [
      { key: 'a', at: later(0), recipient: 'ship' },
      { key: 'a', at: later(5), recipient: 'pay' },
    ]);
    expect(await acknowledgeHandOffs(as(editor), { keys: [key(A)] })).toMatchObject({ value: { records: 2 } });
  });
});

describe('assigning', () => {
  const person = (email: string, role: string, more = {}) =>
    ctx.db.user.create({ data: { name: email, email, role, ...more } });

  it('to a member of the group, an administrator, or nobody; to no one else', async () => {
    await addHandOffs(ctx.db, [{ key: 'a', at: later(0) }]);
    const give = async (personId: string | null) => {
      const done = await assignHandOffs(as(editor), { keys: [key(A)], personId });
      return done.ok ? done.value.records : done.error.reason;
    };
    expect(await give((await person('cy@example.com', 'editor')).id)).toBe(1);
    expect(await give((await person('di@example.com', 'administrator')).id)).toBe(1);
    expect(await give((await person('ed@example.com', 'editor')).id)).toBe('not_assignable');
    expect(await give((await person('fy@example.com', 'administrator', { disabledAt: AT })).id)).toBe('not_assignable');
    expect(await give('00000000-0000-4000-8000-000000000000')).toBe('not_assignable');
    expect(await ctx.db.handOff.findFirst()).toMatchObject({ state: 'open' });
    expect(await give(null)).toBe(1);
    expect(await give(null)).toBe(0);
  });

  it('without an owner to anybody who may work', async () => {
    await addHandOffs(ctx.db, [{ key: 'a', at: later(0), recipient: null }]);
    const ed = await person('ed@example.com', 'editor');
    const view = await person('vi@example.com', 'viewer');
    const give = (personId: string) => assignHandOffs(as(editor), { keys: [key(A)], personId });
    expect(await give(view.id)).toMatchObject({ error: { reason: 'not_assignable' } });
    expect(await give(ed.id)).toMatchObject({ value: { records: 1 } });
  });
});

describe('opening again', () => {
  it('takes back the last resolution of a key, and no earlier one', async () => {
    await addHandOffs(ctx.db, [
      { key: 'a', at: later(0), state: 'resolved', changedAt: later(1), note: 'before' },
      { key: 'a', at: later(2), state: 'closed_by_success', changedAt: later(9) },
      { key: 'a', at: later(3), state: 'resolved', changedAt: later(5), note: 'too early' },
      { key: 'a', at: later(4), state: 'resolved', changedAt: later(5), note: 'too early' },
    ]);
    expect(await reopenHandOffs(as(editor), { keys: [key(A)] })).toMatchObject({ value: { records: 2 } });
    expect(await states(A)).toEqual(['resolved', 'closed_by_success', 'open', 'open']);
    const notes = await ctx.db.handOff.findMany({ where: { fingerprint: A }, orderBy: { runId: 'asc' } });
    expect(notes.map(({ note }) => note)).toEqual(['before', null, null, null]);
    const entry = await ctx.db.auditEntry.findFirstOrThrow({ where: { action: 'hand_off.reopen' } });
    expect(entry).toMatchObject({ before: { state: 'resolved', note: 'too early' }, after: { records: 2 } });
  });
});
