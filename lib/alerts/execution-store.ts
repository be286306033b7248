import type { Tx } from '@/lib/db/client';
import { loadAttempts } from '@/lib/history/attempts-store';
import { type ExecutionKey, keyColumns, nameOf } from '@/lib/history/execution-key';
import type { Execution } from '@/lib/policy/decide';
import { readablePolicy } from '@/lib/policy/readable';
import type { NodePolicy } from '@/lib/policy/schema';
import type { JsonObject } from '@/lib/shared/json';

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

function nodeName({ sourceId, workflowId, nodeId }: Pick<ExecutionKey, 'sourceId' | 'workflowId' | 'nodeId'>): string {
  return JSON.stringify([sourceId, workflowId, nodeId]);
}
