import type { CatalogueExtra } from '@/lib/policy/catalogue';
import type { Attempt } from '@/lib/policy/decide';
import type { NodePolicy } from '@/lib/policy/schema';
import type { RECORD_FIELDS } from '@/lib/policy/vocabulary';
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

/** What is before the alert's observations in the way of being judged; each word is also one of their own. */
const IN_THE_WAY = [
  ...(['nothing_reported', 'no_hand_off', 'no_owner', 'group_missing', 'wrong_recipient'] as const),
  ...(['no_channel', 'no_alert'] as const),
] as const;

/**
 * Every reason that a judgement can give, by observation: the first ones are those of a pass. Messages stand below
 * `drills.observation.<key>.<reason>`.
 */
export const REASONS = {
  attempts: [
    ...(['as_allowed', 'no_retry', 'too_few', 'too_many', 'retried_although_terminal', 'after_success'] as const),
    ...(['override_not_applied', 'one_attempt_allowed', 'attempt_missing', 'execution_missing'] as const),
    ...(['not_finished', 'no_failure', 'succeeded_early', 'class_differs', 'nothing_reported'] as const),
  ],
  gaps: [
    ...(['on_schedule', 'end_to_end', 'one_attempt', 'too_early', 'too_late', 'attempt_missing'] as const),
    ...(['no_retry', 'too_few', 'class_differs', 'nothing_reported'] as const),
  ],
  failure_class: ['as_made', 'classed_terminal', 'classed_transient', 'no_failure', 'nothing_reported'],
  hand_off: [
    ...(['made', 'missing', 'several', 'wrong_trigger', 'wrong_attempt', 'class_differs', 'no_failure'] as const),
    ...(['execution_missing', 'not_finished', 'nothing_reported'] as const),
  ],
  recipient: ['told', 'no_owner', 'group_missing', 'wrong_recipient', 'no_hand_off', 'nothing_reported'],
  channel: [
    ...(['accepted', 'confirmed', 'captured', 'dead', 'not_told', 'wrong_channel', 'not_sent_yet'] as const),
    ...(['unclear', ...IN_THE_WAY] as const),
  ],
  one_alert: ['one', 'several', 'none', ...IN_THE_WAY],
  record_fields: ['all', 'record_short', 'not_in_log', 'not_in_message', 'not_rendered', ...IN_THE_WAY],
  muted: ['muted', 'sent_again', 'codes_differ', 'outside_window', 'execution_missing', ...IN_THE_WAY],
  count: ['grew', 'lost', 'wrong', 'not_muted', 'codes_differ', 'outside_window', 'execution_missing', ...IN_THE_WAY],
  effect_once: ['once', 'twice', 'never', 'not_retried', 'not_counted', 'no_claim', 'nothing_reported'],
} as const satisfies Readonly<Record<ObservationKey, readonly string[]>>;
export type ReasonOf<K extends ObservationKey> = (typeof REASONS)[K][number];

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
  /** Why nobody is told although there is a recipient: `group_missing` or `no_channel`; absent = not known. */
  readonly silentBecause?: string | null;
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

export type RecordField = (typeof RECORD_FIELDS)[number];
/** Words under which each field of the record stands in a message, in any language. */
export type RecordLabels = Readonly<Record<RecordField, readonly string[]>>;

/** What a trial is held against. */
export interface TrialExpectation {
  readonly drill: 1 | 2 | 3 | 4 | 5;
  /** In force during the trial, with what was overridden for it. */
  readonly policy: NodePolicy;
  /** What people had added to the catalogue when the drill was asked for; absent = nothing. */
  readonly extra?: CatalogueExtra;
  readonly workflowOwner: string | null;
  /** Channels that are told of a hand-off, by id, when the trial began; fallbacks not among them. */
  readonly channelIds: readonly string[];
  /** Messages went nowhere: what they prove ends with being rendered. */
  readonly captured: boolean;
  /** Built-in or the platform's: says which `mend` a wrong log has. */
  readonly simulated: boolean;
  /** Absent: fields are looked for under their own names alone, as a webhook has them. */
  readonly labels?: RecordLabels;
}
