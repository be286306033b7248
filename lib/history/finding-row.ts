import type { Finding, FindingKind } from '@/lib/judge/finding';
import type { ExecutionKey } from './execution-key';
import type { Span } from './window';

/** Which findings are asked for; null = whatever it is. */
export interface FindingChoice {
  readonly span: Span;
  readonly finding: FindingKind | null;
  /** Row id of the workflow. */
  readonly workflowRowId: string | null;
  readonly nodeId: string | null;
}

/** One finding in a list. */
export interface FindingRow extends ExecutionKey {
  /** A whole number that tells findings of one moment apart, in the order of the list. */
  readonly id: string;
  readonly finding: FindingKind;
  readonly attempt: number;
  readonly errorCode: string | null;
  readonly occurredAt: Date;
  readonly workflowVersion: number;
  /** What was expected and seen; null where it was kept in a shape of older days. */
  readonly detail: Finding | null;
  readonly workflowRowId: string | null;
  readonly workflowName: string;
  readonly nodeRowId: string | null;
  readonly nodeName: string;
}

/** How many findings of each kind. */
export type FindingCounts = Readonly<Record<FindingKind, number>>;

/** A count for each kind. */
export function countsBy(of: (kind: FindingKind) => number): FindingCounts {
  return {
    retried_although_terminal: of('retried_although_terminal'),
    more_attempts_than_allowed: of('more_attempts_than_allowed'),
    off_schedule: of('off_schedule'),
    given_up_early: of('given_up_early'),
    no_hand_off: of('no_hand_off'),
  };
}

/** How far the history has been judged. */
export interface JudgingProgress {
  /** Whole per cent; 100 = nothing is left but what has just come in. */
  readonly percent: number;
  /** Null: never yet. */
  readonly judgedAt: Date | null;
}
