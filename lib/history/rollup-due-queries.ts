import type { Db } from '@/lib/db/client';
import { SECOND_MS } from '@/lib/shared/clock';
import { sourcesToRead } from './change-store';
import { ROLLED } from './rollup-store';

/** So many steps are rolled up at once, fewer when they have waited so long: beside the rollups they are read as fast. */
const WORTH_STEPS = 20_000;
const WAIT_MS = 15 * SECOND_MS;

/** Sources whose rollups are behind, by ids; `all`: also those with so little that it may wait. */
export async function sourcesToRoll(db: Db, now: Date, all: boolean): Promise<string[]> {
  const [unread, changed] = await Promise.all([sourcesToRead(db, ROLLED), sourcesWithGone(db)]);
  const behind = [...new Set([...unread, ...changed])];
  if (all || behind.length === 0) return behind;
  const rows = await db.$queryRaw<{ id: string }[]>`
    select b.id from unnest(${behind}::uuid[]) as b(id)
    left join rolled_source r on r.source_id = b.id
    where r.counted_at is null or r.rolled_at <= ${new Date(now.getTime() - WAIT_MS)} or exists (
      select from workflow_run_step s
      where s.source_id = b.id and (s.change_id, s.id) > (r.after_change, r.after_id)
      order by s.change_id, s.id offset ${WORTH_STEPS} limit 1)`;
  return rows.map(({ id }) => id);
}

async function sourcesWithGone(db: Db): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    select r.source_id as id from rolled_source r
    where not r.paused and exists (select from history_gone g where g.source_id = r.source_id)`;
  return rows.map(({ id }) => id);
}
