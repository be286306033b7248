import type { Attempt } from '@/lib/policy/decide';
import type { NodePolicy } from '@/lib/policy/schema';
import type { EpochMs } from '@/lib/shared/clock';

/** What a drill looks at, each judged by itself. */
export const OBSERVATIONS = [
  /** As many attempts as are allowed, no more and no fewer. */
  'attempts',
  /** Gaps as the backoff says. */
  'gaps',
  /** The failure is of the class that the drill makes. */
  'failure_class',
  /** One hand-off record, by the right trigger. */
  'hand_off',
  /** The right group. */
  'recipient',
  /** Accepted by every channel of that group. */
  'channel',
  /** One alert, not none and not several. */
  'one_alert',
  /** All eight fields, in the record and in what was sent. */
  'record_fields',
  /** A second failure in the window sends nothing and is counted. */
  'muted',
  'count',
  /** What was done stands once at the receiver. */
  'effect_once',
] as const;
export type ObservationKey = (typeof OBSERVATIONS)[number];

/** Where a failed observation is mended. */
export const MEND_PLACES = [
  'retry',
  'classification',
  'owner',
  'owner_group',
  'alert',
  'on_exhausted',
  'actions',
  'platform',
] as const;
export type MendPlace = (typeof MEND_PLACES)[number];

/**
 * `failed` names where it is mended. `not_observed`: the log does not say, so it is not proved; `not_applicable`: the
 * policy claims nothing of the kind (no claim of idempotency, for instance).
 */
export type Verdict = 'passed' | 'failed' | 'not_observed' | 'not_applicable';

/** One observation. `expected` and `seen` are values for the message `drills.observation.<key>.<reason>`. */
export interface Observation {
  readonly key: ObservationKey;
  readonly verdict: Verdict;
  /** Names what is wrong or how it was seen, such as `too_many`, `off_schedule`, `no_owner`, `captured`. */
  readonly reason: string;
  readonly expected: Readonly<Record<string, string | number | null>>;
  readonly seen: Readonly<Record<string, string | number | null>>;
  readonly mend?: MendPlace;
}

/** One execution of a trial, as the log has it. */
export interface LoggedExecution {
  readonly runId: string;
  readonly attempts: readonly Attempt[];
}

/** A hand-off record of the trial. */
export interface LoggedHandOff {
  readonly runId: string;
  readonly trigger: 'terminal' | 'exhausted';
  readonly attempt: number;
  readonly recipient: string | null;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly payloadHash: string | null;
  readonly firstFailedAt: EpochMs;
  readonly lastFailedAt: EpochMs;
  readonly finalAction: string | null;
}

/** A message of the trial in the outbox. */
export interface LoggedMessage {
  readonly runId: string;
  readonly channelId: string;
  /** Slug of the channel's group. */
  readonly group: string;
  readonly state: 'pending' | 'sending' | 'retry' | 'sent' | 'unknown' | 'dead';
  readonly problem: string | null;
  /** Failures that it carries. */
  readonly count: number;
  /** Text that was sent, as it was rendered; null = not rendered yet. */
  readonly body: string | null;
  readonly fallback: boolean;
  readonly confirmed: boolean;
}

/** The silence window of the trial's alert on a channel, after its last failure. */
export interface LoggedWindow {
  readonly channelId: string;
  /** Failures since the last notification, that one excluded. */
  readonly pending: number;
  readonly total: number;
}

/** All that a judge of a trial reads: log and notifications, never the trigger. */
export interface TrialEvidence {
  /** In the order in which they failed. */
  readonly executions: readonly LoggedExecution[];
  readonly handOffs: readonly LoggedHandOff[];
  readonly messages: readonly LoggedMessage[];
  readonly windows: readonly LoggedWindow[];
  /** How often the action really happened, by execution; null = nobody counts it there. */
  readonly effects: number | null;
  /** Until when the log was read. */
  readonly until: EpochMs;
}

/** What a trial is held against. */
export interface TrialExpectation {
  readonly drill: 1 | 2 | 3 | 4 | 5;
  /** In force during the trial, with what was overridden for it. */
  readonly policy: NodePolicy;
  readonly workflowOwner: string | null;
  /** Channels that are told of a hand-off, by id, when the trial began; fallbacks not among them. */
  readonly channelIds: readonly string[];
  /** Messages went nowhere: what they prove ends with being rendered. */
  readonly captured: boolean;
  /** Built-in or the platform's: says which `mend` a wrong log has. */
  readonly simulated: boolean;
}
