import type { Queryable } from '@/lib/db/client';

/** A history of the whole days before `now`, as many executions each day. */
export interface DailyHistory {
  readonly sourceId: string;
  readonly workflowKey: string;
  readonly nodeId: string;
  readonly code: string | null;
  readonly failed: number;
  readonly succeeded: number;
  readonly days: number;
  readonly now: Date;
}

/** Writes it as run steps: one attempt each, at noon of UTC. */
export async function writeDaily(db: Queryable, history: DailyHistory): Promise<void> {
  const { sourceId, workflowKey, nodeId, code, failed, succeeded, days, now } = history;
  const mark = `${code ?? 'none'}-`;
  await db.$executeRaw`
    insert into workflow_run_step (source_id, workflow_id, run_id, node_id, status, error_code, occurred_at)
    select ${sourceId}::uuid, ${workflowKey}, ${mark} || day || '-' || place, ${nodeId},
           case when place <= ${failed}::int then 'failed' else 'succeeded' end,
           case when place <= ${failed}::int then ${code} end,
           date_trunc('day', ${now}::timestamptz at time zone 'UTC') at time zone 'UTC'
             - day * interval '1 day' + interval '12 hours'
    from generate_series(1, ${days}::int) day, generate_series(1, ${failed + succeeded}::int) place`;
}
