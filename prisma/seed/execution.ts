import type { NodeBehaviour } from './behaviour';
import type { Prng } from './prng';
import {
  CANCELLED_SHARE,
  type FailureMode,
  isActive,
  type LocalDay,
  type NodeScenario,
  OUTAGE_SHARE,
  type Range,
} from './scenario';

/** A row of `workflow_run_step`; times in epoch ms, durations in ms. */
export interface StepRow {
  readonly workflowId: string;
  readonly runId: string;
  readonly nodeId: string;
  readonly subIndex: string;
  readonly attempt: number;
  readonly status: 'failed' | 'succeeded' | 'running' | 'skipped' | 'cancelled';
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly payloadHash: string;
  /** End of the attempt; its start while it runs. */
  readonly occurredAt: number;
  readonly durationMs: number | null;
}

/** The run that an execution belongs to; `now` and `outage` in epoch ms. */
export interface Run {
  readonly workflowId: string;
  readonly id: string;
  readonly day: LocalDay;
  readonly now: number;
  readonly outage: Range;
  readonly rng: Prng;
}

/** One execution: its rows, when it ended, and how; `waiting` for a retry that is due after `now`. */
export interface Outcome {
  readonly rows: readonly StepRow[];
  readonly end: number;
  readonly state: 'succeeded' | 'failed' | 'running' | 'waiting' | 'cancelled';
}

/** Between the moment an attempt is due and the moment the engine starts it. */
export const DISPATCH_LAG_MS: Range = [3, 120];

/** All attempts of one node in one run, the first starting at `from` (epoch ms), as its policy has them. */
export function execute(
  run: Run,
  node: NodeScenario,
  behaviour: NodeBehaviour,
  subIndex: string,
  from: number,
): Outcome {
  const { rng, now } = run;
  const rows: StepRow[] = [];
  const payloadHash = rng.hash();
  if (rng.chance(CANCELLED_SHARE)) {
    const durationMs = rng.int(...node.ms);
    const end = Math.min(now, from + durationMs);
    rows.push(row('cancelled', 1, end, durationMs, null, 'stopped by hand'));
    return { rows, end, state: 'cancelled' };
  }
  let began = from;
  let mode: FailureMode | null = null;
  for (let attempt = 1; ; attempt++) {
    mode = nextMode(run, node, mode, attempt, began);
    const durationMs = rng.int(...(mode?.ms ?? node.ms));
    const end = began + durationMs;
    if (end > now) {
      rows.push(row('running', attempt, began, null, null, null));
      return { rows, end: now, state: 'running' };
    }
    if (mode === null) {
      rows.push(row('succeeded', attempt, end, durationMs, null, null));
      return { rows, end, state: 'succeeded' };
    }
    rows.push(row('failed', attempt, end, durationMs, mode.code, fill(mode.message, rng)));
    const due = nextStart(behaviour, mode.code, attempt, from, end, rng);
    if (due === null) return { rows, end, state: 'failed' };
    began = due + rng.int(...DISPATCH_LAG_MS);
    if (began > now) return { rows, end, state: 'waiting' };
  }

  /** Made a third of a million times: one literal, since spreading costs several times as much. */
  function row(
    status: StepRow['status'],
    attempt: number,
    occurredAt: number,
    durationMs: number | null,
    errorCode: string | null,
    errorMessage: string | null,
  ): StepRow {
    return {
      workflowId: run.workflowId,
      runId: run.id,
      nodeId: node.id,
      subIndex,
      attempt,
      status,
      errorCode,
      errorMessage,
      payloadHash,
      occurredAt,
      durationMs,
    };
  }
}

type StepParts = Pick<StepRow, 'nodeId' | 'payloadHash' | 'status' | 'occurredAt' | 'durationMs'> &
  Partial<Pick<StepRow, 'subIndex' | 'attempt' | 'errorCode' | 'errorMessage'>>;

/** A row of that run; a first attempt outside of any loop, without error, unless said otherwise. */
export function stepRow(run: Pick<Run, 'workflowId' | 'id'>, parts: StepParts): StepRow {
  return {
    workflowId: run.workflowId,
    runId: run.id,
    nodeId: parts.nodeId,
    subIndex: parts.subIndex ?? '',
    attempt: parts.attempt ?? 1,
    status: parts.status,
    errorCode: parts.errorCode ?? null,
    errorMessage: parts.errorMessage ?? null,
    payloadHash: parts.payloadHash,
    occurredAt: parts.occurredAt,
    durationMs: parts.durationMs,
  };
}

/** How the attempt that starts at `began` fails, or null when it succeeds. */
function nextMode(run: Run, node: NodeScenario, previous: FailureMode | null, attempt: number, began: number) {
  const { rng, outage } = run;
  if (node.payments && began >= outage[0] && began < outage[1] && rng.chance(OUTAGE_SHARE))
    return outageMode(node.payments, rng);
  if (attempt === 1) return drawMode(run, node.modes, began);
  return previous === null || rng.chance(previous.clears) ? null : previous;
}

function drawMode({ rng, now, day }: Run, modes: readonly FailureMode[], began: number): FailureMode | null {
  let draw = rng.next();
  for (const mode of modes) {
    if (!isActive(mode, began, now, day)) continue;
    draw -= mode.share;
    if (draw < 0) return mode;
  }
  return null;
}

/** When the next attempt is due under the node's own policy, or null when none comes. */
function nextStart(
  behaviour: NodeBehaviour,
  code: string | null,
  attempt: number,
  first: number,
  end: number,
  rng: Prng,
): number | null {
  if (attempt >= behaviour.maxAttempts || !behaviour.isTransient(code)) return null;
  const { min, max } = behaviour.delay(attempt + 1);
  const due = end + Math.round(min + rng.next() * (max - min));
  return due - first > behaviour.maxElapsed ? null : due;
}

function outageMode([timeout, unavailable]: readonly [string, string], rng: Prng): FailureMode {
  const mode = { share: 0, clears: 0.3 };
  if (rng.chance(0.6)) {
    const message = 'no answer from payments.example within 30 seconds';
    return { ...mode, code: timeout, message, ms: [30_000, 30_300] };
  }
  return {
    ...mode,
    code: unavailable,
    message: 'Service Unavailable: payments.example is in maintenance',
    ms: [20, 400],
  };
}

function fill(message: string, rng: Prng): string {
  if (!message.includes('{')) return message;
  return message
    .replace(/\{n\}/g, () => String(rng.int(1, 9_999)))
    .replace(/\{id\}/g, () => String(rng.int(10_000_000, 99_999_999)))
    .replace(/\{ip\}/g, () => `203.0.113.${rng.int(4, 60)}`);
}
