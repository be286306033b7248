import type { DurationUnit, TimeKind } from '@/lib/sources/vocabulary';
import type { AttemptField, AttemptsEntry } from './entries';
import type { FoundColumn } from './found';

/** Names under which platforms keep what is asked for, the most telling first. */
const NAMES: Readonly<Partial<Record<AttemptField, readonly string[]>>> = {
  nodeId: ['node_id', 'step_id', 'task_id', 'activity_id', 'function_id', 'node', 'step', 'task_name', 'task'],
  workflowId: ['workflow_id', 'flow_id', 'dag_id', 'process_id', 'pipeline_id', 'app_id', 'workflow', 'flow'],
  runId: ['run_id', 'execution_id', 'workflow_run_id', 'workflow_instance_id', 'flow_run_id', 'job_id', 'trace_id'],
  status: ['status', 'state', 'result', 'outcome'],
  occurredAt: ['occurred_at', 'finished_at', 'completed_at', 'ended_at', 'end_time', 'end_date', 'created_at', 'time'],
  errorCode: ['error_code', 'err_code', 'failure_reason', 'error_type', 'code'],
  errorMessage: ['error_message', 'error', 'err_msg', 'failure_message', 'message', 'reason'],
  attempt: ['attempt', 'attempt_number', 'try_number', 'attempts', 'retry_count'],
  duration: ['duration_ms', 'duration', 'elapsed_ms', 'elapsed_time', 'took_ms'],
  payloadHash: ['payload_hash', 'input_hash'],
};

/** Fills columns that nobody has chosen yet by their usual names; what was chosen stays. The preview shows what comes of it. */
export function suggestColumns(attempts: AttemptsEntry, columns: readonly FoundColumn[]): AttemptsEntry {
  const filled = { ...attempts.columns };
  const byName = new Map(columns.map((column) => [column.name.toLowerCase(), column]));
  let { time, unit } = attempts;
  for (const [field, found] of suggested(byName)) {
    if (filled[field].column !== '') continue;
    filled[field] = { column: found.name, path: '' };
    if (field === 'occurredAt') time = { ...time, kind: timeKindOf(found.type) };
    if (field === 'duration') unit = unitOf(found);
  }
  return { ...attempts, columns: filled, time, unit };
}

/** How a column of this type usually writes a point in time. */
export function timeKindOf(type: string): TimeKind {
  if (/with time zone|timestamptz/.test(type)) return 'timestamptz';
  if (/timestamp|date/.test(type)) return 'naive';
  if (/double|real|numeric/.test(type)) return 'epoch_s';
  return /int/.test(type) ? 'epoch_ms' : 'iso';
}

function unitOf({ name, type }: FoundColumn): DurationUnit {
  if (/interval/.test(type)) return 'interval';
  return /ms|milli/.test(name) || /int/.test(type) ? 'ms' : 's';
}

function* suggested(byName: ReadonlyMap<string, FoundColumn>): Generator<readonly [AttemptField, FoundColumn]> {
  for (const field of FIELDS) {
    const found = NAMES[field]?.flatMap((name) => byName.get(name) ?? [])[0];
    if (found) yield [field, found];
  }
}

const FIELDS = [
  ...(['nodeId', 'workflowId', 'runId', 'status', 'occurredAt'] as const),
  ...(['errorCode', 'errorMessage', 'attempt', 'duration', 'payloadHash'] as const),
];
