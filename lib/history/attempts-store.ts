import type { Queryable } from '@/lib/db/client';
import { ATTEMPT_STATUSES, type Attempt, type AttemptStatus } from '@/lib/policy/decide';
import { groupBy } from '@/lib/shared/group-by';
import { type ExecutionKey, keyColumns, nameOf } from './execution-key';
import { MAX_MESSAGE } from './ingest-schema';

interface AttemptRow extends ExecutionKey {
  readonly attempt: number;
  readonly status: string;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly payloadHash: string | null;
  readonly occurredAt: Date;
  readonly durationMs: number | null;
}

/**
 * What ingest would have refused can stand in the history all the same, written there by SQL: a time such as
 * `infinity`, which no date can hold, or a message of megabytes. It must not keep other failures from being told.
 */
const [EARLIEST, LATEST] = ['0001-01-02T00:00:00Z', '9999-01-01T00:00:00Z'];

/** Executions whole, by their names (`nameOf`): one query, whatever their number; unknown ones are left out. */
export async function loadAttempts(db: Queryable, keys: readonly ExecutionKey[]): Promise<Map<string, Attempt[]>> {
  if (keys.length === 0) return new Map();
  const { sources, workflows, runs, nodes, subs } = keyColumns(keys);
  // One look into the unique index for each: the order is the index's own, `offset 0` keeps them apart.
  const rows = await db.$queryRaw<AttemptRow[]>`
    select s.source_id as "sourceId", s.workflow_id as "workflowId", s.run_id as "runId", s.node_id as "nodeId",
           s.sub_index as "subIndex", s.attempt, s.status, s.error_code as "errorCode",
           left(s.error_message, ${MAX_MESSAGE}) as "errorMessage", s.payload_hash as "payloadHash",
           greatest(${EARLIEST}::timestamptz, least(${LATEST}::timestamptz, s.occurred_at)) as "occurredAt",
           s.duration_ms as "durationMs"
    from unnest(${sources}::uuid[], ${workflows}::text[], ${runs}::text[], ${nodes}::text[], ${subs}::text[])
      as k(source_id, workflow_id, run_id, node_id, sub_index)
    cross join lateral (
      select * from workflow_run_step s
      where s.source_id = k.source_id and s.workflow_id = k.workflow_id and s.run_id = k.run_id
        and s.node_id = k.node_id and s.sub_index = k.sub_index
      order by s.attempt offset 0
    ) s`;
  const attempts = new Map<string, Attempt[]>();
  for (const [name, group] of groupBy(rows, nameOf)) attempts.set(name, group.flatMap(toAttempt));
  return attempts;
}

function toAttempt({ attempt, status, occurredAt, durationMs, ...rest }: AttemptRow): Attempt[] {
  const known = ATTEMPT_STATUSES.find((each): each is AttemptStatus => each === status);
  if (known === undefined) return [];
  const { errorCode, errorMessage, payloadHash } = rest;
  const endedAt = occurredAt.getTime();
  const startedAt = durationMs === null ? null : endedAt - durationMs;
  return [{ attempt, status: known, startedAt, endedAt, errorCode, errorMessage, payloadHash }];
}
