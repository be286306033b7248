import type { z } from 'zod';
import { type Ctx, demand } from '@/lib/accounts/context';
import type { AuditSubject } from '@/lib/audit/actions';
import { record } from '@/lib/audit/record';
import type { Tx } from '@/lib/db/client';
import { isUniqueViolation } from '@/lib/db/errors';
import { transaction } from '@/lib/db/transaction';
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
  return refusingTakenNames(() =>
    transaction(ctx.db, async (db) => {
      const { id } = await db.savedView.create({ data: { actorId, list, name, query, createdAt: ctx.now } });
      await record(ctx, db, { action: 'view.save', subject: subjectOf({ id, name }), after: { list, name, query } });
      return ok({ id });
    }),
  );
}

/** Gives one's own view another name. */
export async function renameView(
  ctx: Ctx,
  { id, name }: z.output<typeof renameViewSchema>,
): Promise<Result<{ id: string }, ViewRefusal>> {
  demand(ctx, 'view.save');
  return refusingTakenNames(() =>
    transaction(ctx.db, async (db) => {
      const before = await lockView(ctx, db, id);
      if (!before) return err({ reason: 'not_found' });
      const { list } = before;
      await db.savedView.update({ where: { id }, data: { name } });
      const subject = subjectOf({ id, name });
      await record(ctx, db, {
        action: 'view.rename',
        subject,
        before: { list, name: before.name },
        after: { list, name },
      });
      return ok({ id });
    }),
  );
}

/** Lets one's own view stand for other filters, order and columns from now on. */
export async function overwriteView(
  ctx: Ctx,
  { id, query }: z.output<typeof overwriteViewSchema>,
): Promise<Result<{ id: string }, ViewRefusal>> {
  demand(ctx, 'view.save');
  return transaction(ctx.db, async (db) => {
    const before = await lockView(ctx, db, id);
    if (!before) return err({ reason: 'not_found' });
    const { list } = before;
    await db.savedView.update({ where: { id }, data: { query } });
    await record(ctx, db, {
      action: 'view.overwrite',
      subject: subjectOf(before),
      before: { list, query: before.query },
      after: { list, query },
    });
    return ok({ id });
  });
}

/** Removes one's own view; one that is gone already is fine. */
export async function deleteView(
  ctx: Ctx,
  { id }: z.output<typeof viewIdSchema>,
): Promise<Result<{ id: string }, ViewRefusal>> {
  demand(ctx, 'view.save');
  return transaction(ctx.db, async (db) => {
    const before = await lockView(ctx, db, id);
    if (!before) return ok({ id });
    const { list, name, query } = before;
    await db.savedView.delete({ where: { id } });
    await record(ctx, db, { action: 'view.delete', subject: subjectOf(before), before: { list, name, query } });
    return ok({ id });
  });
}

interface View {
  readonly id: string;
  readonly list: string;
  readonly name: string;
  readonly query: string;
}

/** One's own view as it is, which nobody changes until the transaction ends; null when there is none. */
async function lockView(ctx: Ctx, db: Tx, id: string): Promise<View | null> {
  const [view] = await db.$queryRaw<View[]>`
    select id, list, name, query from saved_view where id = ${id}::uuid and actor_id = ${ctx.actor.id} for update`;
  return view ?? null;
}

function subjectOf({ id, name }: Pick<View, 'id' | 'name'>): AuditSubject {
  return { kind: 'view', id, name };
}

async function refusingTakenNames(
  work: () => Promise<Result<{ id: string }, ViewRefusal>>,
): Promise<Result<{ id: string }, ViewRefusal>> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) return err({ reason: 'name_taken' });
    throw error;
  }
}
