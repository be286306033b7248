import { z } from 'zod';
import { demand, type ReadCtx } from '@/lib/accounts/context';
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

/** How far the history of a source has been counted. */
export interface RollupProgress {
  readonly sourceId: string;
  readonly name: string;
  /** `counting` for the first time, `kept` since then, or told to wait. */
  readonly state: 'counting' | 'kept' | 'paused';
  /** The first count is behind it; what comes is counted as it comes. */
  readonly counted: boolean;
  readonly done: number;
  /** Done and to be done, by the estimate of Postgres. */
  readonly about: number;
  readonly rolledAt: Date | null;
}

/** Of each source with steps, by name. Cheap: what is to be done is estimated, never counted. */
export async function rollupProgress(ctx: ReadCtx): Promise<RollupProgress[]> {
  demand(ctx, 'read');
  const rows = await ctx.db.$queryRaw<(Omit<RollupProgress, 'state' | 'about'> & { paused: boolean })[]>`
    select s.id as "sourceId", s.name, coalesce(r.steps, 0)::float8 as done, coalesce(r.paused, false) as paused,
           r.counted_at is not null as counted, r.rolled_at as "rolledAt"
    from source s left join rolled_source r on r.source_id = s.id
    where exists (select from workflow_run_step c where c.source_id = s.id) order by s.name, s.id`;
  const progress: RollupProgress[] = [];
  for (const { paused, ...row } of rows) {
    const { counted } = row;
    const kept = counted ? 'kept' : 'counting';
    const about = counted ? row.done : Math.max(row.done, await estimate(ctx, row.sourceId));
    progress.push({ ...row, state: paused ? 'paused' : kept, about });
  }
  return progress;
}

const planSchema = z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })]);

async function estimate(ctx: ReadCtx, sourceId: string): Promise<number> {
  const [row] = await ctx.db.$queryRaw<{ 'QUERY PLAN': unknown }[]>`
    explain (format json) select from workflow_run_step where source_id = ${sourceId}::uuid`;
  const plan = planSchema.safeParse(row?.['QUERY PLAN']);
  return plan.success ? plan.data[0].Plan['Plan Rows'] : 0;
}
