import { demand, type ReadCtx } from '@/lib/accounts/context';
import { UNSETTLED } from '@/lib/alerts/unsettled-queries';
import { Prisma } from '@/lib/db/generated/client';
import { DAY_MS } from '@/lib/shared/clock';
import type { InboxVersion } from './inbox-version';

/**
 * A mark of the hand-offs that wait for a person (with a fingerprint: of all of that key), and of what is being sent.
 * Cheap enough to be asked every few seconds: it reads the index of those that wait, the deliveries of one day, and
 * no history.
 */
export async function inboxVersion(
  ctx: ReadCtx,
  { fingerprint, since }: { readonly fingerprint: string | null; readonly since: Date | null },
): Promise<InboxVersion> {
  demand(ctx, 'read');
  const which = fingerprint === null ? UNSETTLED : Prisma.sql`fingerprint = ${fingerprint}`;
  const [row] = await ctx.db.$queryRaw<InboxVersion[]>`
    select concat_ws(' ', h.mark, d.mark) as version, h.fresh
    from (
      select concat_ws(' ', count(*), count(*) filter (where state = 'open'), count(assignee_id),
                       extract(epoch from max(created_at)), extract(epoch from max(changed_at)),
                       bit_xor(hashtext(assignee_id::text))) as mark,
             count(*) filter (where created_at > ${since})::int as fresh
      from hand_off where ${which}
    ) h cross join (
      select concat_ws(' ', count(*), sum(attempts), count(*) filter (where state = 'sent'),
                       count(*) filter (where state = 'dead'), count(confirmed_at)) as mark
      from delivery where created_at > ${new Date(ctx.now.getTime() - DAY_MS)}
    ) d`;
  return row ?? { version: '', fresh: 0 };
}

/** More than so many keys are not counted one by one. */
export const MOST_COUNTED = 99;

/** Keys of the actor's groups, or assigned to them, that nobody has acknowledged: up to one more than `MOST_COUNTED`. */
export async function countMyOpenKeys(ctx: ReadCtx): Promise<number> {
  demand(ctx, 'read');
  const rows = await ctx.db.$queryRaw<{ open: number }[]>`
    select count(*)::int as open from (
      select distinct fingerprint from hand_off
      where state = 'open'
        and (recipient = any(${[...ctx.actor.groups]}::text[]) or assignee_id::text = ${ctx.actor.id})
      limit ${MOST_COUNTED + 1}
    ) mine`;
  return rows[0]?.open ?? 0;
}
