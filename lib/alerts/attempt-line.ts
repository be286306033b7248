import { gapTolerance, standingOf, type Tolerance } from '@/lib/judge/tolerance';
import type { Attempt, AttemptStatus } from '@/lib/policy/decide';
import { delayRange } from '@/lib/policy/schedule';
import type { Retry } from '@/lib/policy/schema';
import type { EpochMs } from '@/lib/shared/clock';

/** One attempt beside when the schedule expected it. */
export interface AttemptMark {
  readonly attempt: number;
  /** `missing`: it was to come, and the log has none. */
  readonly status: AttemptStatus | 'missing';
  readonly errorCode: string | null;
  readonly startedAt: EpochMs | null;
  readonly endedAt: EpochMs | null;
  /** When the schedule has it start, without jitter; null for the first, and where no schedule is known. */
  readonly expectedAt: EpochMs | null;
  /** Against the schedule, with the tolerance of `domain.md`, "Conformance"; null = nothing to compare. */
  readonly standing: 'on_time' | 'early' | 'late' | null;
}

/** The attempts of an execution in order; with `missing`, also the one that was awaited after the last and never came. */
export function attemptLine(attempts: readonly Attempt[], retry: Retry | null, missing: boolean): AttemptMark[] {
  const ordered = attempts.toSorted((a, b) => a.attempt - b.attempt);
  const marks = ordered.map((each, index): AttemptMark => {
    const { attempt, status, errorCode, endedAt } = each;
    const due = dueAfter(ordered[index - 1], attempt, retry);
    const startedAt = each.startedAt ?? null;
    const shown = { attempt, status, errorCode, startedAt, endedAt: status === 'running' ? null : endedAt };
    return {
      ...shown,
      expectedAt: due?.at ?? null,
      standing: due && standingOf((startedAt ?? endedAt) - due.since, due),
    };
  });
  const last = ordered.at(-1);
  if (!missing || last === undefined) return marks;
  const attempt = last.attempt + 1;
  const expectedAt = dueAfter(last, attempt, retry)?.at ?? null;
  return [
    ...marks,
    { attempt, status: 'missing', errorCode: null, startedAt: null, endedAt: null, expectedAt, standing: null },
  ];
}

interface Due extends Tolerance {
  readonly at: EpochMs;
  readonly since: EpochMs;
}

function dueAfter(before: Attempt | undefined, attempt: number, retry: Retry | null): Due | null {
  if (before === undefined || retry === null || attempt !== before.attempt + 1 || attempt > retry.maxAttempts)
    return null;
  const { max } = delayRange(retry, attempt, before.retryAfterMs);
  return { at: before.endedAt + max, since: before.endedAt, ...gapTolerance(retry, attempt, before) };
}
