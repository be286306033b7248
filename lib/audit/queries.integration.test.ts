import { beforeAll, describe, expect, it } from 'vitest';
import { type Ctx, ForbiddenError } from '@/lib/accounts/context';
import { LOCAL_OWNER } from '@/lib/accounts/system-actor';
import { createOwnerGroup } from '@/lib/owners/commands';
import type { Cursor } from '@/lib/shared/keyset';
import { testContext } from '@/lib/testing/context';
import type { AuditRecord } from './actions';
import type { AuditFilter } from './entry';
import { allAuditEntries, auditEntries, auditEntry, auditPeople } from './queries';
import { record } from './record';
import { REDACTED } from './redact';

const ctx = testContext();
const GONE = '00000000-0000-4000-8000-000000000000';
const ALL: AuditFilter = {
  ...{ actorId: null, action: null, subjectKind: null, subjectId: null, words: '', from: null, to: null },
};
const VIEW: AuditRecord = { action: 'view.save', subject: { kind: 'view', id: 'v', name: 'Night' } };

let groupId: string;

/** Entries of three people, one a minute: a group, 600 views, and at last a token's. */
beforeAll(async () => {
  const made = await createOwnerGroup(ctx, { slug: 'payments-ops', name: 'Payments', members: [] });
  if (!made.ok) throw new Error(made.error.reason);
  groupId = made.value.id;
  await ctx.db.auditEntry.createMany({
    data: Array.from({ length: 600 }, (_, index) => ({
      ...{ at: at(index + 1).now, actorId: 'ann', actorName: 'Ann', actorRole: 'administrator', via: 'session' },
      ...{ action: VIEW.action, subjectKind: 'view', subjectId: 'v', subjectName: 'Night', after: { query: index } },
    })),
  });
  await ctx.db.$transaction(async (db) => {
    await record({ ...at(601), actor: BO }, db, { ...VIEW, action: 'view.delete', before: { note: '100% 退款' } });
    await record({ ...at(602), actor: LOCAL_OWNER, from: FROM }, db, {
      action: 'group.delete',
      subject: { kind: 'group', id: GONE, name: 'Old crew' },
      before: { secret: 'hunter2', long: 'x'.repeat(3_000) },
      after: Array.from({ length: 20 }, () => 'y'.repeat(3_000)),
    });
  });
}, 60_000);

const FROM = { ip: '192.0.2.7', userAgent: `agent ${'x'.repeat(1_000)}` };
const BO: Ctx['actor'] = {
  ...{ id: 'bo', name: 'Bo', role: 'editor', groups: [], via: 'token' },
  token: { id: GONE, scopes: ['read'] },
};

async function collected<T>(batches: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const batch of batches) all.push(batch);
  return all;
}

function at(minute: number) {
  return { ...ctx, db: ctx.db, now: new Date(ctx.now.getTime() + minute * 60_000) };
}

const list = (filter: Partial<AuditFilter>, cursor: Cursor | null = null, limit = 50) =>
  auditEntries(ctx, { ...ALL, ...filter }, cursor, limit);

describe('auditEntries', () => {
  it('newest first, and says who, what, on what and from where', async () => {
    const [last, token] = await list({}, null, 2);
    expect(last).toMatchObject({
      ...{ actorId: 'local-owner', actorRole: 'administrator', via: 'system', ip: '192.0.2.7' },
      ...{ action: 'group.delete', subjectKind: 'group', subjectId: GONE, subjectName: 'Old crew' },
      subjectStands: false,
    });
    expect(last?.userAgent).toHaveLength(400);
    expect(token).toMatchObject({ actorName: 'Bo', actorRole: 'editor', via: 'token', before: { note: '100% 退款' } });
    expect(token).toMatchObject({ after: null, leftOut: false });
    expect(await ctx.db.auditEntry.findFirst({ where: { actorId: 'bo' } })).toMatchObject({ tokenId: GONE });
  });

  it('pages in both directions, each entry once', async () => {
    const seen: string[] = [];
    let cursor: Cursor | null = null;
    for (let page = await list({}); page.length > 0; page = await list({}, cursor)) {
      seen.push(...page.map(({ id }) => id));
      const last = page.at(-1);
      if (last) cursor = { side: 'before', at: last.at, id: last.id };
    }
    expect(seen).toHaveLength(603);
    expect(new Set(seen).size).toBe(603);
    const first = await list({}, null, 1);
    const hundredth = (await list({}, null, 100)).at(-1);
    if (!hundredth) throw new Error('there are more');
    const newer = await list({}, { side: 'after', at: hundredth.at, id: hundredth.id }, 99);
    expect(newer.map(({ id }) => id)).toEqual(seen.slice(0, 99));
    expect(newer[0]?.id).toBe(first[0]?.id);
  });

  it.each<[string, Partial<AuditFilter>, number]>([
    ['a person', { actorId: 'bo' }, 1],
    ['an action', { action: 'group.create' }, 1],
    ['a kind', { subjectKind: 'group' }, 2],
    ['a subject', { subjectId: 'v' }, 601],
    ['a word of the name, in any case', { words: 'old CREW' }, 1],
    ['a word of what stood before', { words: '退款' }, 1],
    ['a sign that means something to LIKE', { words: '100%' }, 1],
    ['a word of the action', { words: 'view.delete' }, 1],
    ['words that never come together', { words: '退款 crew' }, 0],
    ['several at once', { actorId: 'bo', action: 'view.save' }, 0],
  ])('narrows to %s', async (_, filter, count) => {
    expect(await list(filter, null, 1_000)).toHaveLength(count);
  });

  it('narrows to a span: its beginning is in it, its end is not', async () => {
    const [from, to] = [at(10).now, at(20).now];
    const found = await list({ from, to }, null, 100);
    expect(found.map((entry) => entry.at.getTime())).toEqual(
      Array.from({ length: 10 }, (_, index) => at(19 - index).now.getTime()),
    );
  });

  it('knows whether what it is about still stands', async () => {
    expect(await list({ action: 'group.create' })).toMatchObject([{ subjectId: groupId, subjectStands: true }]);
  });

  it('leaves long sides out of the list; the entry itself and the download have them, without the secret', async () => {
    const [listed] = await list({ subjectId: GONE });
    expect(listed).toMatchObject({ leftOut: true, before: null, after: null });
    const whole = await auditEntry(ctx, listed?.id ?? '');
    expect(whole).toMatchObject({ leftOut: false, before: { secret: REDACTED } });
    expect(whole?.after).toHaveLength(20);
  });
});

it('an entry that never was is none', async () => {
  expect(await auditEntry(ctx, '999999999')).toBeNull();
  expect(await auditEntry(ctx, '1; drop')).toBeNull();
});

it('a download brings everything that the filters leave, whole, in batches', async () => {
  const batches = await collected(allAuditEntries(ctx, { ...ALL, subjectKind: 'view' }));
  expect(batches.map(({ length }) => length)).toEqual([500, 101]);
  const [[whole] = []] = await collected(allAuditEntries(ctx, { ...ALL, subjectId: GONE }));
  expect(whole).toMatchObject({ leftOut: false, before: { secret: REDACTED } });
});

it('everybody who did something is offered once, by name', async () => {
  expect(await auditPeople(ctx)).toEqual([
    { id: 'ann', name: 'Ann' },
    { id: 'bo', name: 'Bo' },
    { id: 'local-owner', name: 'local owner' },
  ]);
});

it('is for administrators', async () => {
  const editor: Ctx = { ...ctx, db: ctx.db, actor: { ...ctx.actor, role: 'editor' } };
  await expect(auditEntries(editor, ALL, null, 1)).rejects.toThrow(ForbiddenError);
  await expect(auditEntry(editor, '1')).rejects.toThrow(ForbiddenError);
  await expect(auditPeople(editor)).rejects.toThrow(ForbiddenError);
  await expect(collected(allAuditEntries(editor, ALL))).rejects.toThrow(ForbiddenError);
});

describe('the database refuses', () => {
  it.each(["update audit_entry set actor_name = 'somebody else'", 'delete from audit_entry', 'truncate audit_entry'])(
    '%s',
    async (statement) => {
      const before = await ctx.db.auditEntry.count();
      await expect(ctx.db.$executeRawUnsafe(statement)).rejects.toThrow('never changed or removed');
      expect(await ctx.db.auditEntry.count()).toBe(before);
      expect(await ctx.db.auditEntry.count({ where: { actorName: 'somebody else' } })).toBe(0);
    },
  );
});

it('what is rolled back leaves no entry', async () => {
  const before = await ctx.db.auditEntry.count();
  const work = ctx.db.$transaction(async (db) => {
    await record(ctx, db, VIEW);
    throw new Error('on second thoughts');
  });
  await expect(work).rejects.toThrow('on second thoughts');
  expect(await ctx.db.auditEntry.count()).toBe(before);
});
