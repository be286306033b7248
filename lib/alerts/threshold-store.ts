import type { Tx } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import { arrayLiteral } from '@/lib/history/array-literal';
import type { EpochMs } from '@/lib/shared/clock';
import type { AlertKey } from './fingerprint';
import type { CodeThreshold } from './threshold';

/** A hand-off that somebody is notified of, and what is usual for its code. */
export interface Asking extends AlertKey {
  readonly handOffId: string;
  /** Its deciding failure. */
  readonly at: EpochMs;
  readonly threshold: CodeThreshold;
}

/**
 * Marks hand-offs as above normal (`domain.md`, "Thresholds": it marks a notification and triggers nothing). Counted
 * are the node's executions that failed with that raw code, or with any for the row `*`, in the threshold's window, which ends with the deciding
 * failure, itself included: the last 24 hours for `1d`, whoever's day that is. Above is more than the threshold.
 */
export async function markAboveThreshold(tx: Tx, asking: readonly Asking[]): Promise<void> {
  if (asking.length === 0) return;
  const column = (pick: (each: Asking) => string | number | null) => arrayLiteral(asking.map(pick));
  // Codes are asked for one by one, and no code apart: only an equality is found by the index of failures.
  await tx.$executeRaw`
    update hand_off h
    set above_threshold =
      jsonb_build_object('failures', counted.failures, 'threshold', a.threshold, 'anyCode', a.any_code)
    from unnest(
      ${column(({ handOffId }) => handOffId)}::uuid[], ${column(({ sourceId }) => sourceId)}::uuid[],
      ${column(({ workflowId }) => workflowId)}::text[], ${column(({ nodeId }) => nodeId)}::text[],
      ${column(({ errorCode }) => errorCode)}::text[],
      ${column(({ at, threshold }) => new Date(at - threshold.windowMs).toISOString())}::timestamptz[],
      ${column(({ at }) => new Date(at).toISOString())}::timestamptz[],
      ${column(({ threshold }) => threshold.failures)}::int[],
      ${column(({ threshold }) => String(threshold.anyCode))}::boolean[])
      as a(id, source_id, workflow_id, node_id, error_code, after, until, threshold, any_code)
    cross join lateral (
      with recursive code(error_code) as (
        (select case when a.any_code then (${nextCode(Prisma.sql`true`)}) else a.error_code end)
        union all
        select (${nextCode(Prisma.sql`s.error_code > c.error_code`)}) from code c
        where a.any_code and c.error_code is not null
      )
      select count(distinct (run_id, sub_index))::int as failures from (
        select s.run_id, s.sub_index from code c join workflow_run_step s on s.error_code = c.error_code
        where ${OF_NODE} and s.occurred_at > a.after and s.occurred_at <= a.until
        union all
        select s.run_id, s.sub_index from workflow_run_step s
        where (a.any_code or a.error_code is null) and ${OF_NODE} and s.error_code is null
          and s.occurred_at > a.after and s.occurred_at <= a.until
      ) failed
    ) counted
    where h.id = a.id and counted.failures > a.threshold`;
}

const OF_NODE = Prisma.sql`
  s.status = 'failed' and s.source_id = a.source_id and s.workflow_id = a.workflow_id and s.node_id = a.node_id`;

/** The first code of the node, in the order of the index, for which this holds. */
function nextCode(which: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    select s.error_code from workflow_run_step s
    where ${OF_NODE} and s.error_code is not null and ${which} order by s.error_code limit 1`;
}
