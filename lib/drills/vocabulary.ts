import { DAY_MS } from '@/lib/shared/clock';

/** The five drills of `domain.md`, by number. */
export const DRILLS = [1, 2, 3, 4, 5] as const;
export type Drill = (typeof DRILLS)[number];

/**
 * What can be made to go wrong, each with a real fault on a real socket, or (`thrown_before_call`) before one is opened.
 * `effect_then_timeout`: the action is done, and its answer never comes.
 */
export const FAULTS = [
  'never_answers',
  'closed_port',
  'reset',
  'http_429',
  'http_503',
  'http_401',
  'lock_wait',
  'unique_violation',
  'thrown_before_call',
  'effect_then_timeout',
] as const;
export type Fault = (typeof FAULTS)[number];

/** Faults by which each drill can be made; the first one is what is chosen when nothing is said. */
export const FAULTS_OF: Readonly<Record<Drill, readonly Fault[]>> = {
  1: ['never_answers', 'closed_port', 'reset', 'http_429', 'http_503', 'lock_wait', 'thrown_before_call'],
  2: [
    ...(['http_503', 'never_answers', 'closed_port', 'reset', 'http_429', 'http_401'] as const),
    ...(['lock_wait', 'unique_violation', 'thrown_before_call'] as const),
  ],
  3: ['http_401', 'unique_violation'],
  4: [
    ...(['http_503', 'never_answers', 'closed_port', 'reset', 'http_429', 'http_401'] as const),
    ...(['lock_wait', 'unique_violation', 'thrown_before_call'] as const),
  ],
  5: ['effect_then_timeout'],
};

/** Raw codes under which the built-in runner logs a fault, as real systems write them. */
export const CODE_OF: Readonly<Record<Fault, string>> = {
  never_answers: 'ETIMEDOUT',
  closed_port: 'ECONNREFUSED',
  reset: 'ECONNRESET',
  http_429: '429',
  http_503: '503',
  http_401: '401',
  lock_wait: '55P03',
  unique_violation: '23505',
  thrown_before_call: 'EAI_AGAIN',
  effect_then_timeout: 'ETIMEDOUT',
};

export const RUNNERS = ['builtin', 'webhook', 'person'] as const;
export type Runner = (typeof RUNNERS)[number];

/** What a target may be. `production` can be said, and is refused. */
export const ENVIRONMENTS = ['test', 'staging', 'production'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** `capture`: messages are rendered, signed off as sent and kept, and go nowhere; `real`: sent, marked as a drill. */
export const CHANNEL_MODES = ['capture', 'real'] as const;
export type ChannelMode = (typeof CHANNEL_MODES)[number];

/** `shortened`: what is longer than a second passes faster, and the report says by how much. */
export const CLOCKS = ['shortened', 'real'] as const;
export type DrillClockMode = (typeof CLOCKS)[number];

export const RUN_STATES = ['queued', 'running', 'passed', 'failed', 'aborted'] as const;
export type RunState = (typeof RUN_STATES)[number];

export const TRIAL_STATES = [
  ...(['planned', 'running', 'passed', 'failed', 'interrupted', 'aborted', 'not_applicable'] as const),
] as const;
export type TrialState = (typeof TRIAL_STATES)[number];

/** What a trial is at, for whoever watches; `wait`: for the next attempt; `look`: at what the log says. */
export const PHASES = ['prepare', 'attempt', 'wait', 'look', 'deliver', 'judge', 'restore'] as const;
export type Phase = (typeof PHASES)[number];

/** Why a run ended without a verdict. */
export const RUN_PROBLEMS = [
  ...(['stopped', 'interrupted', 'runner_failed', 'target_refused', 'nothing_reported', 'nothing_followed'] as const),
] as const;
export type RunProblem = (typeof RUN_PROBLEMS)[number];

/** `simulated` proves rule, hand-off and alert; `platform` execution too, from the platform's own log. */
export const CERTIFICATE_KINDS = ['simulated', 'platform'] as const;
export type CertificateKind = (typeof CERTIFICATE_KINDS)[number];

/** A certificate ages out: what it proved may have changed around it. */
export const CERTIFICATE_MS = 90 * DAY_MS;

/** So often a trial that a dead worker left is done again; then the run is aborted. */
export const MOST_ROUNDS = 3;
