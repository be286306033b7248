import { afterEach, expect, it } from 'vitest';
import { testContext } from '@/lib/testing/context';
import { deleteView, overwriteView, renameView, saveView } from './view-commands';
import { MAX_VIEW_NAME, MAX_VIEWS } from './view-limits';
import { listViews } from './view-queries';
import { saveViewSchema } from './view-schema';

const ctx = testContext();
// Spreading would read the database before it is there.
const bob = {
  get db() {
    return ctx.db;
  },
  now: ctx.now,
  actor: { ...ctx.actor, id: 'bob', name: 'Bob', role: 'viewer' as const },
};
const NIGHT = { list: 'nodes' as const, name: 'Night shift', query: 'show=failing&sort=last' };

afterEach(async () => {
  await ctx.db.savedView.deleteMany();
});

async function saved(input = NIGHT): Promise<string> {
  const result = await saveView(ctx, input);
  if (!result.ok) throw new Error(result.error.reason);
  return result.value.id;
}

it('keeps a view, gives it another name and other filters, and removes it', async () => {
  const id = await saved();
  expect(await listViews(ctx, 'nodes')).toEqual([{ id, name: NIGHT.name, query: NIGHT.query }]);
  expect(await listViews(ctx, 'failures')).toEqual([]);
  expect(await renameView(ctx, { id, name: 'Day shift' })).toEqual({ ok: true, value: { id } });
  expect(await overwriteView(ctx, { id, query: 'q=pay' })).toEqual({ ok: true, value: { id } });
  expect(await listViews(ctx, 'nodes')).toEqual([{ id, name: 'Day shift', query: 'q=pay' }]);
  expect(await deleteView(ctx, { id })).toMatchObject({ ok: true });
  expect(await deleteView(ctx, { id })).toMatchObject({ ok: true });
  expect(await listViews(ctx, 'nodes')).toEqual([]);
});

it('is each person’s own', async () => {
  const id = await saved();
  expect(await listViews(bob, 'nodes')).toEqual([]);
  expect(await renameView(bob, { id, name: 'Mine' })).toEqual({ ok: false, error: { reason: 'not_found' } });
  expect(await overwriteView(bob, { id, query: '' })).toEqual({ ok: false, error: { reason: 'not_found' } });
  await deleteView(bob, { id });
  expect(await listViews(ctx, 'nodes')).toHaveLength(1);
  expect(await saveView(bob, NIGHT)).toMatchObject({ ok: true });
});

it('has one name once in a list', async () => {
  await saved();
  const other = await saved({ ...NIGHT, name: 'Other' });
  expect(await saveView(ctx, NIGHT)).toEqual({ ok: false, error: { reason: 'name_taken' } });
  expect(await renameView(ctx, { id: other, name: NIGHT.name })).toEqual({
    ok: false,
    error: { reason: 'name_taken' },
  });
  expect(await saveView(ctx, { ...NIGHT, list: 'failures' })).toMatchObject({ ok: true });
});

it('has an end', async () => {
  const data = Array.from({ length: MAX_VIEWS }, (_, index) => ({ ...NIGHT, name: `${index}`, actorId: 'ann' }));
  await ctx.db.savedView.createMany({ data });
  expect(await saveView(ctx, NIGHT)).toEqual({ ok: false, error: { reason: 'too_many', most: MAX_VIEWS } });
});

it.each([
  { ...NIGHT, name: '   ' },
  { ...NIGHT, name: 'x'.repeat(MAX_VIEW_NAME + 1) },
  { ...NIGHT, name: 'a\0b' },
  { ...NIGHT, query: 'q='.repeat(2_000) },
  { ...NIGHT, list: 'groups' },
])('refuses %#', (input) => {
  expect(saveViewSchema.safeParse(input).success).toBe(false);
});
