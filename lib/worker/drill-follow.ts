import { BATCH, followBatch, settleOverdue } from '@/lib/alerts/follow-store';
import type { Db } from '@/lib/db/client';
import type { Clock } from '@/lib/shared/clock';

/**
 * Follows the log of a trial with the code that follows that of real failures: a trial is a source of its own. `now` is
 * what its clock shows; `whole`: nothing of the log is left, which a transaction elsewhere on the server may delay.
 */
export async function followTrial(
  drillDb: Db,
  trialId: string,
  { now, real }: { readonly now: Date; readonly real: Clock },
): Promise<{ readonly whole: boolean }> {
  const catalogueAt = await askedForAt(drillDb, trialId);
  for (let drained = false; !drained; )
    ({ drained } = await followBatch(drillDb, trialId, now, BATCH, { catalogueAt }));
  await sendNow(drillDb, trialId, real());
  return { whole: await isFollowed(drillDb, trialId) };
}

/** Decides again on executions of a trial whose next attempt is overdue by its clock. */
export async function settleTrial(
  drillDb: Db,
  trialId: string,
  { now, real }: { readonly now: Date; readonly real: Clock },
): Promise<void> {
  const frozen = { sourceId: trialId, catalogueAt: await askedForAt(drillDb, trialId) };
  for (let drained = false; !drained; ) ({ drained } = await settleOverdue(drillDb, now, frozen));
  await sendNow(drillDb, trialId, real());
}

/** When its run was asked for: policy and catalogue are those of then, whatever is changed meanwhile. */
async function askedForAt(drillDb: Db, trialId: string): Promise<Date> {
  const [run] = await drillDb.$queryRaw<{ createdAt: Date }[]>`
    select r.created_at as "createdAt"
    from public.drill_trial t join public.drill_run r on r.id = t.run_id where t.id = ${trialId}::uuid`;
  if (run === undefined) throw new Error('there is no such trial');
  return run.createdAt;
}

/** The clock of a trial may be ahead; messages go out by the real one. */
async function sendNow(drillDb: Db, trialId: string, real: Date): Promise<void> {
  await drillDb.$executeRaw`
    update drill.delivery d set next_at = ${real}::timestamptz
    from drill.hand_off h
    where h.id = d.hand_off_id and h.source_id = ${trialId}::uuid
      and d.state = 'pending' and d.attempts = 0 and d.next_at > ${real}::timestamptz`;
}

async function isFollowed(drillDb: Db, trialId: string): Promise<boolean> {
  const [row] = await drillDb.$queryRaw<{ left: boolean }[]>`
    select exists (
      select from drill.workflow_run_step s left join drill.followed_source f on f.source_id = s.source_id
      where s.source_id = ${trialId}::uuid
        and (s.change_id, s.id) > (coalesce(f.after_change, 0), coalesce(f.after_id, 0))) as left`;
  return row?.left === false;
}
