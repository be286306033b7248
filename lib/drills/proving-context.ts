import type { Db } from '@/lib/db/client';
import type { TrialExpectation } from '@/lib/judge/drill';
import type { Clock, EpochMs } from '@/lib/shared/clock';
import type { Result } from '@/lib/shared/result';
import { type ClockPiece, LONGEST_WAIT_MS } from './drill-clock';
import type { Executor, tryOnce } from './executor-runner';
import type { Realm } from './realm-store';
import type { HeldRun, HeldTrial } from './run-store';
import type { Sandbox } from './sandbox';

/** Where a runner says what went wrong; what it is given holds no secret. */
export interface DrillLog {
  warn(event: object, message: string): void;
  error(event: object, message: string): void;
}

/** What a platform is asked about a trial. */
export interface PlatformTrial {
  readonly run: HeldRun;
  readonly trial: HeldTrial;
  readonly realm: Realm;
}

/** Where a workflow runs for real. It is only asked; what came of it is read from the log. */
export interface Platform {
  /** Asks to run the test node with the trial's fault and override. */
  start(trial: PlatformTrial): Promise<Result<null, { readonly reason: string }>>;
  /** Asks to put back what `start` has changed; asked after every trial, whatever became of it. */
  restore(trial: PlatformTrial): Promise<Result<null, { readonly reason: string }>>;
}

/** All that a runner of drills works with. */
export interface Proving {
  readonly db: Db;
  /** The same database as drills see it. */
  readonly drillDb: Db;
  readonly sandbox: Sandbox;
  readonly now: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly log: DrillLog;
  /** Follows what is new in a trial's log, as that of real failures is followed; `whole`: nothing of it is left. */
  readonly follow: (trialId: string, now: Date) => Promise<{ readonly whole: boolean }>;
  /** Decides again on executions of a trial whose next attempt is overdue. */
  readonly settleOverdue: (trialId: string, now: Date) => Promise<void>;
  /** Tells whoever sends that there is something to send. */
  readonly deliver: () => void;
  readonly platform: Platform;
  /** Aborted: the worker is to stop. */
  readonly stopping: AbortSignal;
  readonly executor?: Executor;
  readonly tryOnce?: typeof tryOnce;
  readonly times?: Partial<Times>;
}

/** How long things may take, in real ms. */
export interface Times {
  /** A run is held so long from each sign of life. */
  readonly leaseMs: number;
  /** So often a run is asked whether it is to stop. */
  readonly pulseMs: number;
  /** What a wait takes at most on a shortened clock. */
  readonly longestWaitMs: number;
  /** Until the log is followed: a transaction that runs elsewhere on the server holds it up. */
  readonly followMs: number;
  /** Until all messages are sent. */
  readonly deliverMs: number;
  /** For the steps of a platform to be reported, beyond what they take; and for a person to let a node fail. */
  readonly webhookGraceMs: number;
  readonly personGraceMs: number;
  /** Nothing new must come for so long at least before a platform's log is judged. */
  readonly quietMs: number;
}

const TIMES: Times = {
  ...{ leaseMs: 30_000, pulseMs: 500, longestWaitMs: LONGEST_WAIT_MS, followMs: 30_000, deliverMs: 60_000 },
  ...{ webhookGraceMs: 360_000, personGraceMs: 3_600_000, quietMs: 5_000 },
};

export function timesOf({ times }: Pick<Proving, 'times'>): Times {
  return { ...TIMES, ...times };
}

/** The clock by which a trial's log is written. */
export interface TrialClock {
  now(): EpochMs;
  pieces(): readonly ClockPiece[];
  /** Until it shows `at`; throws what the run is interrupted by. */
  waitUntil(at: EpochMs): Promise<void>;
}

/** A trial that is being done. */
export interface Doing {
  readonly proving: Proving;
  readonly run: HeldRun;
  readonly trial: HeldTrial;
  readonly realm: Realm;
  /** What it is held against. */
  readonly expectation: TrialExpectation;
  readonly clock: TrialClock;
  /** Aborted with an `Interrupted`. */
  readonly signal: AbortSignal;
}
