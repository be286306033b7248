import type { TrialEvidence } from '@/lib/judge/drill';
import { judgeableFrom } from '@/lib/judge/judge-drill';
import { gapTolerance } from '@/lib/judge/tolerance';
import type { NodePolicy } from '@/lib/policy/schema';
import { MINUTE_MS } from '@/lib/shared/clock';
import { readEvidence } from './evidence-store';
import { pause } from './hold-runner';
import { lookAtLog } from './look-runner';
import { type Doing, timesOf } from './proving-context';
import { awaitedUntil } from './realm-store';
import { enterPhase, type HeldTrial } from './run-store';
import type { RunProblem } from './vocabulary';

const FIRST_LOOK_MS = 500;
const LONGEST_LOOK_MS = 5_000;
/** The longer nothing has come, the more seldom it is looked: a person may take an hour. */
const LOOK_AFTER = 1 / 10;
/** A platform that tries once more than it may does so after its next interval; longer than this is not waited for. */
const LONGEST_QUIET_MS = 2 * MINUTE_MS;

/**
 * Asks a platform, or nobody where a person lets the node fail, and then looks into the log of drills alone: until
 * what the plan has is there and nothing new has come for a while, or the time for it is over. Null, or why there is
 * nothing to judge. A trial that waits already is waited for on.
 */
export async function runPlatform(doing: Doing): Promise<RunProblem | null> {
  const { proving, run, trial, realm, clock } = doing;
  if (!isWaiting(trial)) {
    await enterPhase(proving.db, run, trial.id, 'attempt', clock.pieces());
    if (run.runner === 'webhook') {
      const started = await proving.platform.start({ run, trial, realm });
      if (!started.ok) {
        proving.log.warn({ trial: trial.id, reason: started.error.reason }, 'a platform does not take a drill');
        return 'target_refused';
      }
    }
    await enterPhase(proving.db, run, trial.id, 'wait', clock.pieces());
  }
  if (!(await reported(doing))) return 'nothing_reported';
  return lookAtLog(doing);
}

/** The platform was asked, or the person told: what comes of it comes, whichever worker looks. */
export function isWaiting({ phase }: Pick<HeldTrial, 'phase'>): boolean {
  return phase !== null && phase !== 'prepare' && phase !== 'attempt';
}

/** False: not a single step was reported in time. */
async function reported({ proving, run, trial, expectation, clock, signal }: Doing): Promise<boolean> {
  const { webhookGraceMs, personGraceMs } = timesOf(proving);
  const begun = trial.startedAt?.getTime() ?? proving.now().getTime();
  const grace = run.runner === 'person' ? personGraceMs : webhookGraceMs;
  const until = begun + trial.plan.lastsMs * 2 + grace;
  let seen = { state: '', at: proving.now().getTime() };
  for (;;) {
    await proving.follow(trial.id, new Date(clock.now()));
    const overdueAt = await awaitedUntil(proving.db, trial.id);
    if (overdueAt !== null && overdueAt.getTime() <= clock.now())
      await proving.settleOverdue(trial.id, new Date(clock.now()));
    const evidence = await readEvidence(proving.db, trial.id, proving.now());
    const { executions, handOffs } = evidence;
    const now = proving.now().getTime();
    const state = JSON.stringify({ executions, handOffs });
    if (state !== seen.state) seen = { state, at: now };
    const quietMs = Math.max(timesOf(proving).quietMs, oneMoreIn(expectation.policy, evidence));
    const from = judgeableFrom(expectation, evidence);
    if (from !== null && evidence.until >= from && now - seen.at >= quietMs) return true;
    if (now >= until) return executions.length > 0;
    await pause(lookAgainIn(now - seen.at), signal);
  }
}

/** After how many ms the log is looked at again when nothing new has come for so long. */
export function lookAgainIn(quietMs: number): number {
  return Math.min(LONGEST_LOOK_MS, Math.max(FIRST_LOOK_MS, quietMs * LOOK_AFTER));
}

/**
 * How long one attempt more than there should be takes to come, in ms. The judge asks for that too, by the clock of the
 * log; this is by our own, whatever the platform's shows.
 */
function oneMoreIn({ retry }: NodePolicy, { executions }: TrialEvidence): number {
  const made = Math.max(0, ...(executions.at(-1)?.attempts ?? []).map(({ attempt }) => attempt));
  if (retry?.backoff === undefined || retry.initialInterval === undefined || retry.maxInterval === undefined) return 0;
  return Math.min(LONGEST_QUIET_MS, gapTolerance(retry, made + 1).mostMs);
}
