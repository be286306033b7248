import type { z } from 'zod';
import { type Ctx, demand } from '@/lib/accounts/context';
import { isUniqueViolation } from '@/lib/db/errors';
import { err, ok, type Result } from '@/lib/shared/result';
import { MAX_VIEWS } from './view-limits';
import type { overwriteViewSchema, renameViewSchema, saveViewSchema, viewIdSchema } from './view-schema';

export type ViewRefusal =
  | { readonly reason: 'name_taken' }
  | { readonly reason: 'too_many'; readonly most: number }
  | { readonly reason: 'not_found' };

/** Keeps a list's filters, order and columns under a name, for the person who asks. */
export async function saveView(
  ctx: Ctx,
  { list, name, query }: z.output<typeof saveViewSchema>,
): Promise<Result<{ id: string }, ViewRefusal>> {
  demand(ctx, 'view.save');
  const actorId = ctx.actor.id;
  if ((await ctx.db.savedView.count({ where: { actorId, list } })) >= MAX_VIEWS)
    return err({ reason: 'too_many', most: MAX_VIEWS });
  try {
    const { id } = await ctx.db.savedView.create({ data: { actorId, list, name, query, createdAt: ctx.now } });
    return ok({ id });
  } catch (error) {
    if (isUniqueViolation(error)) return err({ reason: 'name_taken' });
    throw error;
  }
}

/** Gives one's own view another name. */
export async function renameView(
  ctx: Ctx,
  { id, name }: z.output<typeof renameViewSchema>,
): Promise<Result<{ id: string }, ViewRefusal>> {
  demand(ctx, 'view.save');
  try {
    return found(id, await ctx.db.savedView.updateMany({ where: { id, actorId: ctx.actor.id }, data: { name } }));
  } catch (error) {
    if (isUniqueViolation(error)) return err({ reason: 'name_taken' });
    throw error;
  }
}

/** Lets one's own view stand for other filters, order and columns from now on. */
export async function overwriteView(
  ctx: Ctx,
  { id, query }: z.output<typeof overwriteViewSchema>,
): Promise<Result<{ id: string }, ViewRefusal>> {
  demand(ctx, 'view.save');
  return found(id, await ctx.db.savedView.updateMany({ where: { id, actorId: ctx.actor.id }, data: { query } }));
}

/** Removes one's own view; one that is gone already is fine. */
export async function deleteView(
  ctx: Ctx,
  { id }: z.output<typeof viewIdSchema>,
): Promise<Result<{ id: string }, ViewRefusal>> {
  demand(ctx, 'view.save');
  await ctx.db.savedView.deleteMany({ where: { id, actorId: ctx.actor.id } });
  return ok({ id });
}

function found(id: string, { count }: { count: number }): Result<{ id: string }, ViewRefusal> {
  return count === 0 ? err({ reason: 'not_found' }) : ok({ id });
}
