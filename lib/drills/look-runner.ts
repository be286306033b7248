import { judgeableFrom } from '@/lib/judge/judge-drill';
import { readEvidence } from './evidence-store';
import { pause } from './hold-runner';
import { type Doing, timesOf } from './proving-context';
import { awaitedUntil, giveUpUnsent, giveUpWaiting, unsentOf } from './realm-store';
import { enterPhase } from './run-store';
import type { RunProblem } from './vocabulary';

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;
/** A try that is under way when the time is over may take that long to end. */
const UNDER_WAY_MS = 15_000;
/** An execution is overdue once; more than that says that nothing is settled. */
const MOST_OVERDUE = 5;

/**
 * Follows the log of a trial to its end, and waits on its clock for attempts that are still awaited until they are
 * overdue. Null, or `nothing_followed` when the log could not be followed: an incomplete one is not judged.
 */
export async function lookAtLog(doing: Doing): Promise<RunProblem | null> {
  const { proving, run, trial, clock } = doing;
  for (let round = 0; round < MOST_OVERDUE; round++) {
    await enterPhase(proving.db, run, trial.id, 'look', clock.pieces());
    if (!(await followWhole(doing))) return 'nothing_followed';
    const overdueAt = await awaitedUntil(proving.db, trial.id);
    if (overdueAt === null) return null;
    await clock.waitUntil(overdueAt.getTime());
    await proving.settleOverdue(trial.id, new Date(clock.now()));
  }
  return 'nothing_followed';
}

/** Until the log says enough for a verdict: one that was read too early could not say that nothing more came. */
export async function untilJudgeable({ proving, trial, expectation, clock }: Doing): Promise<void> {
  const from = judgeableFrom(expectation, await readEvidence(proving.db, trial.id, proving.now()));
  if (from !== null && from > clock.now()) await clock.waitUntil(from);
}

function followWhole(doing: Doing): Promise<boolean> {
  const { proving, trial, clock } = doing;
  return comesTrue(doing, {
    limitMs: timesOf(proving).followMs,
    look: async () => (await proving.follow(trial.id, new Date(clock.now()))).whole,
  });
}

/**
 * Until every message of the trial has come to its end, or the time for that is over: then nothing more is tried, and
 * only what does not end by itself either may have arrived.
 */
export async function deliverAll(doing: Doing): Promise<void> {
  const { proving, run, trial, clock } = doing;
  await enterPhase(proving.db, run, trial.id, 'deliver', clock.pieces());
  const sent = await comesTrue(doing, {
    limitMs: timesOf(proving).deliverMs,
    look: async () => (await unsentOf(proving.db, trial.id)) === 0,
    urge: proving.deliver,
  });
  if (sent) return;
  const ended = await comesTrue(doing, {
    limitMs: UNDER_WAY_MS,
    look: async () => {
      await giveUpWaiting(proving.db, trial.id);
      return (await unsentOf(proving.db, trial.id)) === 0;
    },
  });
  if (!ended) await giveUpUnsent(proving.db, trial.id);
}

interface Awaiting {
  readonly limitMs: number;
  readonly look: () => Promise<boolean>;
  /** Called before each pause. */
  readonly urge?: () => void;
}

/** Looks until it is so, more and more seldom; false: the time for it is over. */
async function comesTrue({ proving, signal }: Doing, { limitMs, look, urge }: Awaiting): Promise<boolean> {
  const until = proving.now().getTime() + limitMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
    if (await look()) return true;
    if (proving.now().getTime() >= until) return false;
    urge?.();
    await pause(pauseMs, signal);
  }
}
