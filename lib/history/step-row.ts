/** Which rows stand behind a figure: attempts that failed, or executions (all; failed; by how they ended). */
export const ROW_KINDS = ['failures', 'executions', 'failed', 'final', 'recovered'] as const;
export type RowKind = (typeof ROW_KINDS)[number];

/** A node of a workflow and a raw code (null = none). */
export interface RowTarget {
  readonly sourceId: string;
  readonly workflowKey: string;
  readonly nodeId: string;
  readonly errorCode: string | null;
}

/** One attempt as the log has it, and how its execution went on. */
export interface StepRow {
  readonly id: string;
  readonly sourceId: string;
  readonly workflowKey: string;
  /** Null: the workflow was never imported. */
  readonly workflowId: string | null;
  readonly workflowName: string | null;
  readonly nodeId: string;
  readonly nodeRowId: string | null;
  readonly nodeName: string | null;
  readonly runId: string;
  readonly subIndex: string;
  readonly attempt: number;
  readonly status: string;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly occurredAt: Date;
  readonly durationMs: number | null;
  /** Status, number and code of the execution's last attempt, where it is a later one. */
  readonly laterStatus: string | null;
  readonly laterAttempt: number | null;
  readonly laterCode: string | null;
}

/** How an execution ended, as far as the log knows. `attempt` is the number of its last attempt. */
export interface Ending {
  readonly how: 'succeeded' | 'failed' | 'cancelled' | 'running' | 'other';
  readonly attempt: number;
  /** The code it ended with, where it is another than the row's. */
  readonly otherCode?: string | null;
}

const ENDINGS = ['succeeded', 'failed', 'cancelled', 'running'] as const;

/** The end of the row's execution: its own status when nothing came after it. */
export function endingOf(row: StepRow): Ending {
  const status = row.laterStatus ?? row.status;
  const how = ENDINGS.find((each) => each === status) ?? 'other';
  const ending: Ending = { how, attempt: row.laterAttempt ?? row.attempt };
  const changed = row.laterStatus === 'failed' && row.laterCode !== row.errorCode;
  return changed ? { ...ending, otherCode: row.laterCode } : ending;
}
