import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@/lib/db/client';
import { judgeAll } from '@/lib/worker/judge';

/**
 * Judges until every step of every source is passed and nothing is due at `now`. One round need not do: other tests on
 * the same server hold transactions open, and what is newer than those waits. Sources that alert have to be followed.
 */
export async function judgeWhole(db: Db, now: Date): Promise<void> {
  for (;;) {
    await judgeAll({ db, now: () => now });
    const [left] = await db.$queryRaw<{ ahead: boolean }[]>`
      select exists (
        select from workflow_run_step r left join judged_source j on j.source_id = r.source_id
        where (r.change_id, r.id) > (coalesce(j.after_change, 0), coalesce(j.after_id, 0))
      ) or exists (select from awaited_judgement where due_at <= ${now}) as ahead`;
    if (!left?.ahead) return;
    await sleep(10);
  }
}
