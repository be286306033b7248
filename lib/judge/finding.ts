import type { EpochMs } from '@/lib/shared/clock';

/** What production history can show against the policy in force (`domain.md`, "Conformance"), in the order of a verdict. */
export const FINDINGS = [
  'retried_although_terminal',
  'more_attempts_than_allowed',
  'off_schedule',
  'given_up_early',
  'no_hand_off',
] as const;
export type FindingKind = (typeof FINDINGS)[number];

/** One finding with where it shows. Times in ms; what does not belong to its kind is absent. */
export interface Finding {
  readonly kind: FindingKind;
  /** Attempt at which it shows: the one that should not have come, came at the wrong time, or was the last. */
  readonly attempt: number;
  readonly errorCode: string | null;
  /** End of that attempt. */
  readonly at: EpochMs;
  /** `more_attempts_than_allowed`, `given_up_early`: attempts that the policy allows. */
  readonly allowed?: number;
  /** `off_schedule`: measured gap, and between what it may lie, tolerance included. */
  readonly gapMs?: number;
  readonly leastMs?: number;
  readonly mostMs?: number;
  /** `off_schedule`: the start is unknown, so the gap runs from end to end. */
  readonly endToEnd?: boolean;
}
