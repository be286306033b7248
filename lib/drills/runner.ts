import { catalogueExtraAt } from '@/lib/catalogue/catalogue-queries';
import { dbFailure } from '@/lib/db/errors';
import type { TrialExpectation } from '@/lib/judge/drill';
import { judgeDrill, verdictOf } from '@/lib/judge/judge-drill';
import { readablePolicy } from '@/lib/policy/readable';
import { runBuiltin } from './builtin-runner';
import { trialTime, waitFor } from './drill-clock';
import { readEvidence } from './evidence-store';
import { type Hold, holdRun, Interrupted, pause } from './hold-runner';
import { recordLabels } from './label-store';
import { deliverAll, untilJudgeable } from './look-runner';
import { withOverride } from './override';
import { isWaiting, runPlatform } from './platform-runner';
import { type Doing, type Proving, type TrialClock, timesOf } from './proving-context';
import { forgetFailures, type RealmInput, setUpRealm, toldChannelIds } from './realm-store';
import {
  abortRun,
  beginTrial,
  claimRun,
  currentTrial,
  endRun,
  endTrial,
  enterPhase,
  type HeldRun,
  type HeldTrial,
  interruptTrial,
  LeaseLost,
  releaseRun,
  type Verdict,
} from './run-store';
import { RUNNERS, type Runner, type RunProblem } from './vocabulary';

/** Claims a run that waits, or that a worker which died has left; null when there is none. */
export function claimDrills(
  proving: Pick<Proving, 'db' | 'now' | 'times'>,
  runners: readonly Runner[] = RUNNERS,
): Promise<HeldRun | null> {
  return claimRun({ db: proving.db, now: proving.now(), leaseMs: timesOf(proving).leaseMs, runners });
}

/**
 * Does the trials of a claimed run, one after the other, each judged by what it has left in log, records and outbox, and
 * by nothing else. Ends the run, or leaves it to another worker when this one is to stop or has lost it. Throws only what
 * the database throws while it is away: then the run is left as well.
 */
export async function runClaimed(proving: Proving, run: HeldRun): Promise<void> {
  const hold = holdRun(proving, run);
  try {
    if (run.stopAsked) {
      await restoreLeft(proving, run);
      throw new Interrupted('stop');
    }
    const problem = await doTrials(proving, run, hold);
    if (problem === null) await endRun(proving.db, run, proving.now());
    else await abortRun(proving.db, run, problem, proving.now());
  } catch (error) {
    await endUnfinished(proving, run, causeOf(error, hold.signal)).catch(unlessLost);
  } finally {
    await hold.end();
  }
}

/** Another worker has it by now, and ends it. */
function unlessLost(error: unknown): void {
  if (!(error instanceof LeaseLost)) throw error;
}

async function endUnfinished(proving: Proving, run: HeldRun, error: unknown): Promise<void> {
  const { db, log, now } = proving;
  if (error instanceof LeaseLost) return;
  if (error instanceof Interrupted) {
    if (error.why === 'stop') await abortRun(db, run, 'stopped', now());
    if (error.why === 'leaving') await releaseRun(db, run, now());
    return;
  }
  if (dbFailure(error)?.kind === 'connection_lost') throw error;
  log.error({ err: error, run: run.id }, 'a drill could not be run');
  await abortRun(db, run, 'runner_failed', now());
}

/** Null: all of them have ended. */
async function doTrials(proving: Proving, run: HeldRun, { signal }: Hold): Promise<RunProblem | null> {
  for (let first = true; ; first = false) {
    signal.throwIfAborted();
    const trial = await currentTrial(proving.db, run);
    if (trial === null) return null;
    if (first && trial.startedAt !== null && !goesOn(run, trial)) {
      // Its worker died, or left it: what it has left behind so far proves nothing.
      await restore(proving, run, trial);
      if (!(await interruptTrial(proving.db, run, trial, proving.now()))) return 'interrupted';
      continue;
    }
    const problem = await doTrial(proving, run, trial, signal);
    if (problem !== null) return problem;
  }
}

/** A trial that only waits for what others do goes on with any worker. */
function goesOn({ runner }: HeldRun, trial: HeldTrial): boolean {
  return runner === 'person' || (runner === 'webhook' && isWaiting(trial));
}

async function doTrial(
  proving: Proving,
  run: HeldRun,
  trial: HeldTrial,
  signal: AbortSignal,
): Promise<RunProblem | null> {
  const { db, drillDb, now } = proving;
  const expectation: TrialExpectation = {
    policy: readablePolicy(withOverride(run.config, trial.plan.override)),
    ...{ drill: trial.drill, workflowOwner: run.workflowOwner, labels: recordLabels() },
    channelIds: await toldChannelIds(db, run.recipient),
    // As the policy, it is that of when the run was asked for.
    extra: await catalogueExtraAt(db, run.createdAt),
    ...{ captured: run.channels === 'capture', simulated: run.runner === 'builtin' },
  };
  if (trial.plan.notApplicable !== null) {
    const observations = judgeDrill(expectation, await readEvidence(db, trial.id, now()));
    await endTrial(db, run, trial, { state: 'not_applicable', observations }, now());
    return null;
  }
  const begun = { ...trial, startedAt: trial.startedAt ?? now() };
  await beginTrial(db, run, trial.id, begun.startedAt);
  const realm = await setUpRealm(drillDb, realmInput(run, trial));
  if (run.channels === 'real' && run.recipient !== null) await forgetFailures(db, run.recipient);
  const clock = trialClock(proving, run, trial, signal);
  const outcome = await outcomeOf({ proving, run, trial: begun, realm, expectation, clock, signal });
  if (typeof outcome === 'string') return outcome;
  await endTrial(db, run, trial, outcome, now());
  return null;
}

/** A verdict, or why there is none. What was asked of a platform is put back, whatever became of it. */
async function outcomeOf(doing: Doing): Promise<Verdict | RunProblem> {
  const { proving, run, trial, clock } = doing;
  const putBack = async () => {
    await enterPhase(proving.db, run, trial.id, 'restore', clock.pieces());
    await restore(proving, run, trial);
  };
  try {
    const outcome = await judged(doing);
    await putBack();
    return outcome;
  } catch (error) {
    // Left to another worker, that one asks for it. What went wrong first is what is said.
    const cause = causeOf(error, doing.signal);
    if (!isLeft(cause)) await putBack().catch(() => undefined);
    throw cause;
  }
}

async function judged(doing: Doing): Promise<Verdict | RunProblem> {
  const { proving, run, trial, expectation, clock, signal } = doing;
  const problem = run.runner === 'builtin' ? await runBuiltin(doing) : await runPlatform(doing);
  if (problem !== null) return problem;
  await untilJudgeable(doing);
  await deliverAll(doing);
  await enterPhase(proving.db, run, trial.id, 'judge', clock.pieces());
  signal.throwIfAborted();
  const observations = judgeDrill(expectation, await readEvidence(proving.db, trial.id, proving.now()));
  signal.throwIfAborted();
  return { state: verdictOf(observations), observations };
}

/** Whatever an interrupted step throws, the interruption is why. */
function causeOf(error: unknown, { reason }: AbortSignal): unknown {
  return reason instanceof Interrupted && !(error instanceof LeaseLost) ? reason : error;
}

function isLeft(cause: unknown): boolean {
  return cause instanceof LeaseLost || (cause instanceof Interrupted && cause.why !== 'stop');
}

/**
 * Asks the platform to put back what it was asked to change. Of the built-in runner nothing is to be put back: its
 * overrides stand in the trial's own copy of the node alone.
 */
async function restore(proving: Proving, run: HeldRun, trial: HeldTrial): Promise<void> {
  if (run.runner !== 'webhook') return;
  const { drillDb, log, platform } = proving;
  const realm = await setUpRealm(drillDb, realmInput(run, trial));
  const restored = await platform.restore({ run, trial, realm });
  if (!restored.ok)
    log.warn({ trial: trial.id, reason: restored.error.reason }, 'a platform does not put back what a drill has set');
}

/** What a worker that died, or left, had asked a platform to change in the trial that was under way. */
async function restoreLeft(proving: Proving, run: HeldRun): Promise<void> {
  const trial = await currentTrial(proving.db, run);
  if (trial !== null && trial.startedAt !== null) await restore(proving, run, trial);
}

function realmInput(run: HeldRun, { id: trialId, plan }: HeldTrial): RealmInput {
  const { nodeRowId, nodeVersion, workflowVersion, workflowOwner, config } = run;
  return {
    ...{ trialId, nodeRowId, nodeVersion, workflowVersion, workflowOwner },
    config: withOverride(config, plan.override),
  };
}

function trialClock(proving: Proving, run: HeldRun, trial: HeldTrial, signal: AbortSignal): TrialClock {
  const { db, now } = proving;
  let pieces = trial.clock;
  return {
    now: () => trialTime(pieces, now().getTime()),
    pieces: () => pieces,
    waitUntil: async (until) => {
      const real = now().getTime();
      const wait = waitFor(pieces, { mode: run.clock, real, until, longestMs: timesOf(proving).longestWaitMs });
      pieces = wait.pieces;
      await enterPhase(db, run, trial.id, 'wait', pieces);
      await pause(Math.max(0, real + wait.sleepMs - now().getTime()), signal);
    },
  };
}
