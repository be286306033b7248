import type { Queryable } from '@/lib/db/client';
import { MARKS_SQL } from './rollup-marks-queries';

/** Steps behind the watermark that are still read beside the rollups; with more, the steps alone are faster. */
const MOST_BESIDE = 200_000;

/** True when the rollups are near enough to the end of the history to be asked; the answer is the same either way. */
export async function isRolledUp(db: Queryable): Promise<boolean> {
  const [row] = await db.$queryRaw<{ near: boolean }[]>`
    with recursive ${MARKS_SQL}
    select not exists (
      select from known_source m cross join lateral (
        select from workflow_run_step s
        where s.source_id = m.source_id and (s.change_id, s.id) > (m.change_id, m.step_id)
        order by s.change_id, s.id offset ${MOST_BESIDE} limit 1
      ) beyond
    ) as near`;
  return row?.near ?? true;
}
