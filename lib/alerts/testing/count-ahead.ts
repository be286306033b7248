import type { Db } from '@/lib/db/client';

/** Steps of sources that alert which no worker has followed yet. */
export async function countAhead(db: Db): Promise<number> {
  const rows = await db.$queryRaw<{ ahead: number }[]>`
    select count(*)::int as ahead from workflow_run_step r join source s on s.id = r.source_id
    left join followed_source f on f.source_id = s.id
    where s.alerts_from is not null and (r.change_id, r.id) > (coalesce(f.after_change, 0), coalesce(f.after_id, 0))`;
  return rows[0]?.ahead ?? 0;
}
