import { beforeEach, describe, expect, it } from 'vitest';
import { ForbiddenError } from '@/lib/accounts/context';
import type { Role } from '@/lib/accounts/permissions';
import { catalogueSays } from '@/lib/policy/catalogue';
import { testContext } from '@/lib/testing/context';
import { addCatalogueEntry, changeCatalogueEntry, removeCatalogueEntry } from './catalogue-commands';
import { catalogueByTime, catalogueExtra, catalogueExtraAt, listEntries } from './catalogue-queries';
import type { EntryInput } from './entry';

const ctx = testContext();
const BUSY: EntryInput = { code: 'psp_busy', class: 'transient', means: null, source: 'PSP manual, page 4' };
const as = (role: Role) => ({ ...ctx, db: ctx.db, actor: { ...ctx.actor, role } });
const later = (minutes: number) => ({ ...ctx, db: ctx.db, now: new Date(ctx.now.getTime() + minutes * 60_000) });

beforeEach(async () => {
  await ctx.db.catalogueEntry.deleteMany();
});

const version = async () => (await ctx.db.catalogueState.findFirstOrThrow()).version;

async function added(input: EntryInput = BUSY) {
  const result = await addCatalogueEntry(ctx, input);
  if (!result.ok) throw new Error(result.error.reason);
  return result.value;
}

describe('an entry', () => {
  it('holds from when it was added, with who said so', async () => {
    const { id } = await added();
    expect(await listEntries(ctx)).toEqual([{ ...BUSY, id, revision: 1, writtenBy: 'Ann', since: ctx.now }]);
    expect(catalogueSays('PSP-BUSY', await catalogueExtra(ctx.db))).toMatchObject({ class: 'transient', added: true });
    expect(catalogueSays('PSP-BUSY', await catalogueExtra(ctx.drillDb))).toMatchObject({ class: 'transient' });
  });

  it('keeps what it said before', async () => {
    const { id } = await added();
    const changed = await changeCatalogueEntry(later(10), { ...BUSY, class: 'terminal', id, revision: 1 });
    expect(changed).toEqual({ ok: true, value: { id, revision: 2 } });
    expect(await removeCatalogueEntry(later(20), { id, revision: 2 })).toEqual({ ok: true, value: null });
    const says = async (minutes: number) =>
      catalogueSays('psp_busy', await catalogueExtraAt(ctx.db, later(minutes).now))?.class ?? null;
    expect([await says(-1), await says(0), await says(9), await says(10), await says(20)]).toEqual([
      ...[null, 'transient', 'transient', 'terminal', null],
    ]);
    expect(await listEntries(ctx)).toEqual([]);
    const byTime = await catalogueByTime(ctx.db);
    expect(catalogueSays('psp_busy', byTime(later(15).now.getTime()))?.class).toBe('terminal');
  });

  it('can be said anew after it was taken away, and by a clock that is behind', async () => {
    const { id } = await added();
    await removeCatalogueEntry(later(-5), { id, revision: 1 });
    await added({ ...BUSY, class: 'terminal' });
    expect(await listEntries(ctx)).toMatchObject([{ class: 'terminal', revision: 1 }]);
  });

  it('is refused where another spelling has it, whoever is first', async () => {
    const results = await Promise.all(
      ['psp_busy', 'PSP-Busy', 'psp busy', 'PSPBUSY'].map((code) => addCatalogueEntry(ctx, { ...BUSY, code })),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    const [refused] = results.flatMap((result) => (result.ok ? [] : [result.error]));
    expect(refused).toMatchObject({ reason: 'code_taken' });
  });

  it('is changed only as the person saw it, and not by the same again', async () => {
    const { id } = await added();
    const before = await version();
    expect(await changeCatalogueEntry(ctx, { ...BUSY, id, revision: 1 })).toEqual({
      ...{ ok: true, value: { id, revision: 1 } },
    });
    expect(await version()).toBe(before);
    await changeCatalogueEntry(later(1), { ...BUSY, source: 'page 5', id, revision: 1 });
    expect(await changeCatalogueEntry(later(2), { ...BUSY, source: 'page 6', id, revision: 1 })).toMatchObject({
      ...{ ok: false, error: { reason: 'conflict', current: { source: 'page 5', revision: 2 } } },
    });
    expect(await removeCatalogueEntry(later(2), { id, revision: 1 })).toMatchObject({ error: { reason: 'conflict' } });
    expect(await removeCatalogueEntry(ctx, { id: '00000000-0000-4000-8000-000000000000', revision: 1 })).toMatchObject({
      error: { reason: 'not_found' },
    });
  });

  it('stays while other spellings lead to it', async () => {
    const { id } = await added();
    await added({ code: 'PSP-17', class: null, means: 'psp_busy', source: 'PSP manual' });
    expect(await removeCatalogueEntry(ctx, { id, revision: 1 })).toEqual({
      ...{ ok: false, error: { reason: 'still_meant', named: 'PSP-17', count: 1 } },
    });
  });

  it('raises the number by which others see that something changed', async () => {
    const before = await version();
    await added();
    expect(await version()).toBeGreaterThan(before);
  });

  it.each(['editor', 'viewer'] as const)('is nothing that an %s decides', async (role) => {
    await expect(addCatalogueEntry(as(role), BUSY)).rejects.toThrow(ForbiddenError);
    expect(await listEntries(as(role))).toEqual([]);
  });

  it('says one thing, whoever writes it', async () => {
    await expect(
      ctx.db.catalogueEntry.create({
        data: {
          ...{ id: '00000000-0000-4000-8000-000000000001', revision: 1, code: 'x', key: 'x', class: 'terminal' },
          ...{ means: 'timeout', source: 'x', writtenBy: 'x', since: ctx.now },
        },
      }),
    ).rejects.toThrow('catalogue_entry_says_one_thing');
  });
});
