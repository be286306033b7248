import { arrayLiteral } from './array-literal';

/** What names an execution in the run history. */
export interface ExecutionKey {
  readonly sourceId: string;
  /** The platform's own id. */
  readonly workflowId: string;
  readonly runId: string;
  readonly nodeId: string;
  readonly subIndex: string;
}

/** An execution's name as one text, to tell it from others. */
export function nameOf({ sourceId, workflowId, runId, nodeId, subIndex }: ExecutionKey): string {
  return JSON.stringify([sourceId, workflowId, runId, nodeId, subIndex]);
}

/** Each execution once, the last that names it. */
export function distinct<K extends ExecutionKey>(keys: readonly K[]): K[] {
  return [...new Map(keys.map((key) => [nameOf(key), key])).values()];
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
