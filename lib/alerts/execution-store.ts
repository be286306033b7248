import type { Tx } from '@/lib/db/client';
import { arrayLiteral } from '@/lib/history/array-literal';
import { MAX_MESSAGE } from '@/lib/history/ingest-schema';
import { ATTEMPT_STATUSES, type Attempt, type AttemptStatus, type Execution } from '@/lib/policy/decide';
import { readablePolicy } from '@/lib/policy/readable';
import type { NodePolicy } from '@/lib/policy/schema';
import { groupBy } from '@/lib/shared/group-by';
import type { JsonObject } from '@/lib/shared/json';

/** What names an execution in the run history. */
export interface ExecutionKey {
  readonly sourceId: string;
  /** The platform's own id. */
  readonly workflowId: string;
  readonly runId: string;
  readonly nodeId: string;
  readonly subIndex: string;
}

/** A node as it is published now, with what a decision on it takes. */
export interface DecidingNode {
  readonly nodeRowId: string;
  readonly nodeVersion: number;
  readonly workflowVersion: number;
  readonly workflowOwner: string | null;
  readonly policy: NodePolicy;
  /** From when on failures of its source count; earlier ones wake nobody. */
  readonly alertsFrom: Date;
}

/** An execution whose workflow and node are known, with all its attempts. */
export interface KnownExecution {
  readonly key: ExecutionKey;
  readonly execution: Execution;
  readonly node: DecidingNode;
}

/**
 * Reads executions whole, each with its node: two queries, whatever the number. Left out are those of workflows
 * and nodes that were never imported, and of sources that do not alert.
 */
export async function loadExecutions(tx: Tx, keys: readonly ExecutionKey[]): Promise<KnownExecution[]> {
  if (keys.length === 0) return [];
  const nodes = await loadNodes(tx, keys);
  const known = keys.filter((key) => nodes.has(nodeName(key)));
  const attempts = await loadAttempts(tx, known);
  return known.flatMap((key) => {
    const node = nodes.get(nodeName(key));
    const found = attempts.get(nameOf(key));
    // History has steps, no runs: that one ended failed is only seen by the next attempt being overdue.
    return node && found ? [{ key, node, execution: { nodeId: key.nodeId, attempts: found, runEnded: false } }] : [];
  });
}

/** An execution's name as one text, to tell it from others. */
export function nameOf({ sourceId, workflowId, runId, nodeId, subIndex }: ExecutionKey): string {
  return JSON.stringify([sourceId, workflowId, runId, nodeId, subIndex]);
}

/** Executions as columns of text, for `unnest($1::uuid[], $2::text[], …)`. */
export function keyColumns(keys: readonly ExecutionKey[]) {
  const column = (pick: (key: ExecutionKey) => string) => arrayLiteral(keys.map(pick));
  return {
    sources: column(({ sourceId }) => sourceId),
    workflows: column(({ workflowId }) => workflowId),
    runs: column(({ runId }) => runId),
    nodes: column(({ nodeId }) => nodeId),
    subs: column(({ subIndex }) => subIndex),
  };
}

interface NodeRecord {
  readonly sourceId: string;
  readonly workflowId: string;
  readonly nodeId: string;
  readonly nodeRowId: string;
  readonly nodeVersion: number;
  readonly workflowVersion: number;
  readonly workflowOwner: string | null;
  readonly config: JsonObject;
  readonly alertsFrom: Date;
}

async function loadNodes(tx: Tx, keys: readonly ExecutionKey[]): Promise<Map<string, DecidingNode>> {
  const { sources, workflows, nodes } = keyColumns([...new Map(keys.map((key) => [nodeName(key), key])).values()]);
  const rows = await tx.$queryRaw<NodeRecord[]>`
    select w.source_id as "sourceId", w.key as "workflowId", n.node_id as "nodeId", n.id as "nodeRowId",
           n.version as "nodeVersion", w.version as "workflowVersion", w.owner as "workflowOwner", n.config,
           s.alerts_from as "alertsFrom"
    from unnest(${sources}::uuid[], ${workflows}::text[], ${nodes}::text[]) as k(source_id, workflow_id, node_id)
    join source s on s.id = k.source_id and s.alerts_from is not null
    join workflow w on w.source_id = k.source_id and w.key = k.workflow_id
    join node n on n.workflow_id = w.id and n.node_id = k.node_id`;
  return new Map(rows.map(({ config, ...node }) => [nodeName(node), { ...node, policy: readablePolicy(config) }]));
}

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

async function loadAttempts(tx: Tx, keys: readonly ExecutionKey[]): Promise<Map<string, Attempt[]>> {
  if (keys.length === 0) return new Map();
  const { sources, workflows, runs, nodes, subs } = keyColumns(keys);
  // One look into the unique index for each: the order is the index's own, `offset 0` keeps them apart.
  const rows = await tx.$queryRaw<AttemptRow[]>`
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

function nodeName({ sourceId, workflowId, nodeId }: Pick<ExecutionKey, 'sourceId' | 'workflowId' | 'nodeId'>): string {
  return JSON.stringify([sourceId, workflowId, nodeId]);
}
