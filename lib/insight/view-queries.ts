import { demand, type ReadCtx } from '@/lib/accounts/context';
import type { SavedView, ViewList } from './view-schema';

/** The asking person's views of a list, in the order in which they were made. */
export async function listViews(ctx: ReadCtx, list: ViewList): Promise<SavedView[]> {
  demand(ctx, 'read');
  return ctx.db.savedView.findMany({
    where: { actorId: ctx.actor.id, list },
    select: { id: true, name: true, query: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
}
