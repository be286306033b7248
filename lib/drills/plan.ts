import type { NodePolicy } from '@/lib/policy/schema';
import type { Drill, Fault } from './vocabulary';

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
  readonly override: { readonly maxAttempts?: number };
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
}
