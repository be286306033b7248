import { demand, type ReadCtx } from '@/lib/accounts/context';
import type { Queryable } from '@/lib/db/client';
import type { Worker } from './inbox-person';

/** Everybody whom a hand-off can be given to, by name. */
export async function listWorkers(ctx: ReadCtx): Promise<Worker[]> {
  demand(ctx, 'hand_off.work');
  return readWorkers(ctx.db, null);
}

/** One of them; null when there is no such person, or they may work on nothing. */
export async function findWorker(db: Queryable, personId: string): Promise<Worker | null> {
  return (await readWorkers(db, personId))[0] ?? null;
}

function readWorkers(db: Queryable, personId: string | null): Promise<Worker[]> {
  return db.$queryRaw<Worker[]>`
    select u.id, u.name, u.role = 'administrator' as administrator, array(
             select distinct g.slug from owner_group_member m join owner_group g on g.id = m.group_id
             where lower(m.email) = u.email order by g.slug
           ) as groups
    from user_account u
    where u.disabled_at is null and u.role in ('administrator', 'editor')
      and (${personId}::uuid is null or u.id = ${personId}::uuid)
    order by u.name, u.id`;
}
