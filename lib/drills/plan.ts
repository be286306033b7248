import type { CatalogueExtra } from '@/lib/policy/catalogue';
import { claimedActions } from '@/lib/policy/claims';
import { classify, classifyInput } from '@/lib/policy/classify';
import { delayRange, type Schedule } from '@/lib/policy/schedule';
import type { NodePolicy, Retry } from '@/lib/policy/schema';
import { MINUTE_MS } from '@/lib/shared/clock';
import { intervalsFor, type Override } from './override';
import { CODE_OF, type Drill, type Fault } from './vocabulary';

/** One attempt that a trial is to make, in ms from the first, for tries that take no time. */
export interface PlannedMark {
  readonly execution: number;
  readonly attempt: number;
  readonly earliestMs: number;
  readonly dueMs: number;
}

/** What one drill will do, and what is expected of it; made of `schedule` and `decide`, the same as when it is real. */
export interface TrialPlan {
  readonly drill: Drill;
  readonly fault: Fault;
  /** Raw code that the log will have. */
  readonly errorCode: string;
  /** Only for this drill, and put back afterwards; empty = the policy as it is. */
  readonly override: Override;
  readonly marks: readonly PlannedMark[];
  /** Executions that fail, one after the other: two in drill 4. */
  readonly executions: number;
  /** How it is to end; `succeeded` in drill 5. */
  readonly ends: 'exhausted' | 'terminal' | 'succeeded';
  /** Alerts that are expected on each channel. */
  readonly alerts: number;
  /** Not null: the drill says nothing about this node, and is left out. */
  readonly notApplicable: 'no_claim' | null;
  /** Takes so long at least on the clock of the log, in ms. */
  readonly lastsMs: number;
}

export interface PlanInput {
  readonly drill: Drill;
  readonly fault: Fault;
  readonly policy: NodePolicy;
  /** What people have added to the catalogue when it is asked for. */
  readonly extra?: CatalogueExtra;
}

/**
 * What a drill will do with a node of this policy, and when it is expected to (`domain.md`, "Drills"). Pure: the same
 * `classify` and `delayRange` as when it is real, for tries that take no time.
 */
export function planTrial({ drill, fault, policy, extra }: PlanInput): TrialPlan {
  const errorCode = CODE_OF[fault];
  const override = overrideOf(drill, policy.retry);
  const terminal = classify(classifyInput(policy, extra), errorCode).class === 'terminal';
  const ends = endOf(drill, terminal);
  const executions = drill === 4 ? 2 : 1;
  const starts = terminal ? [FIRST] : startsOf(retryDuring(policy.retry, override));
  // In drill 5 only the answer to the first try is lost.
  const each = ends === 'succeeded' ? starts.slice(0, 2) : starts;
  return {
    ...{ drill, fault, errorCode, override, executions, ends },
    marks: Array.from({ length: executions }, (_, index) =>
      each.map((start, at) => ({ execution: index + 1, attempt: at + 1, ...start })),
    ).flat(),
    alerts: ends === 'succeeded' ? 0 : 1,
    notApplicable: drill === 5 && claimedActions(policy).length === 0 ? 'no_claim' : null,
    lastsMs: executions * (each.at(-1)?.earliestMs ?? 0),
  };
}

/** Drills 2 and 4 look at what follows one failure; drills 3 and 5 need that a second try is allowed, and can come. */
function overrideOf(drill: Drill, retry: Retry | undefined): Override {
  const allowed = retry?.maxAttempts ?? 1;
  if (drill === 2 || drill === 4) return allowed > 1 ? { maxAttempts: 1 } : {};
  if (drill === 1) return {};
  const override = allowed < 2 ? { maxAttempts: 2 } : {};
  return limitMayComeFirst(retry, override) ? { ...override, maxElapsed: null } : override;
}

/** What the first try may take by itself: a limit by time that leaves less than that beside the wait may be over. */
const LONGEST_TRY_MS = MINUTE_MS;

function limitMayComeFirst(retry: Retry | undefined, override: Override): boolean {
  if (retry?.maxElapsed === undefined) return false;
  return delayRange(retryDuring(retry, override), 2).max + LONGEST_TRY_MS > retry.maxElapsed;
}

function endOf(drill: Drill, terminal: boolean): TrialPlan['ends'] {
  if (terminal) return 'terminal';
  return drill === 5 ? 'succeeded' : 'exhausted';
}

/** The retry of a policy while `override` holds: what the config of `withOverride` is read as. */
function retryDuring(retry: Retry | undefined, override: Override): Schedule {
  const { maxAttempts = retry?.maxAttempts ?? 1 } = override;
  const { maxElapsed, ...written } = retry ?? {};
  const limit = override.maxElapsed === null || maxElapsed === undefined ? {} : { maxElapsed };
  return { ...(maxAttempts > 1 && intervalsFor(written)), ...written, ...limit, maxAttempts };
}

interface Start {
  readonly earliestMs: number;
  readonly dueMs: number;
}

const FIRST: Start = { earliestMs: 0, dueMs: 0 };

/** With jitter an attempt may start anywhere between; one that cannot start within `maxElapsed` does not come. */
function startsOf(retry: Schedule): Start[] {
  const latest = retry.maxElapsed ?? Number.POSITIVE_INFINITY;
  const starts = [FIRST];
  for (let at = FIRST, k = 2; k <= retry.maxAttempts; k += 1) {
    const { min, max } = delayRange(retry, k);
    at = { earliestMs: at.earliestMs + min, dueMs: Math.min(at.dueMs + max, latest) };
    if (at.earliestMs > latest) break;
    starts.push(at);
  }
  return starts;
}
