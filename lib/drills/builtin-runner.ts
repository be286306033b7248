import { DRILL_RUN_PREFIX } from '@/lib/history/drill-run-id';
import type { Attempt } from '@/lib/policy/decide';
import { type Executor, obedient, payloadHash, tryOnce } from './executor-runner';
import { lookAtLog } from './look-runner';
import type { Doing } from './proving-context';
import { writeDrillStep } from './realm-store';
import { repetitionOf } from './repetition';
import { enterPhase } from './run-store';
import type { RunProblem } from './vocabulary';

/**
 * Lets the node fail in the sandbox as the trial's plan says, one execution after the other, and writes its log; what
 * that leads to is left to whoever follows it. Null, or why there is nothing to judge.
 */
export async function runBuiltin(doing: Doing): Promise<RunProblem | null> {
  const { proving, trial } = doing;
  for (let execution = 1; execution <= trial.plan.executions; execution++) {
    await execute(doing, execution);
    // What a caller did not wait for may still be on its way to the receiver.
    await proving.sandbox.settled();
    const problem = await lookAtLog(doing);
    if (problem !== null) return problem;
  }
  return null;
}

async function execute(doing: Doing, execution: number): Promise<void> {
  const { proving, run, trial, realm, clock, signal } = doing;
  const { policy, extra } = doing.expectation;
  const { db, drillDb, sandbox, random, tryOnce: attemptOnce = tryOnce } = proving;
  const executor: Executor = proving.executor ?? obedient;
  const input = JSON.stringify({ drill: trial.drill, trial: trial.id, execution });
  const name = {
    ...{ trialId: trial.id, workflowId: realm.workflowKey, nodeId: realm.nodeId },
    runId: runIdOf(trial.id, execution),
  };
  await executor({
    ...{ policy, nodeId: realm.nodeId, random, ...(extra && { extra }) },
    attempt: async (attempt): Promise<Attempt> => {
      await enterPhase(db, run, trial.id, 'attempt', clock.pieces());
      const startedAt = clock.now();
      const result = await attemptOnce({
        ...{ sandbox, trialId: trial.id, attempt, input, repetition: repetitionOf(policy), signal },
        // Only the answer to the first try is lost: the next one is answered.
        fault: trial.fault === 'effect_then_timeout' && attempt > 1 ? 'effect' : trial.fault,
      });
      const endedAt = clock.now();
      const { errorCode, errorMessage, retryAfterMs = null } = result.status === 'failed' ? result : NO_FAILURE;
      const step = {
        ...{ attempt, status: result.status, errorCode, errorMessage },
        payloadHash: payloadHash(input),
      };
      await writeDrillStep(drillDb, {
        ...{ ...name, ...step },
        ...{ occurredAt: new Date(endedAt), durationMs: endedAt - startedAt },
      });
      return { ...step, startedAt, endedAt, retryAfterMs };
    },
    waitUntil: clock.waitUntil,
  });
}

const NO_FAILURE = { errorCode: null, errorMessage: null, retryAfterMs: null };

/** Run id of one execution of a trial, as it stands in the log. */
export function runIdOf(trialId: string, execution: number): string {
  return `${DRILL_RUN_PREFIX}${trialId}${execution === 1 ? '' : `-${execution}`}`;
}
