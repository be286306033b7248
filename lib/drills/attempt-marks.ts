import type { LoggedExecution } from '@/lib/judge/drill';
import { type AttemptStatus, startOf } from '@/lib/policy/decide';
import type { EpochMs } from '@/lib/shared/clock';
import type { TrialPlan } from './plan';

/** One attempt of a trial, planned, seen, or both; in ms from the first attempt of its execution. */
export interface AttemptMark {
  readonly attempt: number;
  /** When it was to start, counted from the end of the attempt before; null = none was to come. */
  readonly expectedMs: number | null;
  /** Start as the log has it, else the end; null = it has not come. */
  readonly seenMs: number | null;
  readonly seenAt: EpochMs | null;
  readonly endedAt: EpochMs | null;
  readonly status: AttemptStatus | null;
  readonly errorCode: string | null;
}

/** The attempts of one execution of a trial: those planned with when they really came, and those not planned. */
export interface ExecutionMarks {
  readonly execution: number;
  readonly runId: string | null;
  readonly marks: readonly AttemptMark[];
}

/**
 * Holds what the log has against the plan of a trial. A delay runs from the end of an attempt to the start of the next
 * (`domain.md`, "Retry"), so each is expected by the end of the one before it where that is known.
 */
export function attemptMarks(plan: Pick<TrialPlan, 'marks'>, executions: readonly LoggedExecution[]): ExecutionMarks[] {
  const planned = plan.marks.map(({ execution }) => execution);
  const count = Math.max(executions.length, ...planned);
  return Array.from({ length: count }, (_, index) => {
    const logged = executions[index];
    return {
      execution: index + 1,
      runId: logged?.runId ?? null,
      marks: marksOf(
        plan.marks.filter(({ execution }) => execution === index + 1),
        logged?.attempts ?? [],
      ),
    };
  });
}

/** Where on a line from the first attempt to the last a mark stands, in per cent. */
export function placeOf(ms: number, marks: readonly AttemptMark[]): number {
  const last = Math.max(0, ...marks.flatMap(({ expectedMs, seenMs }) => [expectedMs ?? 0, seenMs ?? 0]));
  return last === 0 ? 0 : (Math.max(0, ms) / last) * 100;
}

function marksOf(planned: TrialPlan['marks'], attempts: LoggedExecution['attempts']): AttemptMark[] {
  const seen = new Map(attempts.map((each) => [each.attempt, each]));
  const first = seen.get(1);
  const zero = first === undefined ? null : startOf(first);
  const numbers = [...new Set([...planned.map(({ attempt }) => attempt), ...seen.keys()])].sort((a, b) => a - b);
  return numbers.map((number): AttemptMark => {
    const plan = planned.find(({ attempt }) => attempt === number);
    const before = planned.find(({ attempt }) => attempt === number - 1);
    const attempt = seen.get(number);
    const previous = seen.get(number - 1);
    const delay = (plan?.dueMs ?? 0) - (before?.dueMs ?? 0);
    const expected = previous !== undefined && zero !== null ? previous.endedAt - zero + delay : (plan?.dueMs ?? 0);
    return {
      attempt: number,
      expectedMs: plan === undefined ? null : expected,
      seenMs: attempt === undefined || zero === null ? null : startOf(attempt) - zero,
      seenAt: attempt === undefined ? null : startOf(attempt),
      endedAt: attempt?.endedAt ?? null,
      status: attempt?.status ?? null,
      errorCode: attempt?.errorCode ?? null,
    };
  });
}
