import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/shared/clock';

/** What a policy may say, and within which limits (`domain.md`); apart from the schema, which checks it. */
export const LIMITS = {
  maxAttempts: { min: 1, max: 100 },
  initialInterval: { min: 100, max: DAY_MS },
  maxInterval: { max: 7 * DAY_MS },
  multiplier: { min: 1, max: 10 },
  silence: { min: MINUTE_MS, max: 24 * HOUR_MS },
  thresholdFailures: { min: 1, max: 1_000_000_000 },
  /** No longer than what history is measured over (at most 90 days). */
  thresholdWindow: { min: MINUTE_MS, max: 90 * DAY_MS },
  sample: { min: 0, max: 1_000_000_000 },
} as const;

/** A silence longer than this is a warning, not an error. */
export const LONG_SILENCE_MS = 4 * HOUR_MS;
export const DEFAULT_SILENCE_MS = 30 * MINUTE_MS;
export const DEFAULT_MULTIPLIER = 2;

/** The eight fields that a hand-off record may not lack. */
export const RECORD_FIELDS = [
  'node_id',
  'attempt',
  'error_code',
  'error_message',
  'payload_hash',
  'first_failed_at',
  'last_failed_at',
  'final_action',
] as const;

export const BACKOFFS = ['fixed', 'linear', 'exponential'] as const;
export const JITTERS = ['none', 'full', 'equal'] as const;
export const FAILURE_CLASSES = ['transient', 'terminal'] as const;
/** Where a threshold comes from (`domain.md`, "Thresholds"). */
export const THRESHOLD_SOURCES = ['measured', 'manual', 'pending-observation'] as const;
export type ThresholdSource = (typeof THRESHOLD_SOURCES)[number];
export type Backoff = (typeof BACKOFFS)[number];
export type Jitter = (typeof JITTERS)[number];
export type FailureClass = (typeof FAILURE_CLASSES)[number];

/** The keys of a node's config that Failpath owns; every other key is the platform's. */
export const POLICY_KEYS = ['owner', 'actions', 'classification', 'retry', 'onExhausted', 'alert'] as const;
export type PolicyKey = (typeof POLICY_KEYS)[number];

/** What the standard of a group may say, in the order of the form of a node. */
export const STANDARD_PARTS = ['classification', 'retry', 'notify', 'silence'] as const;
export type StandardPart = (typeof STANDARD_PARTS)[number];

/**
 * How often and how soon `retry` tries again, in the order of a file: what a standard, or a change for many nodes, may say
 * of it. Which codes are tried again is said by their class, and a waiver by its node.
 */
export const SCHEDULE_KEYS = [
  'maxAttempts',
  'backoff',
  'initialInterval',
  'maxInterval',
  'multiplier',
  'jitter',
  'maxElapsed',
] as const;
export type StandardRetryKey = (typeof SCHEDULE_KEYS)[number];

/** The keys of a threshold, in the order of a file. */
export const THRESHOLD_KEYS = [
  'code',
  'failures',
  'window',
  'threshold_source',
  'sample_size',
  'failure_count',
  'measured_at',
  'reason',
] as const;
