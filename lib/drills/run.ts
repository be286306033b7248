import type { LoggedMessage, Observation, TrialEvidence } from '@/lib/judge/drill';
import type { JsonObject } from '@/lib/shared/json';
import type { TrialPlan } from './plan';
import type { ChannelMode, Drill, DrillClockMode, Fault, Phase, Runner, RunState, TrialState } from './vocabulary';

/** One run as lists show it. */
export interface DrillRunRow {
  readonly id: string;
  readonly state: RunState;
  /** Why it was aborted; a word of `RUN_PROBLEMS`. */
  readonly problem: string | null;
  readonly node: { readonly id: string; readonly nodeId: string; readonly name: string };
  readonly workflow: { readonly id: string; readonly name: string };
  readonly runner: Runner;
  readonly target: string;
  readonly environment: string;
  readonly channels: ChannelMode;
  readonly clock: DrillClockMode;
  readonly requestedBy: string;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly stopAskedAt: Date | null;
  /** Drills, each by its last round, in order; `not_applicable` ones too. */
  readonly drills: readonly { readonly drill: Drill; readonly state: TrialState }[];
}

/** What narrows the list; null = not narrowed. */
export interface DrillRunFilter {
  readonly state: RunState | null;
  readonly workflowId: string | null;
  /** Slug of the group that would be told. */
  readonly group: string | null;
  readonly nodeRowId: string | null;
}

/** A message of a trial with the channel that it is for; its body is text to be read, without the link to confirm it. */
export interface TrialMessage extends LoggedMessage {
  readonly channel: { readonly name: string; readonly kind: string };
}

/** One try at one drill, with all that it left behind. */
export interface DrillTrialDetail {
  readonly id: string;
  readonly drill: Drill;
  readonly round: number;
  readonly fault: Fault;
  readonly plan: TrialPlan;
  readonly state: TrialState;
  readonly phase: Phase | null;
  readonly observations: readonly Observation[];
  readonly problem: string | null;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  /** The most that waits passed faster than they are; 1 = the clock was real. */
  readonly fastest: number;
  /** Null: it has not begun. */
  readonly evidence: Omit<TrialEvidence, 'messages'> | null;
  readonly messages: readonly TrialMessage[];
}

/** A run with all its trials, in the order in which they are done; earlier rounds stay. */
export interface DrillRunDetail extends DrillRunRow {
  readonly config: JsonObject;
  readonly workflowOwner: string | null;
  readonly nodeVersion: number;
  readonly workflowVersion: number;
  /** The node has been published since. */
  readonly nodeChanged: boolean;
  /** The group that was to be told; `name` and `id` null = there is no such group. */
  readonly recipient: { readonly slug: string; readonly name: string | null; readonly id: string | null } | null;
  readonly targetId: string | null;
  readonly testNode: string | null;
  readonly againOf: string | null;
  readonly stopAskedBy: string | null;
  readonly requestedById: string | null;
  readonly trials: readonly DrillTrialDetail[];
}

/** A run as its parts are shown: in the browser too, which has no use for the config. */
export type ShownRun = Omit<DrillRunDetail, 'config'>;
